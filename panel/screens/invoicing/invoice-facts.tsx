// Facts about an invoice: client, dates and origin.
import type { ResponseOf } from '../../api/operations.ts'
import { PATHS } from '../../kit/paths.ts'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { Link } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { invoicingWords } from './words.ts'

export function InvoiceFacts({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const way = (to: string) => <Link to={to}>{words.see}</Link>
  return (
    <DocumentFacts
      of={of}
      rows={[
        [words.issued, <Day key="issued" of={of.issue_date} kind="date" />],
        [words.due, <Day key="due" of={of.due_date} kind="date" />],
        [words.paidOn, of.paid_at && <DateTime key="paid" at={of.paid_at} kind="stamp" />],
        [words.paymentMethods, of.payment_methods.map((one) => words.methods[one]).join(', ')],
        [words.fromQuote, of.quote_id && way(PATHS.quote(of.quote_id))],
        [
          words.fromRecurring,
          of.recurring_invoice_id && way(PATHS.recurringInvoice(of.recurring_invoice_id)),
        ],
      ]}
    />
  )
}
