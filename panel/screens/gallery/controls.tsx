// All controls in each of their states.
import bell from 'icon:bell'
import plane from 'icon:plane'
import trash from 'icon:trash-2'
import { useState } from 'react'
import { download } from '../../api/files.ts'
import { maskPhone, maskPostalCode, maskTaxId, phoneOf } from '../../logic/masks.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox, Radio, Switch } from '../../parts/checkbox.tsx'
import { Combobox } from '../../parts/combobox.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Menu } from '../../parts/menu.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Select } from '../../parts/select.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { PEOPLE } from './samples.ts'

type Person = (typeof PEOPLE)[number]

export function Buttons() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Button, Menu, Tooltip, Dialog, Confirm, Toast">
      <FormButtons>
        <Button kind="main" icon={plane} onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button kind="danger" icon={trash} onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
        <Button kind="text" onClick={() => toast({ text: 'Cliente arquivado', onUndo: () => {} })}>
          Toast
        </Button>
        <Button onClick={() => void download('wallet.download', {})}>CSV</Button>
        <Button isBusy>Busy</Button>
        <Button disabled>Off</Button>
        <Tooltip text="Avisos da agência">
          <Button kind="bare" icon={bell} aria-label="Avisos" />
        </Tooltip>
        <CopyButton text="A6TCNJ" what="A6TCNJ" />
        <Menu
          actions={[
            { name: 'Duplicar', onChoose: () => {} },
            { name: 'Excluir', icon: trash, isDanger: true, onChoose: () => {} },
          ]}
        />
      </FormButtons>
      <Dialog
        title="Dialog"
        isOpen={open === 'dialog'}
        onClose={close}
        buttons={<Button onClick={close}>OK</Button>}
      >
        <p>GRU – LIS</p>
      </Dialog>
      <Dialog title="Drawer" kind="drawer" isOpen={open === 'drawer'} onClose={close}>
        <p>GRU – LIS</p>
      </Dialog>
      <Confirm
        title="Cancelar a reserva A6TCNJ?"
        verb="Cancelar reserva"
        word="A6TCNJ"
        isDanger
        isOpen={open === 'confirm'}
        onClose={close}
        onConfirm={close}
      >
        <p>R$ 585,51 voltam para a carteira.</p>
      </Confirm>
    </Card>
  )
}

export function Fields() {
  const [amount, setAmount] = useState('1234.50')
  const [taxId, setTaxId] = useState('12ABC34501DE35')
  const [phone, setPhone] = useState('11987654321')
  const [person, setPerson] = useState<Person | null>(null)
  const [typed, setTyped] = useState('')
  const filters = useFilters(['status'])
  return (
    <Card title="Field">
      <FilterBar isFiltered={filters.isFiltered} onClear={filters.clear}>
        <Input label="Buscar" placeholder="Localizador ou nome" />
        <Select
          label="Situação"
          none="Todas"
          choices={[{ value: 'paid', label: 'Paga' }]}
          value={filters.filters.status}
          onChange={({ target }) => filters.set({ status: target.value })}
        />
      </FilterBar>
      <FormPair>
        <Input
          label="CPF ou CNPJ"
          isCode
          value={maskTaxId(taxId)}
          onChange={({ target }) => setTaxId(target.value)}
        />
        <Input
          label="Telefone"
          hint={phoneOf(phone)}
          value={maskPhone(phone)}
          onChange={({ target }) => setPhone(target.value)}
        />
        <Input label="CEP" isOptional defaultValue={maskPostalCode('01310100')} error="CEP não encontrado" />
        <DateField label="Vencimento" defaultValue="2027-01-26" />
        <MoneyField label="Valor" value={amount} onChange={setAmount} />
        <Combobox
          label="Cliente"
          items={PEOPLE.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))}
          value={person}
          onChange={setPerson}
          onType={setTyped}
          keyOf={({ id }) => id}
          textOf={({ name }) => name}
        />
        <Textarea label="Observações" defaultValue="Obrigado!" />
        <div>
          <Checkbox label="Bagagem despachada" hint="23 kg" defaultChecked />
          <Radio label="Só ida" name="trip" defaultChecked />
          <Switch label="Avisar o cliente" defaultChecked />
        </div>
      </FormPair>
    </Card>
  )
}
