// The buckets by which the list of invoices is counted: each combination of statuses that it can be filtered by.
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'

export const INVOICE_LIST = 'invoices'

interface Counted {
  status: InvoiceStatus
  payment_status: PaymentStatus
}

export function bucketOf({ status, payment_status }: Counted): string {
  return `${status} ${payment_status}`
}

/** Whether a bucket is among those that a filter leaves. */
export function bucketFilter(
  status: InvoiceStatus | undefined,
  paymentStatus: PaymentStatus | undefined,
): (bucket: string) => boolean {
  return (bucket) => {
    const [ofStatus, ofPayment] = bucket.split(' ')
    return (status ?? ofStatus) === ofStatus && (paymentStatus ?? ofPayment) === ofPayment
  }
}
