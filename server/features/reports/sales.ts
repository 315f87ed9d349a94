// The sales report, as JSON and CSV.
import { issueWith } from '../../../contract/phrases/issues.ts'
import type {
  Sales,
  SalesFigures,
  SalesFilter,
  SalesPeriod,
  SalesPeriodFigures,
  SalesQuery,
} from '../../../contract/reports.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type CsvColumn, type CsvReader, csvTable } from '../../kernel/values/csv.ts'
import { dayEnd, dayStart, parseDate } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { clientIdFromUuid, clientsOf } from '../clients/store.ts'
import { bestSales, type SalesSpan, type SalesSums, salesByPeriod } from './store.ts'

type Day = Temporal.PlainDate

const PERIODS_MAX = 400
const TOP = 10
/** The span of the report if the request names no start. */
const BACK: Readonly<Record<SalesPeriod, Temporal.DurationLike>> = {
  day: { days: 29 },
  week: { weeks: 11 },
  month: { months: 11 },
}
const NOTHING: SalesSums = {
  bookings: 0,
  amount_cents: 0n,
  base_cost_cents: 0n,
  cancelled_bookings: 0,
  cancelled_cents: 0n,
  refunded_cents: 0n,
  open_bookings: 0,
  open_cents: 0n,
  lost_bookings: 0,
}

/** Days are days of the zone. */
export async function readSales(
  db: Queryable,
  owner: Owner,
  { by, limit = TOP, ...filter }: SalesQuery,
  { zone, today }: { readonly zone: string; readonly today: Day },
): Promise<Sales> {
  const { group_by = 'day' } = filter
  const { first, last } = daysOf(filter, group_by, today)
  const span = { from: dayStart(first, zone), until: dayEnd(last, zone), zone }
  const found = await salesByPeriod(db, owner, span, group_by)
  const known = new Map(found.map((sums) => [sums.period, sums]))
  const periods = periodsBetween(first, last, group_by).map(
    ({ name, start, end }): SalesPeriodFigures => ({
      start_date: start.toString(),
      end_date: end.toString(),
      ...figuresView(known.get(name) ?? NOTHING),
    }),
  )
  return {
    group_by,
    start_date: first.toString(),
    end_date: last.toString(),
    time_zone: zone,
    currency: 'BRL',
    totals: figuresView(found.reduce(plus, NOTHING)),
    periods,
    ...(by !== undefined && { top: await readTop(db, owner, { span, by, limit }) }),
  }
}

async function readTop(
  db: Queryable,
  owner: Owner,
  {
    span,
    by,
    limit,
  }: { readonly span: SalesSpan; readonly by: NonNullable<SalesQuery['by']>; readonly limit: number },
): Promise<NonNullable<Sales['top']>> {
  const best = await bestSales(db, owner, { span, by, limit })
  if (by !== 'client') return best.map((sums) => ({ id: null, name: sums.name, ...figuresView(sums) }))
  const named = best.map((sums) => ({ ...sums, client_id: sums.id ?? '' }))
  const clientOf = await clientsOf(db, owner, named)
  return named.map((sums) => ({
    id: clientIdFromUuid(sums.client_id),
    name: clientOf(sums).full_name,
    ...figuresView(sums),
  }))
}

function daysOf({ start_date, end_date }: SalesFilter, period: SalesPeriod, today: Day) {
  const dayOf = (field: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : (parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15'))
  const last = dayOf('end_date', end_date) ?? today
  const first = dayOf('start_date', start_date) ?? beginningOf(last.subtract(BACK[period]), period)
  if (Temporal.PlainDate.compare(first, last) > 0) failField('start_date', 'must not be after end_date')
  if (first.add({ [`${period}s`]: PERIODS_MAX }).until(last).sign >= 0)
    failField(
      'start_date',
      issueWith('must be less than {count} {period}s before end_date', { count: PERIODS_MAX, period }),
    )
  return { first, last }
}

function beginningOf(day: Day, period: SalesPeriod): Day {
  if (period === 'day') return day
  return period === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 })
}

/** The first and the last period are cut to the requested days. */
function periodsBetween(first: Day, last: Day, period: SalesPeriod) {
  const periods: { name: string; start: Day; end: Day }[] = []
  let beginning = beginningOf(first, period)
  while (Temporal.PlainDate.compare(beginning, last) <= 0) {
    const next = beginning.add({ [`${period}s`]: 1 })
    const end = next.subtract({ days: 1 })
    periods.push({
      name: beginning.toString(),
      start: later(beginning, first),
      end: later(end, last) === end ? last : end,
    })
    beginning = next
  }
  return periods
}

function later(a: Day, b: Day): Day {
  return Temporal.PlainDate.compare(a, b) < 0 ? b : a
}

function plus(a: SalesSums, b: SalesSums): SalesSums {
  return {
    bookings: a.bookings + b.bookings,
    amount_cents: a.amount_cents + b.amount_cents,
    base_cost_cents: a.base_cost_cents + b.base_cost_cents,
    cancelled_bookings: a.cancelled_bookings + b.cancelled_bookings,
    cancelled_cents: a.cancelled_cents + b.cancelled_cents,
    refunded_cents: a.refunded_cents + b.refunded_cents,
    open_bookings: a.open_bookings + b.open_bookings,
    open_cents: a.open_cents + b.open_cents,
    lost_bookings: a.lost_bookings + b.lost_bookings,
  }
}

function figuresView(sums: SalesSums): SalesFigures {
  return {
    bookings: sums.bookings,
    amount: formatAmount(sums.amount_cents),
    base_cost: formatAmount(sums.base_cost_cents),
    commission: formatAmount(sums.amount_cents - sums.base_cost_cents),
    cancelled_bookings: sums.cancelled_bookings,
    cancelled_amount: formatAmount(sums.cancelled_cents),
    refunded_amount: formatAmount(sums.refunded_cents),
    open_bookings: sums.open_bookings,
    open_amount: formatAmount(sums.open_cents),
    lost_bookings: sums.lost_bookings,
  }
}

const COLUMNS: Readonly<Record<keyof SalesPeriodFigures, CsvColumn>> = {
  start_date: { heading: 'De', kind: 'day' },
  end_date: { heading: 'Até', kind: 'day' },
  bookings: { heading: 'Vendas' },
  amount: { heading: 'Valor vendido', kind: 'amount' },
  base_cost: { heading: 'Custo', kind: 'amount' },
  commission: { heading: 'Remuneração da agência', kind: 'amount' },
  cancelled_bookings: { heading: 'Canceladas' },
  cancelled_amount: { heading: 'Valor cancelado', kind: 'amount' },
  refunded_amount: { heading: 'Reembolsado', kind: 'amount' },
  open_bookings: { heading: 'Reservas em aberto' },
  open_amount: { heading: 'Valor em aberto', kind: 'amount' },
  lost_bookings: { heading: 'Não concluídas' },
}

export function salesCsv({ periods }: Sales, reader: CsvReader): string {
  const table = csvTable(COLUMNS, reader)
  const lines = periods.map((period) =>
    table.line(Object.fromEntries(Object.entries(period).map(([name, value]) => [name, String(value)]))),
  )
  return [table.head, ...lines].join('')
}
