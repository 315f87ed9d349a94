// Edits an item. One that follows a booking has only the agency's own fields.
import { useState } from 'react'
import type { TripDetail, TripItem } from '../../../contract/trips.ts'
import { navigate, useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Rows } from '../../parts/skeleton.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { toast } from '../../parts/toast.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { draftOfItem, itemBody } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'
import css from './trips.module.css'

export const Screen = () => <Detail by="trips.read" list="trips" as={EditItem} />

function EditItem({ of: trip }: DetailOf<'trips.read'>) {
  const words = useWords(itemWords)
  const { kinds } = useWords(tripWords)
  const nameOf = useItemName()
  const itemId = useLocation().params.item ?? ''
  const result = useRead('tripItems.read', { params: { id: trip.id, item_id: itemId } })
  // A form that began from an older version would end in a conflict with the person's own last change.
  const [isFresh, setFresh] = useState(false)
  if (!isFresh && !result.isFetching) setFresh(true)
  const item = isFresh ? result.data : undefined
  const back = { to: PATHS.trip(trip.id), name: trip.title }
  if (item === undefined)
    return (
      <>
        <PageHead title={words.editItem} back={back} />
        <Loaded result={result} skeleton={<Rows count={6} />}>
          {() => <Rows count={6} />}
        </Loaded>
      </>
    )
  return (
    <>
      <PageHead title={words.editTitle(kinds[item.kind])} sub={nameOf(item)} back={back} />
      <Allowed to="trips.write" isPage>
        {item.booking_id === null ? (
          <WholeItem trip={trip} item={item} />
        ) : (
          <BookedItem trip={trip} item={item} />
        )}
      </Allowed>
    </>
  )
}

interface Props {
  readonly trip: TripDetail
  readonly item: TripItem
}

function useSave(trip: TripDetail, item: TripItem) {
  const words = useWords(itemWords)
  const params = { id: trip.id, item_id: item.id }
  const update = useChange('tripItems.update', {
    refreshes: ['trips', 'clients'],
    onDone: () => {
      toast({ text: words.saved })
      void navigate(PATHS.trip(trip.id))
    },
  })
  return { params, update }
}

function Buttons({ trip, isBusy }: { trip: TripDetail; isBusy: boolean }) {
  const parts = useWords(partWords)
  return (
    <>
      <ButtonLink to={PATHS.trip(trip.id)}>{parts.cancel}</ButtonLink>
      <Button type="submit" kind="main" isBusy={isBusy}>
        {parts.save}
      </Button>
    </>
  )
}

function WholeItem({ trip, item }: Props) {
  const { timeZone, locale } = useFormats()
  const seesCosts = usePermission('costs.read')
  const { params, update } = useSave(trip, item)
  const valuesOf = (saved: TripItem) => draftOfItem(saved, timeZone, locale)
  return (
    <ItemForm
      kind={item.kind}
      trip={trip}
      values={valuesOf(item)}
      draft={`item.${item.id}`}
      edits={edited(item, valuesOf)}
      send={(draft, ifMatch) => {
        const { status, ...body } = itemBody(item.kind, draft, { timeZone, seesCosts })
        return update.mutateAsync({
          params,
          body: { ...body, ...(item.status !== 'cancelled' && { status }) },
          ifMatch,
        })
      }}
      buttons={(isBusy) => <Buttons trip={trip} isBusy={isBusy} />}
    />
  )
}

interface OwnFields {
  instructions: string
  notes: string
  traveller_ids: string[]
}

function ownFieldsOf({ instructions, notes, traveller_ids }: TripItem): OwnFields {
  return { instructions: instructions ?? '', notes: notes ?? '', traveller_ids: [...traveller_ids] }
}

function BookedItem({ trip, item }: Props) {
  const words = useWords(itemWords)
  const { params, update } = useSave(trip, item)
  const form = useApiForm<OwnFields>({
    values: ownFieldsOf(item),
    draft: `item.${item.id}`,
    edits: edited(item, ownFieldsOf),
    send: (body, ifMatch) => update.mutateAsync({ params, body, ifMatch }),
  })
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      <FormNotices form={form} />
      <Card title={words.remarks} sub={words.followsBooking}>
        <div className={css.fields}>
          {trip.travellers.length > 1 && (
            <fieldset className={css.choices}>
              <legend>{words.travellers}</legend>
              {trip.travellers.map(({ id, full_name: name }) => (
                <Checkbox key={id} label={name} value={id} {...form.register('traveller_ids')} />
              ))}
            </fieldset>
          )}
          <Textarea
            label={words.instructions}
            hint={words.instructionsHint}
            isOptional
            rows={3}
            maxLength={2_000}
            {...form.field('instructions')}
          />
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
      <FormButtons>
        <Buttons trip={trip} isBusy={form.isBusy} />
      </FormButtons>
    </Form>
  )
}
