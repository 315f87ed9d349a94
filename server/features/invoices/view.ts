// The public JSON of an invoice, with its charges, links and parties.
import type { Warned } from '../../../contract/common.ts'
import type {
  Boleto,
  CardRefusal,
  Invoice,
  InvoiceAdjustment,
  InvoiceCharge,
  InvoicePayment,
  PaymentProblem,
  Pix,
} from '../../../contract/invoices.ts'
import { INVOICE_PATH } from '../../../contract/links.ts'
import {
  METHODS,
  PAYMENT_METHODS,
  type PaymentMethod,
  SHOWN_CHARGE_STATUSES,
} from '../../../contract/payment-methods.ts'
import type { BankName } from '../../../contract/payment-providers.ts'
import { isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { BANK_ZONE, dateIn, isoTimestamp } from '../../kernel/values/dates.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { clientFields } from '../clients/clients.ts'
import type { ClientRow } from '../clients/store.ts'
import { invoiceItemViews, pricedView } from '../documents/items.ts'
import { numberText, taxIdOf } from '../documents/view.ts'
import type { ChargeRow, ShownCharge } from '../payments/charge-store.ts'
import { askedOn } from '../payments/charges.ts'
import { boletoPdfUrl, cardPageUrl, pageUrl, qrCodeUrl } from '../payments/payer-links.ts'
import { isAuthorised, isAwaited, isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'
import { earlyPaymentView } from './early-payment.ts'
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
  banksOnDemand: BanksOnDemand
}

/** The banks of wanted methods whose charge is opened later; null if no bank takes one. */
export type BanksOnDemand = Readonly<Partial<Record<PaymentMethod, BankName | null>>>

/** Null if the method has no charge that can be paid. */
export interface WaysToPay {
  pix: Pix | null
  boleto: Boleto | null
  /** Charges that banks may still collect, those that they have collected, and those with refused cards. */
  charges: readonly ShownCharge[]
}

export type WarnedInvoice = Warned<Invoice>

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
    uncovered_amount: numberFromCents(invoice.uncovered_cents),
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
    card_payment: {
      instalments_max: invoice.card_terms.instalments_max ?? null,
      fee_bearer: invoice.card_terms.fee_bearer ?? null,
    },
    pix,
    boleto,
    charges: parts.charges.flatMap((charge) => chargeView(world, charge)),
    card_refusals: parts.charges
      .flatMap(cardRefusals)
      .toSorted((one, other) => one.at.localeCompare(other.at)),
    payment_problems: problemsOf(parts),
    payments: payments.map(paymentView),
    payment_url: invoiceUrl(world, invoice.link_token),
    pdf_url: invoicePdfUrl(world, invoice.link_token),
    recurring_invoice_id: invoice.recurring_invoice_id,
    mandate_id: invoice.mandate_id,
    quote_id: invoice.quote_id,
    metadata: invoice.metadata,
    external_reference: invoice.external_reference,
    created_at: isoTimestamp(invoice.created_at),
    updated_at: isoTimestamp(invoice.updated_at),
  }
}

/** The text that a bank shows to the payer. */
export function chargeDescription(invoice: Parameters<typeof numberText>[0]): string {
  const number = numberText(invoice)
  return number === null ? 'Fatura' : `Fatura ${number}`
}

function paymentView(payment: PaymentRow): InvoicePayment {
  return {
    id: payment.id,
    amount: numberFromCents(payment.amount_cents),
    late_amount: numberFromCents(payment.late_cents),
    surcharge_amount: numberFromCents(payment.surcharge_cents),
    method: payment.method,
    manual_method: payment.manual_method,
    reference: payment.reference,
    charge_id: payment.charge_id,
    paid_at: isoTimestamp(payment.paid_at),
    created_at: isoTimestamp(payment.created_at),
  }
}

function adjustmentView(adjustment: AdjustmentRow): InvoiceAdjustment {
  const { id, type, refund_id, credit_note_id, trip_item_id } = adjustment
  const amount = numberFromCents(adjustment.amount_cents)
  const created_at = isoTimestamp(adjustment.created_at)
  return { id, type, amount, refund_id, credit_note_id, trip_item_id, created_at }
}

