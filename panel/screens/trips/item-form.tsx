// The form of an item: only the fields that fit its kind, with typed values kept until they are saved.
import type { ReactNode } from 'react'
import type { TripDetail, TripItemKind } from '../../../contract/trips.ts'
import { masked } from '../../logic/masks.ts'
import { maskTime } from '../../logic/zones.ts'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Form, FormButtons, FormPair } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { Input } from '../../parts/input.tsx'
import { Select } from '../../parts/select.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import type { Edited } from '../../parts/use-conflict.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { zoneWords } from '../../words/zones.ts'
import { FlightFields } from './flight-fields.tsx'
import { FIELDS, formField, type ItemDraft, type ItemField, itemFaults } from './item-draft.ts'
import { itemWords } from './item-words.ts'
import { PriceFields } from './price-fields.tsx'
import css from './trips.module.css'

export type ItemFormState = ReturnType<typeof useApiForm<ItemDraft>>

export interface ItemFormProps {
  readonly kind: TripItemKind
  readonly trip: TripDetail
  readonly values: ItemDraft
  readonly draft: string
  readonly edits?: Edited<ItemDraft>
  readonly send: (draft: ItemDraft, ifMatch: string | undefined) => Promise<unknown>
  readonly buttons: (isBusy: boolean) => ReactNode
}

export function ItemForm({ kind, trip, buttons, send, ...options }: ItemFormProps) {
  const words = useWords(itemWords)
  const form = useApiForm<ItemDraft>({
    ...options,
    check: (typed) => [...itemFaults(kind, typed)].map(([field, fault]) => [field, words.faults[fault]]),
    fieldOf: formField,
    send: async (_, ifMatch) => {
      await send(form.getValues(), ifMatch)
    },
  })
  const has = (field: ItemField) => FIELDS[kind].includes(field)
  const placed = ['starts', 'ends', 'place', 'free'] as const
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} formatValue={(field, value) => shownValue(field, value, trip, words)} />
      <div className={css.halves}>
        <div className={css.page}>
          <Card title={words.what}>
            <div className={css.fields}>
              <What kind={kind} form={form} />
              {has('flights') && <FlightFields form={form} />}
            </div>
          </Card>
          {(placed.some(has) || trip.travellers.length > 0) && (
            <Card
              title={placed.some((field) => field !== 'free' && has(field)) ? words.whenWhere : words.whose}
            >
              <div className={css.fields}>
                <When kind={kind} form={form} />
                <Whose trip={trip} form={form} />
              </div>
            </Card>
          )}
        </div>
        <div className={css.page}>
          <PriceFields form={form} isNew={options.edits === undefined} />
          <Card title={words.remarks}>
            <div className={css.fields}>
              {has('instructions') && (
                <Textarea
                  label={words.instructions}
                  hint={words.instructionsHint}
                  isOptional
                  rows={3}
                  maxLength={2_000}
                  {...form.field('instructions')}
                />
              )}
              <Textarea
                label={words.notes}
                hint={words.notesHint}
                isOptional
                rows={3}
                maxLength={5_000}
                {...form.field('notes')}
              />
            </div>
          </Card>
          <FormButtons>{buttons(form.isBusy)}</FormButtons>
        </div>
      </div>
    </Form>
  )
}

interface PartProps {
  readonly kind: TripItemKind
  readonly form: ItemFormState
}

function What({ kind, form }: PartProps) {
  const words = useWords(itemWords)
  const has = (field: ItemField) => FIELDS[kind].includes(field)
  return (
    <>
      <FormPair>
        {form.watch('status') === 'cancelled' ? (
          <Input label={words.status} hint={words.cancelledHint} value={words.statuses.cancelled} readOnly />
        ) : (
          <Select
            label={words.status}
            hint={words.statusHint}
            choices={(['quoted', 'confirmed'] as const).map((value) => ({
              value,
              label: words.statuses[value],
            }))}
            {...form.field('status')}
          />
        )}
        {kind !== 'fee' && (
          <Input
            label={words.numbers[kind]}
            isOptional
            isCode
            maxLength={60}
            autoComplete="off"
            {...form.field('confirmation_number')}
          />
        )}
      </FormPair>
      <Input
        label={words.descriptions[kind]}
        {...(has('flights') && { isOptional: true })}
        maxLength={500}
        autoComplete="off"
        {...form.field('description')}
      />
      {has('supplier') && (
        <FormPair>
          <Input
            label={words.supplier}
            hint={words.supplierHint}
            isOptional
            maxLength={200}
            autoComplete="off"
            {...form.field('supplier_name')}
          />
          {has('supplier_phone') && (
            <Input
              label={words.phone}
              hint={words.phoneHint}
              isOptional
              type="tel"
              maxLength={50}
              {...form.field('supplier_phone')}
            />
          )}
        </FormPair>
      )}
      {(has('unit') || has('meal_plan')) && (
        <FormPair>
          {has('unit') && (
            <Input
              label={words.units[kind] ?? words.unit}
              isOptional
              maxLength={200}
              {...form.field('unit')}
            />
          )}
          {has('meal_plan') && (
            <Input label={words.meals} isOptional maxLength={100} {...form.field('meal_plan')} />
          )}
        </FormPair>
      )}
    </>
  )
}

