// Reports about an agency's bookings: sales, payment deadlines and departures.
import Type from 'typebox'
import { AmountOf, Brl, LedgerAmount } from './amounts.ts'
import { DayInput, Nullable, PageOf, Timestamp } from './common.ts'
import { CsvQuery } from './csv.ts'
import type { Operations } from './operation.ts'
import { attachment, data, list } from './responses.ts'

const SALES_PERIODS = ['day', 'week', 'month'] as const
export type SalesPeriod = (typeof SALES_PERIODS)[number]
const SALES_TOPS = ['airline', 'route', 'client'] as const
export type SalesTop = (typeof SALES_TOPS)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })
const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const SALES_FIGURES = {
  bookings: count('Paid from the wallet: confirmed, ticketed, or cancelled after that'),
  amount: AmountOf('What their clients pay'),
  base_cost: AmountOf("Of that, the carriers' prices"),
  commission: AmountOf('Of that, markup and fee'),
  cancelled_bookings: count('Of those bookings: cancelled since'),
  cancelled_amount: AmountOf('What their clients were to pay'),
  refunded_amount: AmountOf('What came back to the wallet for them'),
  open_bookings: count('Holds that are not paid yet'),
  open_amount: AmountOf('What their clients would pay'),
  lost_bookings: count('Expired, failed, or cancelled before they were paid'),
}
export const SalesFigures = Type.Object(SALES_FIGURES)
export type SalesFigures = Type.Static<typeof SalesFigures>

export const SalesPeriodFigures = Type.Object({ start_date: DateText, end_date: DateText, ...SALES_FIGURES })
export type SalesPeriodFigures = Type.Static<typeof SalesPeriodFigures>

export const SalesTopFigures = Type.Object({
  id: Nullable(Type.String({ description: 'Of the client' })),
  name: Type.String({ description: 'Of the airline or client; of a route its two codes, such as GRU-SDU' }),
  ...SALES_FIGURES,
})
export type SalesTopFigures = Type.Static<typeof SalesTopFigures>

export const Sales = Type.Object({
  group_by: Type.Enum([...SALES_PERIODS]),
  start_date: DateText,
  end_date: DateText,
  time_zone: Type.String({ description: 'In which days begin and end' }),
  currency: Brl,
  totals: SalesFigures,
  periods: Type.Array(SalesPeriodFigures, {
    description: 'All of them in their order, also without bookings',
  }),
  top: Type.Optional(
    Type.Array(SalesTopFigures, { description: 'Only with `by`: the largest amounts first' }),
  ),
})
export type Sales = Type.Static<typeof Sales>

export const SalesFilter = Type.Object({
  group_by: Type.Optional(
    Type.Enum([...SALES_PERIODS], { description: 'day if left out; weeks begin on Monday' }),
  ),
  start_date: Type.Optional(
    DayInput('First day of booking, 30 days, 12 weeks or 12 months back if left out'),
  ),
  end_date: Type.Optional(DayInput('Last day, today if left out')),
})
export type SalesFilter = Type.Static<typeof SalesFilter>

export const SalesQuery = Type.Object({
  ...SalesFilter.properties,
  by: Type.Optional(Type.Enum([...SALES_TOPS], { description: 'Adds a list of what sells best' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Of that list; 10 if left out' }),
  ),
})
export type SalesQuery = Type.Static<typeof SalesQuery>

const Who = Nullable(Type.String({ description: 'Full name; null without the permission bookings.read' }))

export const Deadline = Type.Object({
  id: Type.String({ description: 'Booking id (ord_)' }),
  booking_reference: Type.String(),
  payment_required_by: Timestamp,
  amount: AmountOf('What the wallet would pay'),
  origin: Type.String(),
  destination: Type.String(),
  client_name: Who,
})

export const DEADLINE_BUCKETS = [
  ['under_2_hours', 2],
  ['under_6_hours', 6],
  ['under_24_hours', 24],
  ['under_72_hours', 72],
  ['later', null],
] as const

export const Deadlines = Type.Object({
  as_of: Timestamp,
  currency: Brl,
  count: count('Holds that can still be paid'),
  amount: AmountOf('What the wallet would pay for all of them'),
  wallet_balance: LedgerAmount,
  is_covered: Type.Boolean({ description: 'Whether the wallet can pay them all' }),
  missing_amount: AmountOf('What is missing for that'),
  buckets: Type.Array(
    Type.Object({
      name: Type.Enum(DEADLINE_BUCKETS.map(([name]) => name)),
      count: Type.Integer(),
      amount: AmountOf('What the wallet would pay'),
    }),
    { description: 'By the time that is left' },
  ),
  holds: Type.Array(Deadline, { description: 'The fifty that end first' }),
})
export type Deadlines = Type.Static<typeof Deadlines>

export const Departure = Type.Object({
  id: Type.String({ description: 'Booking id (ord_)' }),
  booking_reference: Type.String(),
  departing_at: Type.String({ description: 'Of the first flight, local time at its airport' }),
  origin: Type.String({ description: 'IATA code' }),
  destination: Type.String({ description: 'IATA code' }),
  airline: Type.String({ description: 'Name' }),
  client_name: Who,
  travellers: Nullable(
    Type.Array(Type.String(), { description: 'Full names; null without the permission bookings.read' }),
  ),
})
export type Departure = Type.Static<typeof Departure>

export const DeparturesQuery = PageOf({
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Today is the first of them; 7 if left out' }),
  ),
})

// Reports about bookings, for agents and accounting.

const access = 'reports.read'
const tag = 'Reports'

export const REPORT_OPERATIONS = {
  'reports.sales': {
    method: 'GET',
    path: '/api/v1/reports/sales',
    access,
    partly: 'clients.read',
    tag,
    summary: 'What was sold',
    description:
      "Bookings by the day, week or month on which they were made, in the team's time zone: amounts, commission, " +
      'cancellations and refunds. `by=client` needs the permission clients.read besides.',
    query: SalesQuery,
    response: data(Sales),
  },
  'reports.salesDownload': {
    method: 'GET',
    path: '/api/v1/reports/sales.csv',
    access,
    tag,
    summary: 'Download what was sold',
    description: 'A line for each day, week or month, as CSV.',
    query: CsvQuery(SalesFilter),
    response: attachment('text/csv'),
  },
  'reports.deadlines': {
    method: 'GET',
    path: '/api/v1/reports/deadlines',
    access,
    partly: 'bookings.read',
    tag,
    summary: 'What must be paid soon',
    description: 'Holds by the time that is left to pay them, and whether the wallet can pay them all.',
    response: data(Deadlines),
  },
  'reports.departures': {
    method: 'GET',
    path: '/api/v1/reports/departures',
    access,
    partly: 'bookings.read',
    tag,
    summary: 'Who leaves next',
    description: 'Ticketed bookings by their first flight, the next first.',
    query: DeparturesQuery,
    response: list(Departure),
  },
} as const satisfies Operations
