// Fields of documents and loyalty numbers, in the form of a client's file and in that of a companion.
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import type { ReactNode } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { FILE_DOCUMENTS_MAX, LOYALTY_ACCOUNTS_MAX } from '../../../contract/limits.ts'
import { usePermission } from '../../api/use-team.ts'
import { masked } from '../../logic/masks.ts'
import { EMPTY_ACCOUNT, EMPTY_DOCUMENT, type TravellerValues } from '../../logic/traveller-file.ts'
import { Button } from '../../parts/button.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { FormPair } from '../../parts/form.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import type { useApiForm } from '../../parts/use-api-form.ts'
import { useWords } from '../../words/language.tsx'
import css from './profile.module.css'
import { fileWords } from './profile-words.ts'

/** The parts of a form that these fields need; the form may hold more. */
export type TravellerForm = Pick<
  ReturnType<typeof useApiForm<TravellerValues>>,
  'register' | 'errorOf' | 'field' | 'day'
> & { readonly control: Control<TravellerValues> }

/** A form that holds more has these fields too; the library's types do not say so. */
export function travellerForm(form: object): TravellerForm {
  return form as TravellerForm
}

const TYPES = ['passport', 'rg', 'cpf_card', 'visa', 'driver_licence', 'vaccine'] as const

export function PersonFields({ form }: { form: TravellerForm }) {
  const words = useWords(fileWords)
  const genders = (['f', 'm'] as const).map((value) => ({ value, label: words.genders[value] }))
  return (
    <FormPair>
      <DateField label={words.bornOn} isOptional about="birth" {...form.day('born_on')} />
      <Select label={words.gender} isOptional none="" choices={genders} {...form.field('gender')} />
    </FormPair>
  )
}

export function DocumentFields({ form }: { form: TravellerForm }) {
  const words = useWords(fileWords)
  const seesNumbers = usePermission('documents.read')
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'identity_documents',
    keyName: 'key',
  })
  const types = TYPES.map((value) => ({ value, label: words.documentTypes[value] }))
  return (
    <Group title={words.documents}>
      {!seesNumbers && fields.length > 0 && <p className="quiet">{words.maskedHint}</p>}
      {fields.map(({ key }, index) => (
        <Item
          key={key}
          title={words.document(index + 1)}
          verb={words.removeDocument(index + 1)}
          onRemove={() => remove(index)}
        >
          <FormPair>
            <Select
              label={words.documentType}
              choices={types}
              {...form.field(`identity_documents.${index}.type`)}
            />
            <Input
              label={words.documentNumber}
              isCode
              maxLength={40}
              autoComplete="off"
              {...form.field(`identity_documents.${index}.number`)}
            />
            <DateField
              label={words.issuedOn}
              isOptional
              about="birth"
              {...form.day(`identity_documents.${index}.issued_on`)}
            />
            <DateField
              label={words.expiresOn}
              isOptional
              about="future"
              {...form.day(`identity_documents.${index}.expires_on`)}
            />
            <Input
              label={words.issuedBy}
              hint={words.countryHint}
              isCode
              maxLength={2}
              autoComplete="off"
              {...form.register(`identity_documents.${index}.issuing_country_code`, {
                onChange: masked(upperCase),
              })}
              error={form.errorOf(`identity_documents.${index}.issuing_country_code`)}
            />
          </FormPair>
        </Item>
      ))}
      <Add
        verb={words.addDocument}
        isFull={fields.length >= FILE_DOCUMENTS_MAX}
        onAdd={() => append(EMPTY_DOCUMENT)}
      />
    </Group>
  )
}

export function LoyaltyFields({ form }: { form: TravellerForm }) {
  const words = useWords(fileWords)
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'loyalty_programme_accounts',
  })
  return (
    <Group title={words.loyalty}>
      {fields.map(({ id }, index) => (
        <Item
          key={id}
          title={words.account(index + 1)}
          verb={words.removeAccount(index + 1)}
          onRemove={() => remove(index)}
        >
          <FormPair>
            <Input
              label={words.airline}
              hint={words.airlineHint}
              isCode
              maxLength={2}
              autoComplete="off"
              {...form.register(`loyalty_programme_accounts.${index}.airline_iata_code`, {
                onChange: masked(upperCase),
              })}
              error={form.errorOf(`loyalty_programme_accounts.${index}.airline_iata_code`)}
            />
            <Input
              label={words.accountNumber}
              isCode
              maxLength={30}
              autoComplete="off"
              {...form.field(`loyalty_programme_accounts.${index}.account_number`)}
            />
          </FormPair>
        </Item>
      ))}
      <Add
        verb={words.addAccount}
        isFull={fields.length >= LOYALTY_ACCOUNTS_MAX}
        onAdd={() => append(EMPTY_ACCOUNT)}
      />
    </Group>
  )
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface ItemProps {
  readonly title: string
  readonly verb: string
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** One entry of a list, with the button that removes it. */
export function Item({ title, verb, onRemove, children }: ItemProps) {
  return (
    <fieldset className={css.item} aria-label={title}>
      <div className={css.line}>
        <span className="quiet">{title}</span>
        <Button kind="bare" icon={trash} aria-label={verb} onClick={onRemove} />
      </div>
      {children}
    </fieldset>
  )
}

export function Add({ verb, isFull, onAdd }: { verb: string; isFull: boolean; onAdd: () => void }) {
  return (
    <div>
      <Button isSmall icon={plus} disabled={isFull} onClick={onAdd}>
        {verb}
      </Button>
    </div>
  )
}

export function upperCase(text: string): string {
  return text.toUpperCase()
}
