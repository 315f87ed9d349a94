// The form of a new credit note, which shows what it does before it is created.
import { useState } from 'react'
import { EXCESS_USES, type ExcessUse } from '../../../contract/credit-states.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow } from '../../api/use-team.ts'
import { amountOf, centsOf } from '../../logic/money.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Radio } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useDebounced } from '../../parts/use-debounced.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { creditWords } from './credit-words.ts'
import css from './invoicing.module.css'
import { Sums } from './sums.tsx'

type Invoice = ResponseOf<'invoices.read'>

/** The total less what was taken off it. */
function creditable({ total, adjustments }: Invoice): string {
  const cents = adjustments.reduce((sum, { amount }) => sum + (centsOf(amount) ?? 0n), centsOf(total) ?? 0n)
  return amountOf(cents > 0n ? cents : 0n)
}

export function CreditNoteForm({ of, onDone }: { of: Invoice; onDone: () => void }) {
  const words = useWords(creditWords)
  const shared = useWords(partWords)
  const formats = useFormats()
  const now = useNow()
  const [item, setItem] = useState('')
  const [amount, setAmount] = useState(creditable(of))
  const [reason, setReason] = useState('')
  const [excess, setExcess] = useState<ExcessUse | null>(null)
  const [expires, setExpires] = useState('')
  const [notifies, setNotifies] = useState(true)
  const money = { amount: Number(amount) }
  const credited = {
    invoice_id: of.id,
    ...(item === '' ? money : { items: [{ invoice_item_id: item, ...money }] }),
  }
  const asked = useDebounced(JSON.stringify(credited))
  const isSome = money.amount > 0
  const looked = useRead(
    'creditNotes.preview',
    { body: JSON.parse(asked) },
    { isEnabled: isSome, keepsPrevious: true },
  )
  const create = useChange('creditNotes.create', {
    refreshes: ['creditNotes', 'invoices', 'clients', 'trips', 'messages'],
    onDone: () => {
      toast({ text: words.created })
      onDone()
    },
  })
  const error = create.error ?? looked.error
  const faultOf = (name: string) =>
    error instanceof ApiError
      ? error.details
          .filter(({ field }) => field === name || field === `items.0.${name}`)
          .map(({ issue, user_message: text = issue }) => text)[0]
      : undefined
  const { data } = looked
  const over = isSome ? (data?.excess_amount ?? 0) : 0
  const isReady = isSome && reason.trim() !== '' && looked.isSuccess && (over === 0 || excess !== null)
  const send = () =>
    create.mutate({
      body: {
        ...credited,
        reason: reason.trim(),
        notify_client: notifies,
        ...(over > 0 && excess !== null && { excess }),
        ...(over > 0 && excess === 'credit' && expires !== '' && { credit_expires_on: expires }),
      },
    })
  const choose = (id: string) => {
    setItem(id)
    const total = of.items.find((one) => one.id === id)?.total
    const [most, own] = [creditable(of), total === undefined ? null : amountOf(centsOf(total) ?? 0n)]
    setAmount(own === null || (centsOf(own) ?? 0n) > (centsOf(most) ?? 0n) ? most : own)
  }
  return (
    <Form
      failure={create.error === null ? undefined : failureText(create.error, shared).text}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) send()
      }}
    >
      <p className="quiet">{words.createText}</p>
      <FormPair>
        <Select
          label={words.what}
          none={words.whole}
          choices={of.items.map(({ id, description }) => ({ value: id, label: description }))}
          value={item}
          onChange={({ target }) => choose(target.value)}
        />
        <MoneyField
          label={words.amount}
          hint={words.most(formats.money(creditable(of)))}
          value={amount}
          onChange={setAmount}
          error={faultOf('amount')}
        />
      </FormPair>
      <Input
        label={words.reason}
        hint={words.reasonHint}
        maxLength={500}
        value={reason}
        error={faultOf('reason')}
        onChange={({ target }) => setReason(target.value)}
      />
      {data && isSome && (
        <Sums
          of={[
            { name: words.dueBefore, amount: data.amount_due_before },
            { name: words.dueAfter, amount: data.amount_due_after, isMain: true },
          ]}
        />
      )}
      {data && over > 0 && (
        <fieldset className={css.methods}>
          <legend>{words.excess(formats.money(over))}</legend>
          {EXCESS_USES.filter((use) => use !== 'refund' || data.refundable_amount >= over).map((use) => (
            <Radio
              key={use}
              label={words.uses[use]}
              name="excess"
              checked={excess === use}
              onChange={() => setExcess(use)}
            />
          ))}
          {data.refundable_amount > 0 && data.refundable_amount < over && (
            <p className="quiet">{words.notRefundable(formats.money(data.refundable_amount))}</p>
          )}
        </fieldset>
      )}
      {data && over > 0 && excess === 'credit' && (
        <>
          {data.credit_given_back_amount > 0 && (
            <p className="quiet">{words.givenBack(formats.money(data.credit_given_back_amount))}</p>
          )}
          {data.credit_covering_amount > 0 && (
            <p className="quiet">{words.covering(formats.money(data.credit_covering_amount))}</p>
          )}
        </>
      )}
      {data && over > data.credit_given_back_amount && excess === 'credit' && (
        <DateField
          label={words.expires}
          hint={words.expiresHint}
          isOptional
          about="future"
          min={now && formats.isoDay(now)}
          value={expires}
          error={faultOf('credit_expires_on')}
          onChange={({ target }) => setExpires(target.value)}
        />
      )}
      <Checkbox
        label={words.notify}
        checked={notifies}
        onChange={({ target }) => setNotifies(target.checked)}
      />
      <FormButtons>
        <Button kind="main" type="submit" isBusy={create.isPending} disabled={!isReady}>
          {words.createDo(formats.money(isSome ? amount : '0.00'))}
        </Button>
      </FormButtons>
    </Form>
  )
}
