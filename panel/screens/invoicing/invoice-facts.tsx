// Facts about an invoice: client, dates and origin.
import type { ResponseOf } from '../../api/operations.ts'
import type { Formats } from '../../logic/formats.ts'
import { PATHS } from '../../logic/paths.ts'
import { DateTime, Day } from '../../parts/date-time.tsx'
import { Link } from '../../parts/link.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { invoicingWords } from './words.ts'

interface Discount {
  readonly discount_percent: number | null
  readonly discount_amount: number | null
}

/** "5%" or "R$ 50,00". */
export function discountText(
  { discount_percent: percent, discount_amount: amount }: Discount,
  formats: Pick<Formats, 'number' | 'money'>,
): string {
  return percent === null ? formats.money(amount ?? 0) : `${formats.number(percent)}%`
}

export function InvoiceFacts({ of }: { of: ResponseOf<'invoices.read'> }) {
  const words = useWords(invoicingWords)
  const formats = useFormats()
  const early = of.early_payment
  const way = (to: string) => <Link to={to}>{words.see}</Link>
  return (
    <DocumentFacts
      of={of}
      rows={[
        [words.issued, <Day key="issued" of={of.issue_date} kind="date" />],
        [words.due, <Day key="due" of={of.due_date} kind="date" />],
        [
          words.early,
          early &&
            of.payment_status !== 'paid' &&
            words.earlyOf(
              discountText(early, formats),
              formats.date(early.until),
              formats.money(early.amount_due),
            ),
        ],
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
