// The fields of a trip: client, title, travellers, seller. Items are added on the page of the trip.
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import userPlus from 'icon:user-plus'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useRead } from '../../api/use-read.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { ClientField } from '../../parts/records/client-field.tsx'
import { NewClient } from '../../parts/records/new-client.tsx'
import { Select } from '../../parts/select.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import type { Edited } from '../../parts/use-conflict.ts'
import { fieldWords } from '../../words/fields.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import type { TripDraft } from './trip-draft.ts'
import css from './trips.module.css'
import { useSellers } from './use-sellers.ts'
import { tripScreenWords } from './words.ts'

export interface TripFormProps {
  readonly values: TripDraft
  readonly draft: string
  readonly edits?: Edited<TripDraft>
  readonly send: (draft: TripDraft, ifMatch: string | undefined) => Promise<unknown>
  /** The client of a trip with invoices or bookings cannot change. */
  readonly isClientFixed?: boolean
  readonly buttons: (isBusy: boolean) => ReactNode
}

export function TripForm({ isClientFixed = false, buttons, send, ...options }: TripFormProps) {
  const words = useWords(tripScreenWords)
  const parts = useWords(partWords)
  const faults = useWords(fieldWords)
  const form = useApiForm<TripDraft>({
    ...options,
    check: ({ client_id, travellers }) => [
      ...(client_id === '' ? [['client_id', faults.required] as const] : []),
      ...travellers.flatMap(({ full_name: name, born_on: born }, index) =>
        name.trim() === '' && born !== ''
          ? [[`travellers.${index}.full_name`, faults.required] as const]
          : [],
      ),
    ],
    send: async (_, ifMatch) => {
      await send(form.getValues(), ifMatch)
    },
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} formatValue={(field, value) => shownValue(field, value, words, parts)} />
      <Card title={words.details}>
        <div className={css.fields}>
          {isClientFixed ? (
            <p className="quiet">{words.clientFixed}</p>
          ) : (
            <>
              <ClientField
                value={form.watch('client_id')}
                onChange={(id) => chooseClient(form, id, false)}
                error={form.errorOf('client_id')}
                hint={words.clientPays}
              />
              <div>
                <NewClient onCreated={(id) => chooseClient(form, id, true)} />
              </div>
            </>
          )}
          <Input
            label={words.title}
            hint={words.titleHint}
            isOptional
            maxLength={200}
            autoComplete="off"
            {...form.field('title')}
          />
          <Seller form={form} isNew={options.edits === undefined} />
        </div>
      </Card>
      <Card title={words.travellers} sub={words.travellersSub}>
        <Travellers form={form} />
      </Card>
      <FormButtons>{buttons(form.isBusy)}</FormButtons>
    </Form>
  )
}

type FormState = ReturnType<typeof useApiForm<TripDraft>>

/** The companions of one client are not those of another. */
function chooseClient(form: FormState, id: string, shouldDirty: boolean): void {
  form.setValue('client_id', id, { shouldDirty })
  const rows = form.getValues('travellers')
  if (rows.some(({ companion_id: companion }) => companion !== ''))
    form.setValue(
      'travellers',
      rows.map((row) => ({ ...row, companion_id: '' })),
    )
}

function Seller({ form, isNew }: { form: FormState; isNew: boolean }) {
  const words = useWords(tripScreenWords)
  const mayAssign = usePermission('trips.assign')
  const sellers = useSellers()
  const { data: team } = useTeam()
  if (!mayAssign || sellers.length === 0) return null
  return (
    <Select
      label={words.seller}
      none={!isNew || team?.person == null ? words.noSeller : words.ownSale(team.person.name)}
      choices={sellers}
      {...form.field('seller_id')}
    />
  )
}

function Travellers({ form }: { form: FormState }) {
  const words = useWords(tripScreenWords)
  const { fields, append, remove, update } = useFieldArray({
    control: form.control,
    name: 'travellers',
    keyName: 'row',
  })
  const clientId = form.watch('client_id')
  const seesClients = usePermission('clients.read')
  const { data: people = [] } = useRead(
    'clients.travellers',
    { params: { id: clientId } },
    { isEnabled: seesClients && clientId !== '' },
  )
  const chosen = form.watch('travellers')
  const isIn = (id: string) =>
    chosen.some(({ client_id: client, companion_id: companion }) => client === id || companion === id)
  const add = ({ person, person_id: id, full_name, passenger }: (typeof people)[number]) => {
    const one = {
      ...{ id: '', full_name, born_on: passenger.born_on ?? '' },
      client_id: person === 'client' ? id : '',
      companion_id: person === 'companion' ? id : '',
    }
    const rows = form.getValues('travellers')
    const empty = rows.findIndex((row) => row.full_name.trim() === '' && row.born_on === '')
    if (empty === -1) append(one)
    else update(empty, one)
  }
  return (
    <div className={css.fields}>
      {fields.map(({ row }, index) => (
        <fieldset key={row} className={css.traveller}>
          <legend className="hidden-text">{words.traveller(index + 1)}</legend>
          <Input
            label={words.fullName}
            maxLength={200}
            autoComplete="off"
            {...form.field(`travellers.${index}.full_name`)}
          />
          <DateField
            label={words.bornOn}
            isOptional
            about="birth"
            {...form.day(`travellers.${index}.born_on`)}
          />
          <Button
            kind="bare"
            icon={trash}
            aria-label={words.removeTraveller(index + 1)}
            onClick={() => remove(index)}
          />
        </fieldset>
      ))}
      <div className={css.row}>
        <Button
          isSmall
          icon={plus}
          onClick={() => append({ id: '', full_name: '', born_on: '', client_id: '', companion_id: '' })}
        >
          {words.addTraveller}
        </Button>
        {people
          .filter(({ person_id: id }) => !isIn(id))
          .map((person) => (
            <Button key={person.person_id} isSmall icon={userPlus} onClick={() => add(person)}>
              {words.alsoTravels(person.full_name)}
            </Button>
          ))}
      </div>
    </div>
  )
}

function shownValue(
  field: string,
  value: unknown,
  words: (typeof tripScreenWords)['pt'],
  parts: (typeof partWords)['pt'],
) {
  if (field === 'client_id') return { label: parts.client, text: <ClientName id={String(value)} /> }
  if (field !== 'travellers' || !Array.isArray(value)) return undefined
  return { label: words.travellers, text: value.map((one) => String(Object(one).full_name)).join(', ') }
}

function ClientName({ id }: { id: string }) {
  return useRead('clients.read', { params: { id } }, { isEnabled: id !== '' }).data?.full_name
}
