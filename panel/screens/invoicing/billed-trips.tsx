// The trips that an invoice bills, each with its items on this invoice, and what of them is to be given back.
import type { TripItem } from '../../../contract/trips.ts'
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { leftOf, toGiveBack } from '../../logic/invoice-money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { OpenAmount, TripDays } from '../../parts/records/trip-columns.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import css from './invoicing.module.css'
import { RefundPayment } from './refund-payment.tsx'

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
  const items = new Map(data?.items.map((item) => [item.id, item]))
  return (
    <div className={css.billedTrip}>
      <p>
        <Link to={PATHS.trip(trip.id)}>{trip.title}</Link> <span className="code">{trip.number}</span>
      </p>
      <p className="quiet">
        <TripDays of={data ?? trip} />
      </p>
      <ul>
        {invoice.items.map(({ id, trip_item_id: itemId, description }) => {
          const item = items.get(itemId ?? '')
          return (
            item && (
              <li key={id}>
                {description.split('\n')[0]}
                {item.money.open < 0 && <GiveBack item={item} invoice={invoice} />}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

/** What the client no longer owes of an item, and its refund from a payment by Pix. */
function GiveBack({ item, invoice }: { item: TripItem; invoice: Invoice }) {
  const mayRefund = usePermission('invoices.refund')
  const { data: refunds } = useRead('invoices.refunds', { params: { id: invoice.id } })
  const payments = invoice.payments
    .filter(({ method }) => method === 'pix')
    .map((payment) => ({ payment, left: leftOf(payment, invoice.payments) }))
    .toSorted((a, b) => Number(b.left) - Number(a.left))
  const [largest] = payments
  const proposed = toGiveBack(item, largest?.left ?? '0.00', refunds?.items ?? [])
  return (
    <div className={css.giveBack}>
      <OpenAmount of={item.money.open} />
      {mayRefund && largest && refunds && proposed !== '0.00' && (
        <RefundPayment
          invoiceId={invoice.id}
          payment={largest.payment}
          left={largest.left}
          tripItems={tripItemsOf(invoice)}
          proposed={{ amount: proposed, tripItem: item.id }}
        />
      )}
    </div>
  )
}

/** The items of trips that an invoice bills, as a choice. */
export function tripItemsOf({ items }: Pick<ResponseOf<'invoices.read'>, 'items'>) {
  return items.flatMap(({ trip_item_id: id, description }) =>
    id === null ? [] : [{ id, name: description.split('\n')[0] ?? description }],
  )
}
