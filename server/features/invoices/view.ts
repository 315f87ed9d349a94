// The public JSON of an invoice, with its charges, links and parties.
import type { Warned } from '../../../contract/common.ts'
import type {
  Boleto,
  Invoice,
  InvoiceAdjustment,
  InvoicePayment,
  PaymentProblem,
  Pix,
} from '../../../contract/invoices.ts'
import { INVOICE_PATH } from '../../../contract/links.ts'
import { isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { clientFields } from '../clients/clients.ts'
import type { ClientRow } from '../clients/store.ts'
import { type ChargeRow, findCharges } from '../payments/charge-store.ts'
import { boletoPdfUrl, pageUrl, qrCodeUrl } from '../payments/payer-links.ts'
import { isAwaited, isPayable } from '../payments/states.ts'
import { type Issuer, issuerOf } from '../teams/brand.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { earlyPaymentView } from './early-payment.ts'
import { invoiceItemViews, pricedView } from './items.ts'
import { amountDue, amountOverpaid } from './rules.ts'
import { isCancelled, isPaid } from './states.ts'
import type { AdjustmentRow, InvoiceRow, PaymentRow } from './store.ts'

/** An invoice with everything that its JSON and documents show. */
export interface InvoiceParts extends WaysToPay {
  invoice: InvoiceRow
  client: ClientRow
  payments: PaymentRow[]
  adjustments: AdjustmentRow[]
  /** A charge or payment of it is simulated. */
  isSimulated: boolean
}

/** Null if the method has no charge that can be paid. */
export interface WaysToPay {
  pix: Pix | null
  boleto: Boleto | null
  /** What the banks were asked to collect. */
  charges: { readonly [Method in PaymentMethod]: ChargeRow | null }
}

export type WarnedInvoice = Warned<Invoice>

/** Issuer and client as printed. Copied at the issue, so that a renamed team or client does not change the document. */
export interface StoredParties {
  issuer: Issuer
  client: { name: string; document: string | null; email: string }
}

export function invoiceView(world: World, parts: Omit<InvoiceParts, 'isSimulated'>): Invoice {
  const { invoice, client, payments, adjustments, pix, boleto } = parts
  const latePaidCents = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  return {
    id: invoice.id,
    number: numberText(invoice),
    ...clientFields(client),
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    status: invoice.status,
    payment_status: invoice.payment_status,
    ...pricedView(invoice),
    items: invoiceItemViews(invoice.items),
    amount_paid: numberFromCents(invoice.amount_paid_cents),
    amount_due: numberFromCents(amountDue(invoice)),
    amount_overpaid: numberFromCents(amountOverpaid(invoice, latePaidCents)),
    refunded_amount: numberFromCents(invoice.refunded_cents),
    adjustments: adjustments.map(adjustmentView),
    late_payment: {
      fine_percent: Number(invoice.fine_percent),
      interest_percent: Number(invoice.interest_percent),
      payable_days: invoice.payable_days,
      amount_paid: numberFromCents(latePaidCents),
    },
    early_payment: earlyPaymentView(invoice.early_payment, invoice),
    paid_at: invoice.paid_at === null ? null : isoTimestamp(invoice.paid_at),
    notes: invoice.notes,
    currency: 'BRL',
    payment_provider_id: invoice.payment_provider_id,
    payment_methods: invoice.payment_methods,
    pix,
    boleto,
    payment_problems: problemsOf(parts),
    payments: payments.map(paymentView),
    payment_url: invoiceUrl(world, invoice.link_token),
    pdf_url: invoicePdfUrl(world, invoice.link_token),
    recurring_invoice_id: invoice.recurring_invoice_id,
    quote_id: invoice.quote_id,
    metadata: invoice.metadata,
    external_reference: invoice.external_reference,
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

function adjustmentView(adjustment: AdjustmentRow): InvoiceAdjustment {
  const { id, type, refund_id, trip_item_id } = adjustment
  const created_at = isoTimestamp(adjustment.created_at)
  return { id, type, amount: numberFromCents(adjustment.amount_cents), refund_id, trip_item_id, created_at }
}

export function waysToPay(
  world: World,
  { pix, boleto }: { pix: ChargeRow | null; boleto: ChargeRow | null },
): WaysToPay {
  return { pix: pixView(world, pix), boleto: boletoView(world, boleto), charges: { pix, boleto } }
}

/** Why it cannot be paid now by methods that were asked for. */
function problemsOf({ invoice, client, charges }: Omit<InvoiceParts, 'isSimulated'>): PaymentProblem[] {
  if (isCancelled(invoice) || isPaid(invoice)) return []
  if (amountDue(invoice) === 0n) return []
  return PAYMENT_METHODS.flatMap((method) => {
    const charge = charges[method]
    const isThere = charge !== null && isPayable(charge)
    if (isThere || !invoice.payment_methods.includes(method)) return []
    return [{ method, reason: reasonOf(method, charge, client) }]
  })
}

function reasonOf(
  method: PaymentMethod,
  charge: ChargeRow | null,
  client: ClientRow,
): PaymentProblem['reason'] {
  const needsDocument =
    method === 'boleto' || (charge !== null && BANKS[charge.provider].needsPayerDocument === true)
  const taxId = taxIdOf(client)
  if (needsDocument && taxId === null) return 'client_tax_id_missing'
  if (needsDocument && taxId !== null && !isCpf(taxId) && !isCnpj(taxId)) return 'client_tax_id_invalid'
  if (charge === null || !isAwaited(charge)) return 'not_available'
  if (charge.refusal === 'payer') return 'client_tax_id_refused'
  return charge.refusal === null ? 'bank_pending' : 'bank_refused'
}

function pixView(world: World, charge: ChargeRow | null): Pix | null {
  if (charge === null || !isPayable(charge) || charge.pix_copy_paste === null) return null
  return {
    copy_paste: charge.pix_copy_paste,
    qrcode_url: qrCodeUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(charge.amount_cents),
    due_date: charge.due_date,
    expires_at: isoTimestamp(charge.expires_at),
  }
}

function boletoView(world: World, charge: ChargeRow | null): Boleto | null {
  if (charge === null || !isPayable(charge) || charge.boleto_barcode === null) return null
  return {
    barcode: charge.boleto_barcode,
    digitable_line: digitableLine(charge.boleto_barcode),
    url: pageUrl(world, charge),
    pdf_url: boletoPdfUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(charge.amount_cents),
    due_date: charge.due_date ?? dateIn(charge.expires_at, BANK_ZONE).toString(),
    expires_at: isoTimestamp(charge.expires_at),
  }
}

/** The charges of invoices and payments, by id. */
export async function chargesOf(
  db: Queryable,
  all: readonly { charge_id: string | null; boleto_charge_id?: string | null }[],
): Promise<Map<string, ChargeRow>> {
  const ids = all.flatMap(({ charge_id, boleto_charge_id = null }) => [charge_id, boleto_charge_id])
  const known = ids.filter((id) => id !== null)
  return new Map((await findCharges(db, known)).map((charge) => [charge.id, charge]))
}

export function partiesOf(team: Team, client: ClientRow): StoredParties {
  return {
    issuer: issuerOf(team),
    client: {
      name: client.full_name,
      document: taxIdOf(client),
      email: client.email,
    },
  }
}

/** CNPJ of a company, CPF of a person; the other one if that is missing. */
export function taxIdOf({
  client_type,
  cnpj,
  cpf,
}: Pick<ClientRow, 'client_type' | 'cpf' | 'cnpj'>): string | null {
  return client_type === 'company' ? (cnpj ?? cpf) : (cpf ?? cnpj)
}

export const LINK_BYTES = 20

export function invoiceUrl(world: World, token: string): string {
  return `${world.address.url}${INVOICE_PATH}/${token}`
}

export function invoicePdfUrl(world: World, token: string): string {
  return `${invoiceUrl(world, token)}/pdf`
}
