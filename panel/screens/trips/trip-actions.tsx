// Further actions of a trip: add a booking, duplicate, merge, delete. Each dialog says what happens.
import copyIcon from 'icon:copy'
import mergeIcon from 'icon:merge'
import ticket from 'icon:ticket-plus'
import trash from 'icon:trash-2'
import { useState } from 'react'
import type { TripDetail } from '../../../contract/trips.ts'
import { etagOf } from '../../api/etags.ts'
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { isDay } from '../../logic/calendar-days.ts'
import { PATHS } from '../../logic/paths.ts'
import { Radio } from '../../parts/checkbox.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { Input } from '../../parts/input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Menu, type MenuAction } from '../../parts/menu.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { useItemName } from './item-name.ts'
import css from './trips.module.css'
import { tripScreenWords } from './words.ts'

type Dialog = 'booking' | 'duplicate' | 'merge' | 'delete' | null

export function TripActions({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const [mayWrite, seesBookings] = [usePermission('trips.write'), usePermission('bookings.read')]
  const [dialog, setDialog] = useState<Dialog>(null)
  if (!mayWrite) return null
  const actions: (MenuAction | false)[] = [
    seesBookings && { name: words.addBooking, icon: ticket, onChoose: () => setDialog('booking') },
    { name: words.duplicate, icon: copyIcon, onChoose: () => setDialog('duplicate') },
    { name: words.merge, icon: mergeIcon, onChoose: () => setDialog('merge') },
    { name: words.remove, icon: trash, isDanger: true, onChoose: () => setDialog('delete') },
  ]
  const close = () => setDialog(null)
  return (
    <>
      <Menu actions={actions.filter((action) => action !== false)} />
      {dialog === 'booking' && <AddBooking of={trip} onClose={close} />}
      {dialog === 'duplicate' && <Duplicate of={trip} onClose={close} />}
      {dialog === 'merge' && <Merge of={trip} onClose={close} />}
      {dialog === 'delete' && <Delete of={trip} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly of: TripDetail
  readonly onClose: () => void
}

const BOOKINGS_SHOWN = 50

function AddBooking({ of: trip, onClose }: DialogProps) {
  const words = useWords(tripScreenWords)
  const formats = useFormats()
  const nameOf = useItemName()
  const [chosen, setChosen] = useState('')
  const [place, setPlace] = useState('')
  const query = { client_id: trip.client_id, limit: BOOKINGS_SHOWN }
  const result = useRead('bookings.list', { query })
  const quoted = trip.items.filter(
    ({ kind, status, booking_id: booking }) => kind === 'flight' && status === 'quoted' && booking === null,
  )
  const add = useChange('trips.addBooking', {
    refreshes: ['trips', 'bookings', 'clients'],
    onDone: () => {
      toast({ text: words.bookingAdded })
      onClose()
    },
  })
  return (
    <Confirm
      title={words.addBooking}
      verb={words.addChosen}
      isOpen
      onClose={onClose}
      onConfirm={() =>
        chosen !== '' &&
        add.mutate({
          params: { id: trip.id },
          body: { booking_id: chosen, ...(place !== '' && { trip_item_id: place }) },
        })
      }
      isBusy={add.isPending}
      error={add.error}
    >
      <p>{words.addBookingText(trip.client.full_name)}</p>
      <Loaded result={result}>
        {({ items }) => {
          const free = items.filter(({ trip_id: other }) => other === null)
          if (free.length === 0) return <p>{words.noFreeBookings}</p>
          return (
            <fieldset className={css.choices}>
              <legend className="hidden-text">{words.addBooking}</legend>
              {free.map(({ id, booking_reference: locator, flight_summary: flight, total_amount: total }) => (
                <Radio
                  key={id}
                  name="booking"
                  label={`${locator || words.noLocator} · ${flight.origin} – ${flight.destination}`}
                  hint={`${formats.date(flight.departure_date)} · ${formats.money(total)}`}
                  checked={chosen === id}
                  onChange={() => setChosen(id)}
                />
              ))}
            </fieldset>
          )
        }}
      </Loaded>
      {quoted.length > 0 && (
        <Select
          label={words.takesPlaceOf}
          none={words.takesNoPlace}
          choices={quoted.map((item) => ({ value: item.id, label: nameOf(item) }))}
          value={place}
          onChange={({ target }) => setPlace(target.value)}
        />
      )}
    </Confirm>
  )
}

function Duplicate({ of: trip, onClose }: DialogProps) {
  const words = useWords(tripScreenWords)
  const [title, setTitle] = useState(trip.title)
  const [day, setDay] = useState(trip.starts_on ?? '')
  const copy = useChange('trips.duplicate', {
    refreshes: ['trips'],
    onDone: ({ id }) => {
      toast({ text: words.duplicated })
      onClose()
      void navigate(PATHS.trip(id))
    },
  })
  return (
    <Confirm
      title={words.duplicate}
      verb={words.duplicate}
      isOpen
      onClose={onClose}
      onConfirm={() =>
        copy.mutate({
          params: { id: trip.id },
          body: {
            ...(title.trim() !== '' && { title: title.trim() }),
            ...(isDay(day) && day !== trip.starts_on && { starts_on: day }),
          },
        })
      }
      isBusy={copy.isPending}
      error={copy.error}
    >
      <p>{words.duplicateText}</p>
      <Input
        label={words.title}
        maxLength={200}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      {trip.starts_on !== null && (
        <DateField
          label={words.firstDay}
          hint={words.firstDayHint}
          about="future"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
    </Confirm>
  )
}

const TRIPS_SHOWN = 50

function Merge({ of: trip, onClose }: DialogProps) {
  const words = useWords(tripScreenWords)
  const nameOf = useItemName()
  const [chosen, setChosen] = useState('')
  const query = { client_id: trip.client_id, limit: TRIPS_SHOWN }
  const result = useRead('trips.list', { query })
  const other = useRead('trips.read', { params: { id: chosen } }, { isEnabled: chosen !== '' }).data
  const merge = useChange('trips.merge', {
    refreshes: ['trips', 'clients', 'bookings', 'tripNotes'],
    onDone: () => {
      toast({ text: words.merged })
      onClose()
    },
  })
  const others = result.data?.items.filter(({ id }) => id !== trip.id) ?? []
  return (
    <Confirm
      title={words.mergeTitle(trip.number)}
      verb={words.merge}
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={() => other && merge.mutate({ params: { id: trip.id }, body: { trip_id: chosen } })}
      isBusy={merge.isPending}
      error={merge.error}
    >
      {result.data !== undefined && others.length === 0 ? (
        <p>{words.noOtherTrips(trip.client.full_name)}</p>
      ) : (
        <Select
          label={words.mergeWhich}
          none={words.choose}
          choices={others.map(({ id, number, title }) => ({ value: id, label: `${number} · ${title}` }))}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      {other !== undefined && (
        <div>
          <p>{words.mergeMoves(other.number, trip.number)}</p>
          <ul className={css.moves}>
            {other.items.map((item) => (
              <li key={item.id}>{nameOf(item)}</li>
            ))}
            <li>{words.mergeTravellers(other.travellers.length)}</li>
            <li>{words.mergeNotes}</li>
          </ul>
          <p>
            <b>{words.mergeGone(other.number)}</b>
            {other.page_url !== null && ` ${words.mergePageGone}`}
          </p>
        </div>
      )}
    </Confirm>
  )
}

function Delete({ of: trip, onClose }: DialogProps) {
  const words = useWords(tripScreenWords)
  const isInUse = trip.items.some(
    ({ booking_id: booking, invoice_ids: invoices }) => booking !== null || invoices.length > 0,
  )
  const files = trip.items.reduce((count, item) => count + item.files.length, 0)
  const remove = useChange('trips.delete', {
    refreshes: ['trips', 'clients'],
    onDone: () => {
      toast({ text: words.removed })
      void navigate(PATHS.trips)
    },
  })
  return (
    <Confirm
      title={words.removeTitle(trip.number)}
      verb={words.remove}
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: trip.id }, ifMatch: etagOf(trip) })}
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>{isInUse ? words.removeInUse : words.removeText(trip.items.length, files)}</p>
    </Confirm>
  )
}
