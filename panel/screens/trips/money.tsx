// The money of a trip: per item and in total, what is invoiced, paid and still open, in figures and in words.
import receipt from 'icon:receipt-text'
import type { TripDetail, TripItem } from '../../../contract/trips.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { openOf } from '../../logic/trip-open.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { useClientView } from '../../parts/records/client-view.ts'
import { Stats } from '../../parts/stat.tsx'
import { Status } from '../../parts/status.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { useItemName } from './item-name.ts'
import { itemWords } from './item-words.ts'
import css from './trips.module.css'
import { tripScreenWords } from './words.ts'

export function Money({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const mayInvoice = usePermission('invoices.write')
  const isHidden = useClientView()
  const { money } = trip
  const columns = useColumns(!isHidden && money.cost !== null)
  const canBill = mayInvoice && trip.items.some((item) => item.money.open > 0)
  if (trip.items.length === 0) return null
  return (
    <Card
      title={words.money}
      action={
        canBill && (
          <ButtonLink
            to={PATHS.billTrips}
            search={{ client_id: trip.client_id, trip: trip.id }}
            icon={receipt}
            isSmall
          >
            {shared.invoiceOpen}
          </ButtonLink>
        )
      }
    >
      <Stats
        className={css.stats}
        stats={[
          { name: shared.price, value: <Amount of={money.price} /> },
          ...(isHidden || money.cost === null || money.earnings === null
            ? []
            : [
                { name: words.cost, value: <Amount of={money.cost} /> },
                { name: words.earnings, value: <Amount of={money.earnings} /> },
              ]),
          ...(money.collected_by_supplier === 0
            ? []
            : [{ name: words.supplierCollects, value: <Amount of={money.collected_by_supplier} /> }]),
          { name: words.invoiced, value: <Amount of={money.invoiced} /> },
          { name: words.paid, value: <Amount of={money.paid} /> },
          { name: words.due, value: <Amount of={money.due} /> },
        ]}
      />
      <OpenInWords of={trip} />
      <Table caption={words.moneyOfItems} columns={columns} rows={trip.items} keyOf={({ id }) => id} />
    </Card>
  )
}

function OpenInWords({ of: { money, items } }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const formats = useFormats()
  const { bill, back } = openOf(items)
  const [bills, returns] = [bill !== '0.00', back !== '0.00']
  const texts = [
    bills && words.toBillText(formats.money(bill)),
    returns && words.toReturnText(formats.money(back)),
    money.due > 0 && words.dueText(formats.money(money.due)),
    !bills && !returns && money.invoiced === money.paid && words.settledText,
  ]
  return <p className={css.inWords}>{texts.filter((text) => text !== false).join(' ')}</p>
}

function OpenOf({ amount }: { amount: number }) {
  const shared = useWords(tripWords)
  const { money } = useFormats()
  if (amount >= 0) return <Amount of={amount} isStrong />
  return <Status kind="bad">{shared.toReturn(money(-amount))}</Status>
}

function useColumns(hasCosts: boolean): Column<TripItem>[] {
  const words = useWords(tripScreenWords)
  const shared = useWords(tripWords)
  const items = useWords(itemWords)
  const nameOf = useItemName()
  const seesInvoices = usePermission('invoices.read')
  const amount = (
    name: string,
    head: string,
    of: (item: TripItem) => number | null,
    phone: Column<TripItem>['phone'],
  ): Column<TripItem> => ({
    name,
    head,
    cell: (item) => {
      const value = of(item)
      return value === null ? '' : <Amount of={value} />
    },
    isEnd: true,
    ...(phone && { phone }),
  })
  return [
    {
      name: 'item',
      head: items.item,
      cell: (item) => (
        <>
          {nameOf(item)}
          {item.status === 'cancelled' && <small className="quiet"> {items.statuses.cancelled}</small>}
        </>
      ),
      isWide: true,
      phone: 'title',
    },
    amount('price', shared.price, ({ money }) => money.price, 'side'),
    ...(hasCosts
      ? [
          amount('cost', words.cost, ({ money }) => money.cost, undefined),
          amount('earnings', words.earnings, ({ money }) => money.earnings, undefined),
        ]
      : []),
    {
      ...amount('invoiced', words.invoiced, ({ money }) => money.invoiced, 'main'),
      cell: ({ money, invoice_ids: invoices }) => (
        <>
          <span className="phone-only">{words.invoiced}: </span>
          <Amount of={money.invoiced} />
          {seesInvoices &&
            invoices.map((id, index) => (
              <span key={id}>
                {' '}
                <Link to={PATHS.invoice(id)} aria-label={words.openInvoice}>
                  {words.invoiceNumber(index + 1)}
                </Link>
              </span>
            ))}
        </>
      ),
    },
    amount('paid', words.paid, ({ money }) => money.paid, undefined),
    {
      name: 'open',
      head: shared.open,
      cell: ({ money, collected_by: collector }) =>
        collector === 'supplier' ? (
          <small className="quiet">{words.supplierCollects}</small>
        ) : (
          <OpenOf amount={money.open} />
        ),
      isEnd: true,
      phone: 'more',
    },
  ]
}