function When({ kind, form }: PartProps) {
  const words = useWords(itemWords)
  const has = (field: ItemField) => FIELDS[kind].includes(field)
  return (
    <>
      {has('starts') && (
        <div className={css.dayTime}>
          <DateField label={words.starts[kind] ?? words.start} {...form.day('starts_day')} />
          {has('starts_time') && <TimeField form={form} name="starts_time" />}
        </div>
      )}
      {has('ends') && (
        <div className={css.dayTime}>
          <DateField
            label={words.ends[kind] ?? words.end}
            min={form.watch('starts_day')}
            {...form.day('ends_day')}
          />
          {has('ends_time') && <TimeField form={form} name="ends_time" />}
        </div>
      )}
      {has('place') && (
        <Input
          label={words.places[kind] ?? words.place}
          isOptional
          maxLength={300}
          autoComplete="off"
          {...form.field('place')}
        />
      )}
      {has('starts_time') && (
        <FormPair>
          <ZoneField form={form} name="starts_zone" label={words.zone} />
          {has('ends_zone') && <ZoneField form={form} name="ends_zone" label={words.endZone} />}
        </FormPair>
      )}
      {has('free') && <FreeUntil form={form} />}
    </>
  )
}

type TimeName = 'starts_time' | 'ends_time' | 'free_time'

function TimeField({ form, name }: { form: ItemFormState; name: TimeName }) {
  const words = useWords(itemWords)
  return (
    <Input
      label={words.time}
      inputMode="numeric"
      placeholder={words.timeForm}
      autoComplete="off"
      {...form.register(name, { onChange: masked(maskTime) })}
      error={form.errorOf(name)}
    />
  )
}

/** Times are by the clock of the place; the zone is needed for calendars only. */
function ZoneField({
  form,
  name,
  label,
}: {
  form: ItemFormState
  name: 'starts_zone' | 'ends_zone'
  label: string
}) {
  const words = useWords(itemWords)
  const { brazil, abroad } = useWords(zoneWords)
  const names = { ...brazil, ...abroad }
  const current = form.watch(name)
  const known = Object.entries(names)
    .map(([value, text]) => ({ value, label: text }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const choices =
    current === '' || Object.hasOwn(names, current) ? known : [{ value: current, label: current }, ...known]
  return <Select label={label} none={words.noZone} isOptional choices={choices} {...form.field(name)} />
}

function FreeUntil({ form }: { form: ItemFormState }) {
  const words = useWords(itemWords)
  const { timeZone } = useFormats()
  const { brazil, abroad } = useWords(zoneWords)
  const known = new Map<string, string>(Object.entries({ ...brazil, ...abroad }))
  const zone =
    known.get(timeZone)?.split(/[,:]/)[0] ?? timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return (
    <div className={css.dayTime}>
      <DateField
        label={words.freeUntil}
        hint={words.freeHint(zone)}
        about="future"
        {...form.day('free_day')}
      />
      <TimeField form={form} name="free_time" />
    </div>
  )
}

function Whose({ trip, form }: { trip: TripDetail; form: ItemFormState }) {
  const words = useWords(itemWords)
  if (trip.travellers.length < 2) return null
  return (
    <fieldset className={css.choices}>
      <legend>{words.travellers}</legend>
      {trip.travellers.map(({ id, full_name: name }) => (
        <Checkbox key={id} label={name} value={id} {...form.register('traveller_ids')} />
      ))}
      <p className="quiet">{words.travellersHint}</p>
    </fieldset>
  )
}

function shownValue(field: string, value: unknown, trip: TripDetail, words: (typeof itemWords)['pt']) {
  if (field === 'status') {
    const text = new Map<unknown, string>(Object.entries(words.statuses)).get(value)
    return text === undefined ? undefined : { label: words.status, text }
  }
  if (!Array.isArray(value)) return undefined
  if (field === 'traveller_ids') {
    const names = trip.travellers.filter(({ id }) => value.includes(id)).map(({ full_name: name }) => name)
    return { label: words.travellers, text: names.join(', ') }
  }
  if (field !== 'segments') return undefined
  const flights = value.map((one) => {
    const { flight_number: number, origin, destination, departs_day: day } = Object(one)
    return `${number} ${origin}–${destination} ${day}`
  })
  return { label: words.flights, text: flights.join('; ') }
}
