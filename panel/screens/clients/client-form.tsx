// The form of a new or existing client.
import createSchema from 'schema:clients.create'
import type { RefObject } from 'react'
import type { Client } from '../../../contract/clients.ts'
import type { ErrorDetail } from '../../../contract/common.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { masked, maskPhone, maskTaxId, phoneOf } from '../../logic/masks.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { KnownClients, useKnownClients } from '../../parts/records/known-clients.tsx'
import { Select } from '../../parts/select.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import type { FormDraft } from '../../parts/use-draft.ts'
import { useTaxIdFaults } from '../../parts/use-tax-id-faults.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { sendingWords } from '../../words/sending.ts'
import { DraftDrawer } from './draft-drawer.tsx'
import { clientWords } from './words.ts'

interface ClientDialogProps {
  /** Undefined for a new client. */
  readonly client?: Client
  /** The name of the stored draft. */
  readonly draftName: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSaved?: (client: Client) => void
}

export function ClientDialog({ client, draftName, isOpen, onClose, onSaved }: ClientDialogProps) {
  const words = useWords(clientWords)
  return (
    <DraftDrawer
      title={client === undefined ? words.newOne : words.editTitle}
      isOpen={isOpen}
      onClose={onClose}
    >
      {(draft, leave) => (
        <ClientForm
          client={client}
          draftName={draftName}
          onLeave={leave}
          onSaved={(saved) => {
            onClose()
            onSaved?.(saved)
          }}
          draft={draft}
        />
      )}
    </DraftDrawer>
  )
}

interface ClientFormProps {
  readonly client: Client | undefined
  readonly draftName: string
  readonly onLeave: () => void
  readonly onSaved: (client: Client) => void
  /** Receives the draft, so that the dialog can ask before input is lost. */
  readonly draft: RefObject<FormDraft | null>
}

function ClientForm({ client, draftName, onLeave, onSaved, draft }: ClientFormProps) {
  const words = useWords(clientWords)
  const parts = useWords(partWords)
  const save = useSave(client, (saved) => {
    // Before the next screen opens: leaving it at once must not bring the draft back.
    draft.current?.end()
    onSaved(saved)
  })
  const form = useApiForm<Values>({
    values: valuesOf(client),
    schema: createSchema,
    send: save,
    draft: draftName,
    ...(client !== undefined && { edits: edited(client, valuesOf) }),
  })
  draft.current = form.draft
  const sending = useWords(sendingWords)
  const { known, submit } = useKnownClients(form, client === undefined)
  const { register, errorOf } = form
  const isCompany = form.watch('client_type') === 'company'
  const kind = isCompany ? 'cnpj' : 'cpf'
  const taxIds = useTaxIdFaults({ cpf: form.watch('cpf'), cnpj: form.watch('cnpj') }, valuesOf(client))
  return (
    <Form onSubmit={submit} failure={form.failure}>
      <FormNotices form={form} />
      <Select
        label={words.type}
        choices={[
          { value: 'individual', label: words.types.individual },
          { value: 'company', label: words.types.company },
        ]}
        {...register('client_type')}
      />
      <Input
        label={isCompany ? words.legalName : words.name}
        autoComplete="off"
        error={errorOf('full_name')}
        {...register('full_name')}
      />
      {isCompany && (
        <Input
          label={words.tradeName}
          isOptional
          error={errorOf('company_name')}
          {...register('company_name')}
        />
      )}
      <Input label={words.email} type="email" error={errorOf('email')} {...register('email')} />
      <FormPair>
        <Input
          key={kind}
          label={isCompany ? words.cnpj : words.cpf}
          isOptional
          isCode
          error={taxIds.live(kind) ?? errorOf(kind)}
          {...register(kind, { onChange: masked(maskTaxId), validate: taxIds.check(kind) })}
        />
        <Input
          label={words.phone}
          type="tel"
          isOptional
          hint={words.phoneHint}
          error={errorOf('phone')}
          {...register('phone', { onChange: masked(maskPhone) })}
        />
      </FormPair>
      <Select
        label={words.language}
        choices={[{ value: '', label: words.agencyLanguage }, ...LANGUAGE_CHOICES]}
        {...register('language')}
      />
      <Textarea
        label={words.remarks}
        isOptional
        hint={words.remarksHint}
        rows={3}
        error={errorOf('notes')}
        {...register('notes')}
      />
      <KnownClients
        of={known}
        verb={sending.openKnown}
        onChoose={({ id }) => {
          form.draft.end()
          void navigate(PATHS.client(id))
        }}
      />
      <FormButtons>
        <Button onClick={onLeave}>{parts.cancel}</Button>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {known.length > 0 ? sending.createAnyway : client === undefined ? words.create : parts.save}
        </Button>
      </FormButtons>
    </Form>
  )
}

/** Each language in its own name, so that its speakers recognise it. */
const LANGUAGE_CHOICES = [
  { value: 'pt-BR', label: 'Português' },
  { value: 'en', label: 'English' },
]

interface Values {
  client_type: Client['client_type']
  full_name: string
  email: string
  company_name?: string | undefined
  cpf?: string | undefined
  cnpj?: string | undefined
  phone?: string | undefined
  notes: string
  language?: Client['language'] | '' | undefined
}

function valuesOf(client: Client | undefined): Values {
  return {
    client_type: client?.client_type ?? 'individual',
    full_name: client?.full_name ?? '',
    email: client?.email ?? '',
    company_name: client?.company_name ?? '',
    cpf: maskTaxId(client?.cpf ?? ''),
    cnpj: maskTaxId(client?.cnpj ?? ''),
    phone: maskPhone(client?.phone ?? ''),
    notes: client?.notes ?? '',
    language: client?.language ?? '',
  }
}

/** Creates or updates a client. Numbers with wrong check digits are accepted with a warning. */
function useSave(client: Client | undefined, done: (saved: Client) => void) {
  const words = useWords(clientWords)
  const refreshes = ['clients', 'bookings']
  const onDone = ({ data, warnings }: { data: Client; warnings: readonly ErrorDetail[] }) => {
    const fields = warnings.map(({ field }) => field.toUpperCase()).join(', ')
    const said = client === undefined ? words.created : words.saved
    toast({ text: fields === '' ? said : words.checkDigits(fields) })
    done(data)
  }
  const create = useChange('clients.create', { refreshes, onDone })
  const update = useChange('clients.update', { refreshes, onDone })
  return (values: Values, ifMatch: string | undefined) => {
    const isCompany = values.client_type === 'company'
    const body = {
      ...values,
      company_name: (isCompany && values.company_name) || null,
      cpf: (!isCompany && values.cpf) || null,
      cnpj: (isCompany && values.cnpj) || null,
      phone: values.phone ? (phoneOf(values.phone) ?? values.phone) : null,
      language: values.language || null,
    }
    if (client === undefined) return create.mutateAsync({ body })
    return update.mutateAsync({ params: { id: client.id }, body, ifMatch })
  }
}
