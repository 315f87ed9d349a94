// The columns that all tables of trips share, and what is open of a trip in words.
import type { TripStatus as Name, TripItem } from '../../../contract/trips.ts'
import type { Row } from '../../api/operations.ts'
import { openOf } from '../../logic/trip-open.ts'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { Amount } from '../amount.tsx'
import { Status, type StatusKind } from '../status.tsx'
import type { Column } from '../table.tsx'
import { useFormats } from '../use-formats.tsx'

type Trip = Row<'trips.list'>

const KINDS: Readonly<Record<Name, StatusKind>> = {
  planned: 'info',
  travelling: 'wait',
  finished: 'ok',
  cancelled: 'mute',
}

export function TripStatus({ of }: { of: Name }) {
  return <Status kind={KINDS[of]}>{useWords(tripWords).statuses[of]}</Status>
}

interface Dated extends Pick<Trip, 'starts_on' | 'ends_on'> {
  readonly items?: readonly Pick<TripItem, 'starts_at' | 'ends_at'>[]
}

/** From the first to the last day; the year is shown once. With only cancelled items, their days. */
export function TripDays({ of: trip }: { of: Dated }) {
  const words = useWords(tripWords)
  const formats = useFormats()
  const days = (trip.items ?? [])
    .flatMap(({ starts_at: start, ends_at: end }) => [start, end])
    .flatMap((at) => (at === null ? [] : [at.slice(0, 10)]))
    .toSorted()
  const first = trip.starts_on ?? days[0] ?? null
  const last = trip.starts_on === null ? (days.at(-1) ?? null) : trip.ends_on
  if (first === null) return <span className="quiet">{words.noDays}</span>
  if (last === null || last === first) return <time dateTime={first}>{formats.date(first)}</time>
  const isSameYear = first.slice(0, 4) === last.slice(0, 4)
  return (
    <>
      <time dateTime={first}>{isSameYear ? formats.dayOfYear(first) : formats.date(first)}</time> –{' '}
      <time dateTime={last}>{formats.date(last)}</time>
    </>
  )
}

/** Of a whole trip: what is to be invoiced and what to be given back, apart. */
export function OpenAmounts({ of: items }: { of: readonly { readonly money: { readonly open: number } }[] }) {
  const { bill, back } = openOf(items)
  return (
    <>
      <OpenAmount of={Number(bill)} isQuiet />
      <OpenAmount of={-Number(back)} isQuiet />
    </>
  )
}

/** Of one item, or where only the sum is known: what is to be invoiced, or below zero given back. */
export function OpenAmount({ of, isQuiet = false }: { of: number; isQuiet?: boolean }) {
  const words = useWords(tripWords)
  const { money } = useFormats()
  if (of === 0) return isQuiet ? null : <span className="quiet">{words.settled}</span>
  return (
    <Status kind={of > 0 ? 'wait' : 'bad'}>
      {of > 0 ? words.toBill(money(of)) : words.toReturn(money(-of))}
    </Status>
  )
}

type ColumnName = 'title' | 'client' | 'days' | 'status' | 'price' | 'open'

/** A list of only those with something open says so also where the amounts of a trip add up to zero. */
export function useTripColumns(names: readonly ColumnName[], areOpen = false): Column<Trip>[] {
  const words = useWords(tripWords)
  const columns: Readonly<Record<ColumnName, Omit<Column<Trip>, 'name'>>> = {
    title: {
      head: words.name,
      cell: ({ number, title }) => (
        <>
          {title} <small className="quiet">{number}</small>
        </>
      ),
      isWide: true,
      phone: 'title',
    },
    client: { head: words.client, cell: ({ client }) => client.full_name, phone: 'rest' },
    days: { head: words.days, cell: (trip) => <TripDays of={trip} />, phone: 'main' },
    status: { head: words.status, cell: ({ status }) => <TripStatus of={status} />, phone: 'state' },
    price: {
      head: words.price,
      cell: ({ money }) => <Amount of={money.price} isStrong />,
      isEnd: true,
      phone: 'side',
    },
    open: {
      head: words.open,
      cell: ({ money }) =>
        areOpen && money.open === 0 ? (
          <Status kind="wait">{words.toBillAndReturn}</Status>
        ) : (
          <OpenAmount of={money.open} isQuiet />
        ),
      isEnd: true,
      phone: 'more',
    },
  }
  return names.map((name) => ({ name, ...columns[name] }))
}
