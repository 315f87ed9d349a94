// The trips that an invoice bills, each with its items on this invoice.
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { TripDays } from '../../parts/trip-columns.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import css from './invoicing.module.css'

type Invoice = ResponseOf<'invoices.read'>

export function BilledTrips({ of: invoice }: { of: Invoice }) {
  const words = useWords(tripWords)
  const mayRead = usePermission('trips.read')
  const bills = invoice.items.some(({ trip_item_id: id }) => id !== null)
  const { data } = useRead(
    'trips.list',
    { query: { invoice_id: invoice.id } },
    { isEnabled: mayRead && bills },
  )
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card title={words.trips}>
      {data.items.map((trip) => (
        <BilledTrip key={trip.id} trip={trip} invoice={invoice} />
      ))}
    </Card>
  )
}

function BilledTrip({ trip, invoice }: { trip: Row<'trips.list'>; invoice: Invoice }) {
  const { data } = useRead('trips.read', { params: { id: trip.id } })
  const ids = new Set(data?.items.map(({ id }) => id))
  const lines = invoice.items.filter(({ trip_item_id: id }) => id !== null && ids.has(id))
  return (
    <div className={css.billedTrip}>
      <p>
        <Link to={PATHS.trip(trip.id)}>{trip.title}</Link> <span className="code">{trip.number}</span>
      </p>
      <p className="quiet">
        <TripDays of={trip} />
      </p>
      <ul>
        {lines.map(({ id, description }) => (
          <li key={id}>{description.split('\n')[0]}</li>
        ))}
      </ul>
    </div>
  )
}
