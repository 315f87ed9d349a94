// The form of a client's file.
import updateSchema from 'schema:clients.update'
import { type RefObject, useRef } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { CONTACTS_MAX } from '../../../contract/limits.ts'
import { isStale } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { masked, maskPhone, maskPostalCode } from '../../logic/masks.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import type { FormDraft } from '../../parts/use-draft.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { DraftDrawer } from './draft-drawer.tsx'
import { EMPTY_CONTACT, type FileValues, fileBody, fileValues } from './profile-draft.ts'
import { fileWords } from './profile-words.ts'
import {
  Add,
  DocumentFields,
  Group,
  Item,
  LoyaltyFields,
  PersonFields,
  travellerForm,
  upperCase,
} from './traveller-fields.tsx'
import { useFormatList } from './use-format-list.ts'

type Client = ResponseOf<'clients.read'>

interface FileDialogProps {
  readonly client: Client
  readonly draftName: string
  readonly onClose: () => void
}

export function FileDialog({ client, draftName, onClose }: FileDialogProps) {
  const words = useWords(fileWords)
  return (
    <DraftDrawer title={words.editTitle(client.full_name)} isOpen onClose={onClose}>
      {(draft, leave) => (
        <FileForm client={client} draftName={draftName} draft={draft} onLeave={leave} onSaved={onClose} />
      )}
    </DraftDrawer>
  )
}

interface FileFormProps {
  readonly client: Client
  readonly draftName: string
  readonly draft: RefObject<FormDraft | null>
  readonly onLeave: () => void
  readonly onSaved: () => void
}

function FileForm({ client, draftName, draft, onLeave, onSaved }: FileFormProps) {
  const words = useWords(fileWords)
  const parts = useWords(partWords)
  const formatValue = useFormatList()
  const latest = useRef(client)
  const update = useChange('clients.update', {
    refreshes: ['clients', 'companions'],
    onDone: ({ warnings }) => {
      draft.current?.end()
      toast({ text: warnings.length > 0 ? words.checkNumbers : words.saved })
      onSaved()
    },
  })
  // The response about another version has no documents, so the whole file is read.
  const versions = edited(client, () => fileValues(latest.current))
  const form = useApiForm<FileValues>({
    values: fileValues(client),
    schema: updateSchema,
    toBody: (typed) => bodyOf(typed),
    send: async (typed, ifMatch) => {
      try {
        await update.mutateAsync({ params: { id: client.id }, body: bodyOf(typed), ifMatch })
      } catch (error) {
        if (isStale(error)) latest.current = await call('clients.read', { params: { id: client.id } })
        throw error
      }
    },
    draft: draftName,
    edits: versions,
  })
  const bodyOf = (typed: FileValues): ReturnType<typeof fileBody> => fileBody(typed, beforeOf(form))
  draft.current = form.draft
  const traveller = travellerForm(form)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} formatValue={formatValue} />
      {client.client_type === 'individual' && (
        <>
          <FormPair>
            <Input
              label={words.givenName}
              hint={words.givenNameHint}
              isOptional
              maxLength={60}
              autoComplete="off"
              {...form.field('given_name')}
            />
            <Input
              label={words.familyName}
              isOptional
              maxLength={60}
              autoComplete="off"
              {...form.field('family_name')}
            />
          </FormPair>
          <PersonFields form={traveller} />
        </>
      )}
      <AddressFields form={form} />
      <DocumentFields form={traveller} />
      {client.client_type === 'individual' && <LoyaltyFields form={traveller} />}
      <ContactFields form={form} />
      <Group title={words.preferences}>
        <FormPair>
          <Input label={words.seat} isOptional maxLength={100} {...form.field('preferences.seat')} />
          <Input label={words.meal} isOptional maxLength={100} {...form.field('preferences.meal')} />
        </FormPair>
        <Textarea
          label={words.wishes}
          isOptional
          rows={3}
          maxLength={2_000}
          {...form.field('preferences.notes')}
        />
      </Group>
      <FormButtons>
        <Button onClick={onLeave}>{parts.cancel}</Button>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {parts.save}
        </Button>
      </FormButtons>
    </Form>
  )
}

type FormOfFile = ReturnType<typeof useApiForm<FileValues>>

/** The version that was edited; with a restored draft, that of the draft. */
function beforeOf({ formState }: UseFormReturn<FileValues>): FileValues {
  return formState.defaultValues as FileValues
}

function AddressFields({ form }: { form: FormOfFile }) {
  const words = useWords(fileWords)
  const field = (name: keyof FileValues['address']) => ({
    ...form.field(`address.${name}`),
    isOptional: true,
    autoComplete: 'off',
  })
  const isBrazil = form.watch('address.country') === 'BR'
  return (
    <Group title={words.address}>
      <FormPair>
        <Input
          label={words.postalCode}
          {...field('postal_code')}
          {...form.register('address.postal_code', {
            ...(isBrazil && { onChange: masked(maskPostalCode) }),
          })}
        />
        <Input label={words.street} maxLength={120} {...field('street')} />
        <Input label={words.number} maxLength={20} {...field('number')} />
        <Input label={words.complement} maxLength={60} {...field('complement')} />
        <Input label={words.district} maxLength={80} {...field('district')} />
        <Input label={words.city} maxLength={80} {...field('city')} />
        <Input label={words.state} {...field('state')} />
        <Input
          label={words.country}
          hint={words.countryHint}
          isCode
          maxLength={2}
          {...field('country')}
          {...form.register('address.country', { onChange: masked(upperCase) })}
        />
        <Input label={words.ibge} inputMode="numeric" isCode maxLength={7} {...field('ibge_code')} />
      </FormPair>
    </Group>
  )
}

function ContactFields({ form }: { form: FormOfFile }) {
  const words = useWords(fileWords)
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'contacts' })
  return (
    <Group title={words.contacts}>
      {fields.map(({ id }, index) => (
        <Item
          key={id}
          title={words.contact(index + 1)}
          verb={words.removeContact(index + 1)}
          onRemove={() => remove(index)}
        >
          <FormPair>
            <Input label={words.contactName} maxLength={200} {...form.field(`contacts.${index}.name`)} />
            <Input
              label={words.contactRole}
              isOptional
              maxLength={100}
              {...form.field(`contacts.${index}.role`)}
            />
            <Input
              label={words.email}
              type="email"
              isOptional
              autoComplete="off"
              {...form.field(`contacts.${index}.email`)}
            />
            <Input
              label={words.phone}
              type="tel"
              isOptional
              autoComplete="off"
              {...form.register(`contacts.${index}.phone`, { onChange: masked(maskPhone) })}
              error={form.errorOf(`contacts.${index}.phone`)}
            />
          </FormPair>
        </Item>
      ))}
      <Add
        verb={words.addContact}
        isFull={fields.length >= CONTACTS_MAX}
        onAdd={() => append(EMPTY_CONTACT)}
      />
    </Group>
  )
}
