// The board of deadlines in English.
import type { pt } from '../pt/board.ts'

export const en: typeof pt = {
  time: 'Due in',
  until: 'Deadline',
  locator: 'Locator',
  route: 'Route',
  client: 'Client',
  amount: 'Amount',
  issue: 'Issue',
  short: 'not enough balance',
  noDeadlines: 'Nothing is due. Bookings on hold appear here with the time left to pay.',
}
