// The charges of an invoice, one for each method: made with it, replaced when the amount changes, withdrawn when
// nothing is left to pay, so that whichever is paid first takes the other away.
import { SIMULATED } from '../../../contract/banks.ts'
import type { ErrorDetail } from '../../../contract/common.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { addBusinessDays, BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { isCostly, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { type ChargeRow, findCharge, forgetPayers, moveCharge } from '../payments/charge-store.ts'
import type { ChosenBank } from '../payments/choose-bank.ts'
import { type AskedCharge, type ChargeWish, newCharge } from '../payments/new-charge.ts'
import { isAwaited, isPayable } from '../payments/states.ts'
import { withdrawCharge } from '../payments/work.ts'
import { chargeWish, coveredCents, payableCents, type WishContext } from './charge-wish.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { askedFor, type PreparedBanks } from './prepare-bank.ts'
import * as work from './work.ts'

export interface ChargeContext extends WishContext {
  /** By method; one that is not there has no bank to charge through. */
  banks: PreparedBanks
}

/** The column that names the charge of each method. */
export const CHARGE_COLUMNS = {
  pix: 'charge_id',
  boleto: 'boleto_charge_id',
} as const satisfies Record<PaymentMethod, keyof InvoiceRow>

/** Of an invoice that nobody can pay yet. */
export const NO_CHARGES = { charge_id: null, boleto_charge_id: null } as const satisfies Record<
  (typeof CHARGE_COLUMNS)[PaymentMethod],
  null
>

export interface InvoiceCharges {
  pix: ChargeRow | null
  boleto: ChargeRow | null
}

export interface AdjustedCharges {
  charges: InvoiceCharges
  /** Of the ways to pay that were asked for and are not there yet. */
  warnings: ErrorDetail[]
}

/** The charges by which the invoice can be paid as it is now; old ones are kept where they fit, else withdrawn. */
export async function adjustCharges(
  tx: Tx,
  before: InvoiceRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): Promise<AdjustedCharges> {
  const charges: InvoiceCharges = { pix: null, boleto: null }
  const warnings: ErrorDetail[] = []
  for (const method of PAYMENT_METHODS) {
    const charge = await adjustCharge(tx, method, before, invoice, context)
    charges[method] = charge
    const isMissing = charge === null || !isPayable(charge)
    if (isMissing && invoice.payment_methods.includes(method) && payableCents(invoice) > 0n)
      warnings.push({ field: method, issue: whyMissing(method, charge, invoice, context) })
  }
  return { charges, warnings }
}

async function adjustCharge(
  tx: Tx,
  method: PaymentMethod,
  before: InvoiceRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): Promise<ChargeRow | null> {
  const wish = chargeWish(method, invoice, context)
  const id = invoice[CHARGE_COLUMNS[method]]
  const current = id === null ? undefined : await findCharge(tx, id)
  const prepared = context.banks[method]
  // A charge that its bank has not confirmed yet is replaced by one that a bank has just made.
  const asked = prepared === undefined || wish === null ? null : askedFor(prepared, wish)
  const isMade = asked !== null && asked.instructions !== null
  const isBetterMade = current !== undefined && isAwaited(current) && isMade
  if (current !== undefined && isFit(current, wish, before, invoice) && !isBetterMade) return current
  if (current !== undefined) await withdraw(tx, current)
  if (wish === null || prepared === undefined) return null
  const charge = await issue(tx, prepared.chosen, wish, asked)
  const payload = { invoice_id: invoice.id, charge_id: charge.id }
  schedule(tx, work.renewInvoiceCharge, { at: renewalOf(charge, invoice), key: charge.id, payload })
  return charge
}

/** Whether it asks for the right amount, and can be paid, now or as soon as its bank has made it. */
export function isFit(
  charge: ChargeRow,
  wish: ChargeWish | null,
  before: InvoiceRow | null,
  invoice: InvoiceRow,
): boolean {
  if (wish === null || !(isPayable(charge) || isAwaited(charge))) return false
  return charge.amount_cents - charge.late_cents === coveredCents(wish) && !isOutdated(wish, before, invoice)
}

/** A boleto has its due date and its payer on it; a code ends with the due date where being late costs something. */
function isOutdated({ method }: ChargeWish, before: InvoiceRow | null, invoice: InvoiceRow): boolean {
  if (before === null || (method === 'pix' && !isCostly(lateTermsOf(invoice)))) return false
  return before.due_date !== invoice.due_date || before.client_id !== invoice.client_id
}

/** A boleto that was paid on its last day is told of on the next business day: only then is another one made. */
function renewalOf({ method, expires_at }: ChargeRow, invoice: InvoiceRow): Date {
  // Where the amount changes with the day, the next code is of the next day.
  if (method === 'pix') return new Date(expires_at.getTime() + (isCostly(lateTermsOf(invoice)) ? 1 : 0))
  return dayEnd(addBusinessDays(dateIn(expires_at, BANK_ZONE), 1), BANK_ZONE)
}

function whyMissing(
  method: PaymentMethod,
  charge: ChargeRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): string {
  if (charge?.payer_document === null && bankNamed(charge.provider).needsPayerDocument === true)
    return 'the bank wants a client with a valid cpf or cnpj; it is made by itself when the client has one'
  if (charge !== null) return 'the bank has not answered yet; it is made by itself as soon as the bank does'
  if (chargeWish(method, invoice, context) === null) return IMPOSSIBLE[method]
  const address = 'POST /api/v1/payment-providers'
  return `no connected payment provider takes ${method}; it is made by itself when one is connected with ${address}`
}

const IMPOSSIBLE: Readonly<Record<PaymentMethod, string>> = {
  pix: 'a PIX code asks for 9999999999.99 at most',
  boleto:
    'a boleto needs a client with a valid cpf or cnpj, asks for 99999999.99 at most, and is due until 2049-10-13',
}

async function issue(
  tx: Tx,
  chosen: ChosenBank,
  wish: ChargeWish,
  asked: AskedCharge | null,
): Promise<ChargeRow> {
  const { charge } = await newCharge(tx, chosen, wish, asked)
  if (isAwaited(charge)) schedule(tx, work.openInvoiceCharge, { at: tx.now, key: charge.id, payload: null })
  return charge
}

/**
 * For an invoice that goes away altogether, or to somebody else. From here on nothing leads from its client to its
 * charges, so whoever erases the client would not find them.
 */
export async function letGoOfCharges(tx: Tx, invoice: InvoiceRow): Promise<void> {
  for (const method of PAYMENT_METHODS) {
    const id = invoice[CHARGE_COLUMNS[method]]
    if (id !== null) await withdraw(tx, { id })
  }
  await forgetPayers(tx, [invoice.id])
}

/** The simulated bank needs no withdrawal: a charge that is not shown cannot be paid there. */
async function withdraw(tx: Tx, { id }: Pick<ChargeRow, 'id'>): Promise<void> {
  const charge = await moveCharge(tx, id, 'withdraw')
  if (charge === undefined || charge.provider === SIMULATED) return
  schedule(tx, withdrawCharge, { at: tx.now, key: charge.id, payload: null })
}
