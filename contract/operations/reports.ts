// Reports about bookings, for the desk and for accounting.
import { attachment, data, list } from '../answers.ts'
import { CsvQuery } from '../csv.ts'
import type { Operations } from '../operation.ts'
import { Deadlines, Departure, DeparturesQuery, Sales, SalesFilter, SalesQuery } from '../reports.ts'

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
    answer: data(Sales),
  },
  'reports.salesDownload': {
    method: 'GET',
    path: '/api/v1/reports/sales.csv',
    access,
    tag,
    summary: 'Download what was sold',
    description: 'A line for each day, week or month, as CSV.',
    query: CsvQuery(SalesFilter),
    answer: attachment('text/csv'),
  },
  'reports.deadlines': {
    method: 'GET',
    path: '/api/v1/reports/deadlines',
    access,
    partly: 'bookings.read',
    tag,
    summary: 'What must be paid soon',
    description: 'Holds by the time that is left to pay them, and whether the wallet can pay them all.',
    answer: data(Deadlines),
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
    answer: list(Departure),
  },
} as const satisfies Operations
