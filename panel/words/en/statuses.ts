// The states of documents in English.
import type { pt } from '../pt/statuses.ts'

export const en: typeof pt = {
  invoice: {
    draft: 'Draft',
    sent: 'Sent',
    cancelled: 'Cancelled',
  },
  payment: {
    pending: 'Not due',
    partial: 'Partly paid',
    paid: 'Paid',
    overdue: 'Overdue',
  },
  quote: {
    draft: 'Draft',
    sent: 'Sent',
    accepted: 'Accepted',
    declined: 'Declined',
    cancelled: 'Cancelled',
  },
}
