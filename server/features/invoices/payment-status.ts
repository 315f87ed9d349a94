// Payment status follows the money, and the calendar where money is missing.
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { isSent } from './states.ts'

export interface Owed {
  status: InvoiceStatus
  totalCents: Cents
  paidCents: Cents
  dueDate: Temporal.PlainDate
}

/** `today` is the day in the team's time zone. On the due date itself nothing is overdue. */
export function paymentStatusOf(
  { status, totalCents, paidCents, dueDate }: Owed,
  today: Temporal.PlainDate,
): PaymentStatus {
  const isAskedFor = isSent({ status })
  if (paidCents >= totalCents && (paidCents > 0n || isAskedFor)) return 'paid'
  if (isAskedFor && Temporal.PlainDate.compare(today, dueDate) > 0) return 'overdue'
  return paidCents > 0n ? 'partial' : 'pending'
}

/** What is left to pay; too much paid leaves nothing, not less. */
export function amountDue(totalCents: Cents, paidCents: Cents): Cents {
  return paidCents >= totalCents ? 0n : totalCents - paidCents
}
