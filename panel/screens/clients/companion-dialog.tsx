// The form of a new or existing companion.
import createSchema from 'schema:companions.create'
import updateSchema from 'schema:companions.update'
import { type RefObject, useRef } from 'react'
import { isStale } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { masked, maskPhone, phoneOf } from '../../logic/masks.ts'
import { type TravellerValues, travellerBody, travellerValues } from '../../logic/traveller-file.ts'
import { Button } from '../../parts/button.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import type { FormDraft } from '../../parts/use-draft.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { relationshipWords } from '../../words/relationships.ts'
import { DraftDrawer } from './draft-drawer.tsx'
import { fileWords } from './profile-words.ts'
import { DocumentFields, LoyaltyFields, PersonFields, travellerForm } from './traveller-fields.tsx'
import { useFormatList } from './use-format-list.ts'

type Companion = ResponseOf<'companions.read'>

interface CompanionDialogProps {
  readonly clientId: string
  /** Undefined for a new companion. */
  readonly companionId?: string
  readonly draftName: string
  readonly onClose: () => void
}

export function CompanionDialog({ clientId, companionId, draftName, onClose }: CompanionDialogProps) {
  const words = useWords(fileWords)
  return (
    <DraftDrawer
      title={companionId === undefined ? words.newCompanion : words.editCompanion}
      isOpen
      onClose={onClose}
    >
      {(draft, leave) => {
        const form = { clientId, draftName, draft, onLeave: leave, onSaved: onClose }
        return companionId === undefined ? (
          <CompanionForm {...form} />
        ) : (
          <KnownCompanion {...form} id={companionId} />
        )
      }}
    </DraftDrawer>
  )
}

interface CompanionFormProps {
  readonly clientId: string
  readonly companion?: Companion
  readonly draftName: string
  readonly draft: RefObject<FormDraft | null>
  readonly onLeave: () => void
  readonly onSaved: () => void
}

/** Reads the companion alone, since a list has no version to compare with. */
function KnownCompanion({ id, ...form }: CompanionFormProps & { id: string }) {
  const result = useRead('companions.read', { params: { id: form.clientId, companion_id: id } })
  return <Loaded result={result}>{(companion) => <CompanionForm {...form} companion={companion} />}</Loaded>
}

function CompanionForm({ clientId, companion, draftName, draft, onLeave, onSaved }: CompanionFormProps) {
  const words = useWords(fileWords)
  const relationships = useWords(relationshipWords)
  const parts = useWords(partWords)
  const formatValue = useFormatList()
  const latest = useRef(companion)
  const done = {
    refreshes: ['companions', 'clients'],
    onDone: ({ warnings }: { warnings: readonly unknown[] }) => {
      draft.current?.end()
      const text = companion === undefined ? words.companionAdded : words.companionSaved
      toast({ text: warnings.length > 0 ? words.checkNumbers : text })
      onSaved()
    },
  }
  const create = useChange('companions.create', done)
  const update = useChange('companions.update', done)
  const form = useApiForm<Values>({
    values: valuesOf(companion),
    schema: companion === undefined ? createSchema : updateSchema,
    toBody: (typed) => bodyOf(typed),
    send: async (typed, ifMatch) => {
      const body = bodyOf(typed)
      if (companion === undefined) return create.mutateAsync({ params: { id: clientId }, body })
      const params = { id: clientId, companion_id: companion.id }
      try {
        return await update.mutateAsync({ params, body, ifMatch })
      } catch (error) {
        // The response about another version has no documents, so the whole companion is read.
        if (isStale(error)) latest.current = await call('companions.read', { params })
        throw error
      }
    },
    draft: draftName,
    ...(companion !== undefined && { edits: edited(companion, () => valuesOf(latest.current)) }),
  })
  const bodyOf = (typed: Values): ReturnType<typeof companionBody> =>
    companionBody(typed, form.formState.defaultValues as Values)
  draft.current = form.draft
  const traveller = travellerForm(form)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} formatValue={formatValue} />
      <Select
        label={words.relationship}
        choices={RELATIONSHIPS.map((value) => ({ value, label: relationships[value] }))}
        {...form.field('relationship')}
      />
      <FormPair>
        <Input
          label={words.givenName}
          hint={words.givenNameHint}
          maxLength={60}
          autoComplete="off"
          {...form.field('given_name')}
        />
        <Input label={words.familyName} maxLength={60} autoComplete="off" {...form.field('family_name')} />
      </FormPair>
      <PersonFields form={traveller} />
      <FormPair>
        <Input label={words.email} type="email" isOptional autoComplete="off" {...form.field('email')} />
        <Input
          label={words.phone}
          type="tel"
          isOptional
          autoComplete="off"
          {...form.register('phone', { onChange: masked(maskPhone) })}
          error={form.errorOf('phone')}
        />
      </FormPair>
      <DocumentFields form={traveller} />
      <LoyaltyFields form={traveller} />
      <FormButtons>
        <Button onClick={onLeave}>{parts.cancel}</Button>
        <Button type="submit" kind="main" isBusy={form.isBusy}>
          {parts.save}
        </Button>
      </FormButtons>
    </Form>
  )
}

const RELATIONSHIPS = [
  'spouse',
  'child',
  'parent',
  'sibling',
  'relative',
  'friend',
  'employee',
  'other',
] as const satisfies readonly Companion['relationship'][]

interface Values extends TravellerValues {
  relationship: Companion['relationship']
  given_name: string
  family_name: string
  email?: string | undefined
  phone?: string | undefined
}

function valuesOf(companion: Companion | undefined): Values {
  return {
    relationship: companion?.relationship ?? 'spouse',
    given_name: companion?.given_name ?? '',
    family_name: companion?.family_name ?? '',
    email: companion?.email ?? '',
    phone: maskPhone(companion?.phone ?? ''),
    ...travellerValues(companion),
  }
}

function companionBody(typed: Values, before: Values) {
  const { relationship, given_name, family_name, email, phone } = typed
  return {
    relationship,
    given_name,
    family_name,
    email: email || null,
    phone: phone ? (phoneOf(phone) ?? phone) : null,
    ...travellerBody(typed, before),
  }
}
