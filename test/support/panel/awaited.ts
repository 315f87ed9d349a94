// Answers in place of operations that this branch does not have yet; it goes with the merge that brings them.
import type { BrowserContext } from 'playwright-core'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'

const hold = (index: number) => ({
  id: `ord_${index}`,
  booking_reference: ['A6TCNJ', 'WAB54H', 'HDUXJG', 'PLWJEE'][index],
  payment_required_by: new Date(Date.parse('2026-11-16T03:10:00Z') + index * 17_000_000).toISOString(),
  amount: `${(index + 1) * 585}.51`,
  origin: 'GRU',
  destination: ['FLN', 'LIS', 'NAT', 'AEP'][index],
  client_name: ['Ana Clara Lima', 'Camila Duarte', 'Maria Souza', 'Rafael Monteiro'][index],
})
const holds = [0, 1, 2, 3].map(hold)
const periods = Array.from({ length: 30 }, (_, index) => ({
  start_date: new Date(Date.parse('2026-10-18T12:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
  bookings: index % 4,
  amount: `${((index * 7919) % 13) * 700}.00`,
}))

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/reports/deadlines': {
    count: 4,
    amount: '5855.10',
    missing_amount: '0.00',
    is_covered: true,
    holds,
  },
  '/api/v1/reports/sales': { totals: { bookings: 93, amount: '139571.00' }, periods },
  '/api/v1/reports/departures': holds.map((one) => ({ ...one, departing_at: '2026-11-28T10:00:00' })),
  '/api/v1/stream': null,
}

export async function answerAwaited(context: BrowserContext): Promise<void> {
  const known = new Set(Object.values<Operation>(OPERATIONS).map(({ path }) => path))
  for (const [path, data] of Object.entries(ANSWERS)) {
    if (known.has(path)) continue
    await context.route(`**${path}*`, (route) => route.fulfill({ json: { success: true, data } }))
  }
}