export function waysToPay(world: World, charges: readonly ShownCharge[]): WaysToPay {
  return {
    pix: pixView(world, currentOf(charges, 'pix')),
    boleto: boletoView(world, currentOf(charges, 'boleto')),
    charges,
  }
}

/** The charge that an invoice has for the method; null if it has none. */
export function currentOf<Charge extends Pick<ChargeRow, 'method' | 'is_current'>>(
  charges: readonly Charge[],
  method: PaymentMethod,
): Charge | null {
  return charges.find((charge) => charge.is_current && charge.method === method) ?? null
}

/** The charges that payers can pay now, in the order in which they see it. */
export function payableOf<Charge extends ChargeRow>(charges: readonly Charge[]): Charge[] {
  return PAYMENT_METHODS.flatMap((method) => currentOf(charges, method) ?? []).filter(isPayable)
}

/** The same without a card. None while a card is analysed, against a second payment. */
export function offeredOf<Charge extends ChargeRow>(charges: readonly Charge[]): Charge[] {
  if (charges.some((charge) => charge.method === 'card' && isAuthorised(charge))) return []
  return payableOf(charges).filter(({ method }) => method !== 'card')
}

/** The last day on which a boleto costs nothing more. */
export function dueDateOf({ due_date, expires_at }: Pick<ChargeRow, 'due_date' | 'expires_at'>): string {
  return due_date ?? dateIn(expires_at, BANK_ZONE).toString()
}

function chargeView(world: World, charge: ShownCharge): InvoiceCharge[] {
  const status = SHOWN_CHARGE_STATUSES.find((shown) => shown === charge.status)
  // One that has ended is replaced with its end.
  if (status === undefined) return []
  const { fee_cents, net_cents } = charge
  return [
    {
      id: charge.id,
      method: charge.method,
      status,
      amount: numberFromCents(charge.amount_cents),
      fee_amount: fee_cents === null ? null : numberFromCents(fee_cents),
      net_amount: net_cents === null ? null : numberFromCents(net_cents),
      instructions: isPayable(charge) ? instructionsView(world, charge) : null,
      instalments: charge.instalments.map((one) => ({
        number: one.number,
        amount: numberFromCents(one.amount_cents),
        net_amount: numberFromCents(one.net_cents),
        settles_on: one.settles_on,
        settled_at: one.settled_at === null ? null : isoTimestamp(one.settled_at),
      })),
      instalment_count: charge.instalment_count,
      surcharge_amount: numberFromCents(charge.surcharge_cents),
      card: charge.card,
      refusals: charge.refusals,
      expires_at: isoTimestamp(charge.expires_at),
      created_at: isoTimestamp(charge.created_at),
      updated_at: isoTimestamp(charge.updated_at),
    },
  ]
}

function cardRefusals(charge: ShownCharge): CardRefusal[] {
  // If payers choose on the page of the bank, the charge has the number of the attempt that succeeded.
  const isChosenBefore = BANKS[charge.provider].payerChoosesInstalments !== true
  return charge.refusals.map(({ at, reason }) => ({
    at,
    reason,
    charge_id: charge.id,
    amount: numberFromCents(charge.amount_cents),
    instalment_count: isChosenBefore ? charge.instalment_count : null,
  }))
}

function instructionsView(world: World, charge: ChargeRow): InvoiceCharge['instructions'] {
  const { code = null, barcode } = charge.instructions ?? {}
  const page_url = cardPageUrl(world, charge)
  return {
    code,
    qrcode_url: code === null ? null : qrCodeUrl(world, charge),
    line: barcode === undefined ? null : digitableLine(barcode),
    page_url: page_url ?? (barcode === undefined ? null : pageUrl(world, charge)),
  }
}

