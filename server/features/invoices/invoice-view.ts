// The only maker of an invoice's public JSON.
import type { Warned } from '../../../contract/common.ts'
import type { Invoice, InvoicePayment } from '../../../contract/invoices.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { clientFields } from '../clients/client-view.ts'
import type { World } from '../world.ts'
import type { WaysToPay } from './charge-views.ts'
import { invoicePdfUrl, invoiceUrl } from './documents/links.ts'
import type { PaymentRow } from './invoice-payment-store.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { amountDue } from './payment-status.ts'
import { pricedView } from './priced-items.ts'

/** What belongs to an invoice besides its own row. */
export interface InvoiceParts extends WaysToPay {
  invoice: InvoiceRow
  client: ClientRow
  payments: PaymentRow[]
  /** It is paid, or was, with money that nobody has. */
  isSimulated: boolean
}

/** With what its callers are told beside it. */
export type WarnedInvoice = Warned<Invoice>

export function invoiceView(world: World, parts: Omit<InvoiceParts, 'isSimulated'>): Invoice {
  const { invoice, client, payments, pix, boleto } = parts
  const latePaidCents = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  const settledCents = invoice.total_cents + latePaidCents
  return {
    id: invoice.id,
    number: numberText(invoice),
    ...clientFields(client),
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    status: invoice.status,
    payment_status: invoice.payment_status,
    ...pricedView(invoice),
    amount_paid: numberFromCents(invoice.amount_paid_cents),
    amount_due: numberFromCents(amountDue(invoice.total_cents, invoice.amount_paid_cents)),
    amount_overpaid: numberFromCents(amountDue(invoice.amount_paid_cents, settledCents)),
    late_payment: {
      fine_percent: Number(invoice.fine_percent),
      interest_percent: Number(invoice.interest_percent),
      amount_paid: numberFromCents(latePaidCents),
    },
    paid_at: invoice.paid_at === null ? null : isoTimestamp(invoice.paid_at),
    notes: invoice.notes,
    currency: 'BRL',
    payment_provider_id: invoice.payment_provider_id,
    payment_methods: invoice.payment_methods,
    pix,
    boleto,
    payments: payments.map(paymentView),
    payment_url: invoiceUrl(world, invoice.link_token),
    pdf_url: invoicePdfUrl(world, invoice.link_token),
    recurring_invoice_id: invoice.recurring_invoice_id,
    quote_id: invoice.quote_id,
    created_at: isoTimestamp(invoice.created_at),
    updated_at: isoTimestamp(invoice.updated_at),
  }
}

const SEQUENCE_DIGITS = 6

/** `2026-000123`; null for a draft. */
export function numberText({
  number_year,
  number_sequence,
}: Pick<InvoiceRow, 'number_year' | 'number_sequence'>): string | null {
  if (number_sequence === null) return null
  return `${number_year}-${String(number_sequence).padStart(SEQUENCE_DIGITS, '0')}`
}

function paymentView(payment: PaymentRow): InvoicePayment {
  return {
    id: payment.id,
    amount: numberFromCents(payment.amount_cents),
    late_amount: numberFromCents(payment.late_cents),
    method: payment.method,
    reference: payment.reference,
    paid_at: isoTimestamp(payment.paid_at),
    created_at: isoTimestamp(payment.created_at),
  }
}
