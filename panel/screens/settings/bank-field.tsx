// One setting of a bank connection: typed, chosen, or read from a file.
import { BANK_FIELDS, type BankField } from '../../logic/bank-forms.ts'
import { Button } from '../../parts/button.tsx'
import { Input } from '../../parts/input.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Select } from '../../parts/select.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import type { useApiForm } from '../../parts/use-api-form.ts'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import css from './banks.module.css'
import { bankWords } from './banks-words.ts'

export interface BankTyped {
  name: string
  is_default: boolean
  settings: Record<BankField, string>
}

type BankFormOf = ReturnType<typeof useApiForm<BankTyped>>

interface BankFieldProps {
  readonly name: BankField
  readonly form: BankFormOf
  readonly isOptional: boolean
}

export function BankFieldInput({ name, form, isOptional }: BankFieldProps) {
  const words = useWords(bankWords)
  const kind = BANK_FIELDS[name]
  const path = `settings.${name}` as const
  const hints = new Map<string, string>(Object.entries(words.hints))
  const hint = hints.get(name) ?? (kind === 'secret' ? words.secretHint : undefined)
  const field = {
    label: words.fields[name],
    error: useFault(name, form),
    ...(hint !== undefined && { hint }),
    ...(isOptional && { isOptional }),
    ...form.register(path),
  }
  if (kind === 'secret') return <PasswordField {...field} autoComplete="off" />
  if (kind === 'methods') return <Select {...field} choices={choicesOf(words.methodChoices)} />
  if (kind === 'tokenAuth') return <Select {...field} none="" choices={choicesOf(words.authChoices)} />
  if (kind === 'accountType') return <Select {...field} none="" choices={choicesOf(words.accountChoices)} />
  if (kind === 'lines') return <Textarea {...field} rows={2} />
  if (kind === 'text') return <Input {...field} autoComplete="off" spellCheck={false} />
  return (
    <div className={css.pem}>
      <Textarea {...field} rows={3} spellCheck={false} placeholder="-----BEGIN …" />
      <FileInput
        label={`${words.file}: ${words.fields[name]}`}
        onText={(text) => form.setValue(path, text)}
      />
    </div>
  )
}

/** The API's messages are in English; empty fields get a general message. */
function useFault(name: BankField, form: BankFormOf): string | undefined {
  const words = useWords(bankWords)
  const faults = useWords(fieldWords)
  const fault = form.errorOf(`settings.${name}`)
  if (fault === undefined || fault === faults.required) return fault
  return new Map<string, string>(Object.entries(words.faults)).get(name) ?? words.badField
}

function choicesOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

function FileInput({ label, onText }: { label: string; onText: (text: string) => void }) {
  const words = useWords(bankWords)
  const choose = () => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.pem,.crt,.cer,.key'
    input.onchange = () => void input.files?.[0]?.text().then(onText)
    input.click()
  }
  return (
    <Button kind="text" isSmall aria-label={label} onClick={choose}>
      {words.file}
    </Button>
  )
}
