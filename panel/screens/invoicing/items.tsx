// The items of a document and their totals.
import type { ResponseOf } from '../../api/operations.ts'
import { usePermission } from '../../api/use-team.ts'
import { cx } from '../../logic/class-names.ts'
import { sumOf } from '../../logic/money.ts'
import { PATHS } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import css from './invoicing.module.css'
import { type Sum, Sums } from './sums.tsx'
import { invoicingWords } from './words.ts'

type Invoice = ResponseOf<'invoices.read'>
/** Of an invoice, an item may bill the item of a trip. */
type Item = Omit<Invoice['items'][number], 'trip_item_id' | 'booking_id'> &
  Partial<Pick<Invoice['items'][number], 'trip_item_id' | 'booking_id'>>

export interface DocumentItemsProps {
  readonly of: { readonly items: readonly Item[] } & Pick<
    Invoice,
    'subtotal' | 'discount_rate' | 'discount_amount' | 'total' | 'notes'
  > &
    Partial<Pick<Invoice, 'tax_rate' | 'tax_amount'>>
  /** The amount received, for documents that can be paid. */
  readonly paid?: Pick<
    Invoice,
    | 'amount_paid'
    | 'amount_due'
    | 'amount_overpaid'
    | 'refunded_amount'
    | 'uncovered_amount'
    | 'adjustments'
    | 'late_payment'
  >
}

export function DocumentItems({ of, paid }: DocumentItemsProps) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const columns: Column<Item>[] = [
    {
      name: 'item',
      head: words.item,
      cell: (item) => (
        <>
          <span className={css.lines}>{item.description}</span>
          <BilledBooking of={item} />
        </>
      ),
      isWide: true,
      phone: 'title',
    },
    {
      name: 'quantity',
      head: words.quantity,
      cell: ({ quantity }) => formats.number(quantity),
      isEnd: true,
    },
    {
      name: 'price',
      head: words.price,
      cell: ({ quantity, unit_price: price }) => (
        <>
          <span className="phone-only">{formats.number(quantity)} × </span>
          <Amount of={price} />
        </>
      ),
      isEnd: true,
      phone: 'main',
    },
    {
      name: 'total',
      head: words.total,
      cell: ({ total }) => <Amount of={total} isStrong />,
      isEnd: true,
      phone: 'side',
    },
  ]
  const rate = (name: string, percent: number) => `${name} (${formats.number(percent)}%)`
  const { discount_rate: discountRate, tax_rate: taxRate = 0, tax_amount: tax = 0 } = of
  const adjusted = (name: string, isOfIt: (type: string) => boolean): Sum[] => {
    const amounts = (paid?.adjustments ?? []).filter(({ type }) => isOfIt(type)).map(({ amount }) => amount)
    return amounts.length === 0 ? [] : [{ name, amount: sumOf(amounts) }]
  }
  const sums: Sum[] = [
    { name: words.subtotal, amount: of.subtotal },
    ...(discountRate > 0 ? [{ name: rate(words.discount, discountRate), amount: -of.discount_amount }] : []),
    ...(taxRate > 0 ? [{ name: rate(words.tax, taxRate), amount: tax }] : []),
    { name: words.total, amount: of.total, isMain: true },
    ...(paid === undefined ||
    (paid.amount_paid === 0 && paid.refunded_amount === 0 && paid.adjustments.length === 0)
      ? []
      : [
          ...(paid.late_payment.amount_paid > 0
            ? [{ name: words.latePaid, amount: paid.late_payment.amount_paid }]
            : []),
          { name: words.paid, amount: paid.amount_paid },
          ...(paid.refunded_amount > 0 ? [{ name: words.refunded, amount: paid.refunded_amount }] : []),
          ...adjusted(words.earlyTaken, (type) => type === 'early_payment'),
          ...adjusted(words.adjusted, (type) => type !== 'early_payment'),
          { name: words.owed, amount: paid.amount_due },
        ]),
    ...(paid !== undefined && paid.amount_overpaid > 0
      ? [{ name: words.overpaid, amount: paid.amount_overpaid }]
      : []),
    ...(paid !== undefined && paid.uncovered_amount > 0
      ? [{ name: words.uncovered, amount: paid.uncovered_amount }]
      : []),
  ]
  return (
    <Card title={words.items}>
      <Table caption={words.items} columns={columns} rows={of.items} keyOf={({ id }) => id} />
      <Sums of={sums} />
      {of.notes !== null && of.notes !== '' && <p className={cx('quiet', css.lines)}>{of.notes}</p>}
    </Card>
  )
}

/** A link to the booking that an item bills. */
function BilledBooking({ of: { booking_id: booking } }: { of: Item }) {
  const words = useWords(invoicingWords)
  const seesBookings = usePermission('bookings.read')
  if (!seesBookings || typeof booking !== 'string') return null
  return (
    <span className={css.billed}>
      <Link to={PATHS.booking(booking)}>{words.billsBooking}</Link>
    </span>
  )
}
