// The steps to connect a bank: choice, settings, and the bank's test before saving.
import chevron from 'icon:chevron-right'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import {
  BANK_FIELDS,
  type BankChoice,
  type BankField,
  bankChoices,
  bankForm,
  bankSettings,
  missingFields,
} from '../../logic/bank-forms.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Input } from '../../parts/input.tsx'
import { Stepper } from '../../parts/stepper.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useTranslate } from '../../words/translate.ts'
import { BankFieldInput, type BankTyped } from './bank-field.tsx'
import css from './banks.module.css'
import { bankWords } from './banks-words.ts'

export function ConnectBank({ isTest, onClose }: { isTest: boolean; onClose: () => void }) {
  const words = useWords(bankWords)
  const [chosen, setChosen] = useState<BankChoice | null>(null)
  /** The requirements that a bank just connected lacks. */
  const [gaps, setGaps] = useState<readonly string[]>([])
  const onConnected = (found: readonly string[]) => (found.length === 0 ? onClose() : setGaps(found))
  return (
    <Dialog title={words.connect} kind="drawer" isOpen onClose={onClose}>
      <div className={css.way}>
        <Stepper steps={words.steps} at={chosen === null ? 0 : 1} />
        {gaps.length > 0 ? (
          <Gaps of={gaps} onClose={onClose} />
        ) : chosen === null ? (
          <ChooseBank choices={bankChoices(isTest)} onChoose={setChosen} />
        ) : (
          <Credentials key={chosen} choice={chosen} onBack={() => setChosen(null)} onDone={onConnected} />
        )}
      </div>
    </Dialog>
  )
}

function Gaps({ of, onClose }: { of: readonly string[]; onClose: () => void }) {
  const words = useWords(bankWords)
  const parts = useWords(partWords)
  return (
    <>
      <h3>{words.missing}</h3>
      <ul>
        {of.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      <FormButtons>
        <Button kind="main" onClick={onClose}>
          {parts.close}
        </Button>
      </FormButtons>
    </>
  )
}

interface ChooseBankProps {
  readonly choices: readonly BankChoice[]
  readonly onChoose: (choice: BankChoice) => void
}

function ChooseBank({ choices, onChoose }: ChooseBankProps) {
  const words = useWords(bankWords)
  return (
    <>
      <h3>{words.choose}</h3>
      <ul className={css.choices}>
        {choices.map((choice) => (
          <li key={choice}>
            <button type="button" onClick={() => onChoose(choice)}>
              {words.banks[choice]}
              <Icon of={chevron} size={16} />
            </button>
          </li>
        ))}
      </ul>
      {choices.includes('generic') && <p className="quiet">{words.chooseOther}</p>}
    </>
  )
}

const P12 = [
  'openssl pkcs12 -in banco.p12 -clcerts -nokeys -out certificado.pem',
  'openssl pkcs12 -in banco.p12 -nocerts -nodes -out chave.pem',
].join('\n')

interface CredentialsProps {
  readonly choice: BankChoice
  readonly onBack: () => void
  readonly onDone: (missing: readonly string[]) => void
}

function Credentials({ choice, onBack, onDone }: CredentialsProps) {
  const words = useWords(bankWords)
  const parts = useWords(partWords)
  const faults = useWords(fieldWords)
  const translate = useTranslate()
  const { provider, profile, needs, may, rarely } = bankForm(choice)
  const connect = useChange('paymentProviders.connect', { refreshes: ['paymentProviders', 'readiness'] })
  const form = useApiForm<BankTyped>({
    values: { name: '', is_default: true, settings: emptySettings() },
    check: ({ settings }) =>
      missingFields(choice, settings).map((field) => [`settings.${field}`, faults.required]),
    send: async ({ name, is_default, settings }) => {
      const sent = { provider, is_default, settings: bankSettings(choice, settings) }
      const { data: made, warnings } = await connect.mutateAsync({ body: { ...sent, ...(name && { name }) } })
      toast({ text: words.connected(translate(made.name)) })
      onDone(warnings.map(({ issue, user_message: text = issue }) => text))
    },
  })
  const rare = useRef<HTMLDetailsElement>(null)
  const isRareBad = rarely.some((name) => form.errorOf(`settings.${name}`) !== undefined)
  // A field of a closed section takes no focus when it is refused.
  useEffect(() => {
    if (!isRareBad || rare.current === null) return
    rare.current.open = true
    rare.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isRareBad])
  const show = (isOptional: boolean) => (name: BankField) => (
    <BankFieldInput key={name} name={name} form={form} isOptional={isOptional} />
  )
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <h3>{words.banks[choice]}</h3>
      <p className="quiet">{words.where[whereOf(choice)]}</p>
      <BankSteps choice={choice} />
      {profile !== undefined && <CodeBlock text={P12} what="openssl" />}
      {needs.map(show(false))}
      {may.map(show(true))}
      <Input
        label={words.name}
        isOptional
        hint={words.nameHint}
        maxLength={100}
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <Checkbox label={words.asUsual} hint={words.usualUndo} {...form.register('is_default')} />
      {rarely.length > 0 && (
        <details ref={rare} className={css.rarely}>
          <summary>{words.rarely}</summary>
          <div className={css.way}>{rarely.map(show(true))}</div>
        </details>
      )}
      <FormButtons>
        <Button onClick={onBack}>{parts.back}</Button>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {words.check}
        </Button>
      </FormButtons>
    </Form>
  )
}

/** Steps at the bank, one after the other, and the requirements of cards. */
function BankSteps({ choice }: { choice: BankChoice }) {
  const words = useWords(bankWords)
  if (choice !== 'asaas' && choice !== 'mercado-pago') return null
  return (
    <ol className={css.numbered}>
      {words.bankSteps[choice].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Banks with the Pix API provide the same credentials. */
function whereOf(choice: BankChoice): 'asaas' | 'mercado-pago' | 'simulated' | 'pix-key' | 'pix' {
  const isOwn =
    choice === 'asaas' || choice === 'mercado-pago' || choice === 'simulated' || choice === 'pix-key'
  return isOwn ? choice : 'pix'
}

function emptySettings(): Record<BankField, string> {
  const empty = Object.fromEntries(Object.keys(BANK_FIELDS).map((name) => [name, '']))
  return { ...empty, methods: 'pix,boleto' } as Record<BankField, string>
}
