// Tables of bookings in English.
import type { pt } from '../pt/booking-table.ts'

export const en: typeof pt = {
  locator: 'Locator',
  client: 'Client',
  route: 'Route',
  departure: 'Departure',
  created: 'Created',
  status: 'Status',
  amount: 'Amount',
}
