// The first screen in English.
import { plural } from '../plural.ts'
import type { pt } from '../pt/start.ts'

export const en: typeof pt = {
  hello: (name, hour) =>
    `${hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'}${name === '' ? '' : `, ${name}`}`,
  due: (count) =>
    count === 0
      ? 'no deadline in the next 24 hours'
      : `${plural(count, 'deadline', 'deadlines')} in the next 24 hours`,
  deadlines: 'Ticketing deadlines',
  deadlinesSub: 'Bookings on hold, the most urgent first',
  all: 'See all',
  wallet: 'Wallet',
  available: 'Available',
  held: 'In bookings on hold',
  short: (amount) => `${amount} short of issuing everything on hold`,
  recharge: 'Top up by PIX',
  statement: 'Statement',
  lastMove: 'Last movement',
  sales: 'Sales',
  lastDays: 'Last 30 days',
  sold: 'Sold',
  count: 'Bookings',
  mean: 'Average value',
  perDay: 'Sales by day',
  owed: 'Receivables',
  overdue: 'Overdue',
  notDue: 'Not due yet',
  late: (range) => `${range} days`,
  over90: 'More than 90 days',
  invoices: (count) => plural(count, 'invoice', 'invoices'),
  seeOverdue: 'See overdue',
  recent: 'Recent bookings',
  noBookings: 'Bookings of the agency appear here.',
  firstSearch: 'Search the first flight',
  departures: 'Next departures',
  noDepartures: 'No departures in the next days.',
}
