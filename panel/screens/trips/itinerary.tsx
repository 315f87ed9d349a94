// The items of a trip by day, with what the traveller needs and what the agent does about each.
import luggage from 'icon:luggage'
import plus from 'icon:plus'
import { lazy, Suspense } from 'react'
import type { TripDetail, TripItem, TripItemStatus, TripSegment } from '../../../contract/trips.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { cx } from '../../logic/class-names.ts'
import { daysLater } from '../../logic/journey.ts'
import { PATHS } from '../../logic/paths.ts'
import { Airports } from '../../parts/airports.tsx'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { OpenAmount } from '../../parts/records/trip-columns.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'
import css from './itinerary.module.css'
import { KIND_ICONS } from './kinds.ts'
import { type DayEntry, daysOf } from './trip-days.ts'
import { tripScreenWords } from './words.ts'

const ItemActions = lazy(async () => ({ default: (await import('./item-actions.tsx')).ItemActions }))

const STATUS_KINDS: Readonly<Record<TripItemStatus, StatusKind>> = {
  quoted: 'wait',
  confirmed: 'ok',
  cancelled: 'mute',
}

export function Itinerary({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const mayWrite = usePermission('trips.write')
  return (
    <Card title={words.itinerary} sub={words.itinerarySub}>
      {trip.items.length === 0 ? (
        <EmptyState title={words.noItems} text={words.noItemsText} icon={luggage}>
          {mayWrite && (
            <ButtonLink to={PATHS.newTripItem(trip.id)} icon={plus}>
              {words.addItem}
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <ol className={css.days}>
          {daysOf(trip.items).map(({ day, entries }) => (
            <li key={day}>
              <DayHead day={day} />
              <ul className={css.entries}>
                {entries.map((entry) => (
                  <li key={`${entry.item.id}${entry.part}`}>
                    {entry.part === 'main' ? (
                      <MainEntry trip={trip} entry={entry} />
                    ) : (
                      <LaterEntry entry={entry} />
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function DayHead({ day }: { day: string }) {
  const words = useWords(tripScreenWords)
  const formats = useFormats()
  if (day === '') return <h3 className={css.day}>{words.noDay}</h3>
  return (
    <h3 className={css.day}>
      <time dateTime={day}>
        {formats.date(day)} <small>{formats.weekday(day)}</small>
      </time>
    </h3>
  )
}

function MainEntry({ trip, entry }: { trip: TripDetail; entry: DayEntry }) {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const nameOf = useItemName()
  const { item, segments } = entry
  const isOff = item.status === 'cancelled'
  return (
    <article className={cx(css.item, isOff && css.off)} aria-label={nameOf(item)}>
      <span className={css.sign} title={shared.kinds[item.kind]}>
        <Icon of={KIND_ICONS[item.kind]} size={18} label={shared.kinds[item.kind]} />
      </span>
      <div className={css.about}>
        <h4>{nameOf(item)}</h4>
        {segments.length > 0 ? <Flights of={segments} /> : <Times of={item} />}
        <Facts trip={trip} item={item} />
        {item.notes !== null && <p className={css.note}>{item.notes}</p>}
      </div>
      <div className={css.state}>
        <ItemStatus of={item} />
        <b>
          <Amount of={item.money.price} />
        </b>
        {item.currency !== 'BRL' && (
          <small className="quiet">
            <Amount of={isOff ? item.kept_price_amount : item.price_amount} currency={item.currency} />
          </small>
        )}
        {item.collected_by === 'supplier' ? (
          <small className="quiet">{words.supplierCollects}</small>
        ) : (
          <OpenAmount of={item.money.open} isQuiet />
        )}
      </div>
      <Suspense fallback={<span />}>
        <ItemActions trip={trip} item={item} />
      </Suspense>
    </article>
  )
}

function ItemStatus({ of: item }: { of: TripItem }) {
  const items = useWords(itemWords)
  if (item.booking_id !== null && item.status === 'quoted') return <Hold id={item.booking_id} />
  return <Status kind={STATUS_KINDS[item.status]}>{items.statuses[item.status]}</Status>
}

/** A booking that is not paid yet, with its deadline. */
function Hold({ id }: { id: string }) {
  const items = useWords(itemWords)
  const seesBookings = usePermission('bookings.read')
  const { data } = useRead('bookings.read', { params: { id } }, { isEnabled: seesBookings })
  const until = data?.payment_status.payment_required_by ?? null
  return (
    <>
      <Status kind="wait">{items.held}</Status>
      {until !== null && (
        <small className="quiet">
          {items.payUntil} <DateTime at={until} />
        </small>
      )}
    </>
  )
}

/** An end, or flights of a later day: the item itself stands on its first day. */
function LaterEntry({ entry: { item, part, time, segments } }: { entry: DayEntry }) {
  const items = useWords(itemWords)
  const nameOf = useItemName()
  const isOff = item.status === 'cancelled'
  return (
    <div className={cx(css.later, isOff && css.off)}>
      <Icon of={KIND_ICONS[item.kind]} size={16} />
      {part === 'end' ? (
        <p>
          {time !== '' && <b>{time} </b>}
          {items.ends[item.kind] ?? items.end}: {nameOf(item)}
        </p>
      ) : (
        <Flights of={segments} />
      )}
    </div>
  )
}

function Flights({ of: segments }: { of: readonly TripSegment[] }) {
  const words = useWords(tripScreenWords)
  return (
    <ul className={css.flights}>
      {segments.map(
        ({ flight_number: number, origin, destination, departing_at: from, arriving_at: until }) => {
          const later = daysLater(from, until)
          return (
            <li key={`${number}${from}`}>
              <Airports from={origin} to={destination} />
              <span>
                <b>{from.slice(11, 16)}</b> – <b>{until.slice(11, 16)}</b>
                {later !== 0 && <small> {words.laterDays(later)}</small>}
              </span>
              <span className="code">{number}</span>
            </li>
          )
        },
      )}
    </ul>
  )
}

/** The day of the beginning is the heading above it. */
function Times({ of: { kind, starts_at: start, ends_at: end } }: { of: TripItem }) {
  const items = useWords(itemWords)
  const formats = useFormats()
  const clock = start?.slice(11, 16) ?? ''
  const label = items.starts[kind]
  const isSameDay = end !== null && end.slice(0, 10) === start?.slice(0, 10)
  const endText = (at: string) =>
    [isSameDay ? '' : formats.day(at.slice(0, 10)), at.slice(11, 16)].filter(Boolean).join(', ')
  if (clock === '' && end === null) return null
  return (
    <p className={css.times}>
      {clock !== '' && (
        <span>
          {label !== undefined && `${label}: `}
          <b>{clock}</b>
        </span>
      )}
      {end !== null && endText(end) !== '' && (
        <span>
          {items.ends[kind] ?? items.end}: <b>{endText(end)}</b>
        </span>
      )}
    </p>
  )
}

function Facts({ trip, item }: { trip: TripDetail; item: TripItem }) {
  const words = useWords(tripScreenWords)
  const items = useWords(itemWords)
  const now = useNow()
  const names = trip.travellers.filter(({ id }) => item.traveller_ids.includes(id))
  const free = item.free_cancellation_until
  const isFree = free !== null && now !== undefined && new Date(free) > now && item.status !== 'cancelled'
  return (
    <p className={css.facts}>
      {item.confirmation_number !== null && item.confirmation_number !== '' && (
        <span className={css.number}>
          {item.kind === 'fee' ? null : items.numbers[item.kind]}{' '}
          <b className="code">{item.confirmation_number}</b>
          <CopyButton text={item.confirmation_number} what={words.locator} />
        </span>
      )}
      {(item.supplier_name ?? item.flight?.airline) && (
        <span>{item.supplier_name ?? item.flight?.airline}</span>
      )}
      {item.supplier_phone && <a href={`tel:${item.supplier_phone}`}>{item.supplier_phone}</a>}
      {item.place && <span>{item.place}</span>}
      {item.unit && <span>{item.unit}</span>}
      {item.meal_plan && <span>{item.meal_plan}</span>}
      {names.length > 0 && <span>{names.map(({ full_name: name }) => name).join(', ')}</span>}
      {isFree && (
        <span className={css.free}>
          {words.freeUntil} <DateTime at={free} />
        </span>
      )}
      {item.booking_id !== null && <Link to={PATHS.booking(item.booking_id)}>{words.openBooking}</Link>}
    </p>
  )
}