/** Why it cannot be paid now by methods that were asked for. */
function problemsOf(parts: Omit<InvoiceParts, 'isSimulated'>): PaymentProblem[] {
  const { invoice, client, charges, banksOnDemand } = parts
  if (!isAskedFor(invoice)) return []
  return PAYMENT_METHODS.flatMap((method) => {
    if (!invoice.payment_methods.includes(method)) return []
    const charge = currentOf(charges, method)
    const bank = banksOnDemand[method]
    if (isMissing(method, charge)) return [{ method, reason: reasonOf(method, charge, client) }]
    const reason =
      charge === null && bank !== undefined ? whyNotLater(method, { invoice, client, bank }) : null
    return reason === null ? [] : [{ method, reason }]
  })
}

/** Something is owed, and no mandate collects it. */
export function isAskedFor(invoice: InvoiceRow): boolean {
  if (isCancelled(invoice) || isPaid(invoice)) return false
  return amountDue(invoice) > 0n && invoice.mandate_id === null
}

/** Why a method cannot be, whose charge is opened later; null if it can. */
export function whyNotLater(
  method: PaymentMethod,
  {
    invoice,
    client,
    bank,
  }: {
    readonly invoice: InvoiceRow
    readonly client: Pick<ClientRow, 'client_type' | 'cpf' | 'cnpj'>
    readonly bank: BankName | null
  },
): PaymentProblem['reason'] | null {
  const { opens, recurringOnly, needsTaxId, centsMax } = METHODS[method]
  if (opens !== 'on_demand') return null
  if (recurringOnly && invoice.recurring_invoice_id === null)
    return invoice.payment_methods.length === 1 ? 'recurring_only' : null
  if (bank === null || amountDue(invoice) > centsMax) return 'not_available'
  return needsTaxId || BANKS[bank].needsPayerDocument === true ? taxIdProblem(client) : null
}

/** Whether a payer who wants to pay by the method cannot. */
export function isMissing(method: PaymentMethod, charge: ChargeRow | null): boolean {
  if (charge === null) return METHODS[method].opens === 'with_invoice'
  return !isPayable(charge) && !isAuthorised(charge)
}

function reasonOf(
  method: PaymentMethod,
  charge: ChargeRow | null,
  client: ClientRow,
): PaymentProblem['reason'] {
  const needsDocument =
    METHODS[method].needsTaxId || (charge !== null && BANKS[charge.provider].needsPayerDocument === true)
  const ofClient = needsDocument ? taxIdProblem(client) : null
  if (ofClient !== null) return ofClient
  if (charge === null || !isAwaited(charge)) return 'not_available'
  if (charge.refusal === 'payer') return 'client_tax_id_refused'
  return charge.refusal === null ? 'bank_pending' : 'bank_refused'
}

function taxIdProblem(client: Parameters<typeof taxIdOf>[0]): PaymentProblem['reason'] | null {
  const taxId = taxIdOf(client)
  if (taxId === null) return 'client_tax_id_missing'
  return isCpf(taxId) || isCnpj(taxId) ? null : 'client_tax_id_invalid'
}

function pixView(world: World, charge: ChargeRow | null): Pix | null {
  const code = charge?.instructions?.code
  if (charge === null || !isPayable(charge) || code === undefined) return null
  return {
    copy_paste: code,
    qrcode_url: qrCodeUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(askedOn(charge, dateIn(world.wall.now(), BANK_ZONE))),
    due_date: charge.due_date,
    expires_at: isoTimestamp(charge.expires_at),
  }
}

function boletoView(world: World, charge: ChargeRow | null): Boleto | null {
  const barcode = charge?.instructions?.barcode
  if (charge === null || !isPayable(charge) || barcode === undefined) return null
  return {
    barcode,
    digitable_line: digitableLine(barcode),
    url: pageUrl(world, charge),
    pdf_url: boletoPdfUrl(world, charge),
    txid: charge.txid,
    amount: numberFromCents(charge.amount_cents),
    due_date: dueDateOf(charge),
    expires_at: isoTimestamp(charge.expires_at),
  }
}

export function invoiceUrl(world: World, token: string): string {
  return `${world.address.url}${INVOICE_PATH}/${token}`
}

export function invoicePdfUrl(world: World, token: string): string {
  return `${invoiceUrl(world, token)}/pdf`
}
