// The charge behind an invoice: whether it needs one, at which bank, and when it no longer fits.
import type { ErrorDetail } from '../../../contract/common.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { bareTaxId, isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { Outcome } from '../../adapters/banks/port.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, ownerOfRow, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { addBusinessDays, BANK_ZONE, dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { isCostly, lateTermsOf } from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type ClientRow, findClient } from '../clients/store.ts'
import { type ChosenBank, chooseBank } from '../payments/banks.ts'
import {
  type ChargeRefusal,
  type ChargeRow,
  findCharge,
  forgetPayers,
  moveCharge,
} from '../payments/charge-store.ts'
import { type AskedCharge, type ChargeWish, newCharge, orderFor } from '../payments/charges.ts'
import { withdrawChargeJob } from '../payments/jobs.ts'
import { isAwaited, isPayable } from '../payments/states.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import { amountDue, chargeTerms } from './rules.ts'
import { isCancelled, isPaid } from './states.ts'
import { findInvoice, type InvoiceRow } from './store.ts'
import { numberText, taxIdOf } from './view.ts'

// What a bank is asked to collect for an invoice by each of the methods by which it can be paid.

export const RECEIVER_CITY = 'São Paulo'

export interface WishContext {
  team: Pick<Team, 'name' | 'time_zone'>
  client: Pick<ClientRow, 'full_name' | 'client_type' | 'cpf' | 'cnpj'>
  /** In the team's time zone. */
  today: Temporal.PlainDate
}

/** What can be paid now: what is left, unless the invoice is cancelled or was reported as paid. */
export function payableCents(
  invoice: Pick<InvoiceRow, 'status' | 'payment_status' | 'total_cents' | 'amount_paid_cents'>,
): Cents {
  const isOver = isCancelled(invoice) || isPaid(invoice)
  return isOver ? 0n : amountDue(invoice.total_cents, invoice.amount_paid_cents)
}

/** What of a charge is the invoice itself, without what being late costs. */
function coveredCents({ amountCents, lateCents = 0n }: ChargeWish): Cents {
  return amountCents - lateCents
}

/** Null where nothing is to be collected by this method, or nothing can be. */
export function chargeWish(
  method: PaymentMethod,
  invoice: InvoiceRow,
  { team, client, today }: WishContext,
): ChargeWish | null {
  const owed = payableCents(invoice)
  if (owed === 0n || !invoice.payment_methods.includes(method)) return null
  const payerDocument = soundTaxId(client)
  const terms = chargeTerms(method, owed, invoice, today)
  // No bank makes a boleto for somebody without one.
  if (terms === null || (method === 'boleto' && payerDocument === null)) return null
  const { fine_percent, interest_percent } = invoice
  const number = numberText(invoice)
  return {
    purpose: 'invoice',
    referenceId: invoice.id,
    method,
    amountCents: terms.amountCents,
    lateCents: terms.lateCents,
    expiresAt: new Date(dayEnd(terms.lastDay, ZONES[method] ?? team.time_zone).getTime() - 1),
    receiver: { name: team.name, city: RECEIVER_CITY },
    payerName: client.full_name,
    payerDocument,
    description: number === null ? 'Fatura' : `Fatura ${number}`,
    ...(method === 'boleto' && { dueDate: terms.dueOn }),
    late: terms.growsLate ? { fine_percent, interest_percent } : null,
  }
}

/** Days of boletos are those of banks; others are the team's. */
const ZONES: Readonly<Record<PaymentMethod, string | null>> = { pix: null, boleto: BANK_ZONE }

/** Banks refuse a charge for a payer whose check digits are wrong. */
function soundTaxId(client: WishContext['client']): string | null {
  const taxId = taxIdOf(client)
  return taxId !== null && (isCpf(taxId) || isCnpj(taxId)) ? bareTaxId(taxId) : null
}

// The banks of an invoice, chosen and asked before the transaction: nothing waits for a network inside one.

export interface PreparedBank {
  chosen: ChosenBank
  /** What the bank was asked for ahead; null for the simulated one, and where it is only asked afterwards. */
  asked: AskedCharge | null
}

/** Far longer than asking takes; whoever takes longer finds that it was given up. */
const GIVE_UP_AFTER_MS = 120_000

/** By method; one that no bank takes is not there: the invoice goes on without it. */
export type PreparedBanks = Readonly<Partial<Record<PaymentMethod, PreparedBank>>>

/** What will probably be charged. It is only asked for where there is a real bank. */
type Wishes = () => Promise<(method: PaymentMethod) => ChargeWish | null>

/** A provider that is gone by now, or does not take a method, is replaced by the default one. */
export async function prepareBanks(
  world: World,
  scope: Scope,
  { payment_methods, payment_provider_id }: Pick<InvoiceRow, 'payment_methods' | 'payment_provider_id'>,
  wishes: Wishes = async () => () => null,
): Promise<PreparedBanks> {
  const banks: { [Method in PaymentMethod]?: PreparedBank } = {}
  for (const method of PAYMENT_METHODS.filter((one) => payment_methods.includes(one))) {
    const chosen = await chooseBank(world, scope, method, payment_provider_id)
    if (chosen !== null) banks[method] = { chosen, asked: null }
  }
  const real = PAYMENT_METHODS.filter((method) => isReal(banks[method]))
  if (real.length === 0) return banks
  const wishOf = await wishes()
  await Promise.all(
    real.map(async (method) => {
      const [prepared, wish] = [banks[method], wishOf(method)]
      if (prepared !== undefined && wish !== null)
        banks[method] = { ...prepared, asked: await ask(world, scope, prepared.chosen, wish) }
    }),
  )
  return banks
}

function isReal(prepared: PreparedBank | undefined): boolean {
  return prepared !== undefined && prepared.chosen.provider !== SIMULATED
}

/**
 * Where the bank does not say, due work asks again under the same id, and finds what was made. Null for a code that it
 * refused, and may have removed: under another id it can still be made.
 */
async function ask(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  wish: ChargeWish,
): Promise<AskedCharge | null> {
  const begun = await begin(world, scope, chosen, wish)
  const answer = await chosen.bank.open(begun.order)
  if (answer.outcome === 'confirmed') return { ...begun, instructions: answer.value }
  world.log.warn(
    { provider: chosen.providerId, charge: begun.id, method: wish.method, reason: answer.reason },
    'the bank made no charge for an invoice',
  )
  if (answer.outcome === 'rejected' && !begun.isStored) return null
  return { ...begun, instructions: null, refusal: refusalIn(answer) }
}

/** What a charge remembers of an answer that did not make it. */
export function refusalIn(answer: Outcome<unknown>): ChargeRefusal | null {
  if (answer.outcome !== 'rejected') return null
  return answer.cause === 'payer' ? 'payer' : 'bank'
}

/**
 * A registered boleto is shown to its payer by their own bank (DDA), whatever becomes of it here. So it is stored
 * before it is asked for, and given up by due work unless an invoice takes it. A PIX code that was shown to nobody
 * cannot be paid.
 */
async function begin(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  wish: ChargeWish,
): Promise<Omit<AskedCharge, 'instructions'>> {
  if (wish.method === 'pix') {
    const id = makeId('charge', world.wall.now())
    return { id, order: orderFor(id, wish), isStored: false }
  }
  return transaction(world, aside(scope), async (tx) => {
    const { charge, order } = await newCharge(tx, chosen, wish)
    const at = new Date(tx.now.getTime() + GIVE_UP_AFTER_MS)
    schedule(tx, jobs.abandonInvoiceChargeJob, { at, key: charge.id, payload: null })
    return { id: charge.id, order, isStored: true }
  })
}

/** What was asked for, where it is just what is wished for now. */
function askedFor({ asked }: PreparedBank, wish: ChargeWish): AskedCharge | null {
  if (asked === null) return null
  const { amountCents, dueDate, payer } = asked.order
  const isSame = amountCents === wish.amountCents && dueDate?.toString() === wish.dueDate?.toString()
  return isSame && payer?.document === (wish.payerDocument ?? null) ? asked : null
}

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
  schedule(tx, jobs.renewInvoiceChargeJob, { at: renewalOf(charge, invoice), key: charge.id, payload })
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
  if (charge?.refusal === 'payer')
    return 'the bank refused the cpf or cnpj of the client; it is made by itself when the client has another'
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
  if (isAwaited(charge))
    schedule(tx, jobs.openInvoiceChargeJob, { at: tx.now, key: charge.id, payload: null })
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
  schedule(tx, withdrawChargeJob, { at: tx.now, key: charge.id, payload: null })
}

// The number that people know an invoice by, for the boleto that collects it.

/** Null where the charge is for something else, or the invoice has no number. */
export async function invoiceNumberOf({ pool }: World, charge: ChargeRow): Promise<string | null> {
  if (charge.purpose !== 'invoice') return null
  const invoice = await findInvoice(pool, ownerOfRow(charge), charge.reference_id)
  return invoice === undefined ? null : numberText(invoice)
}

// A charge with its payer's CPF or CNPJ as it is known now: banks that ask for it make none before the client has one.

export async function withPayer({ pool }: World, charge: ChargeRow): Promise<ChargeRow> {
  if (charge.payer_document !== null && charge.refusal !== 'payer') return charge
  const owner = ownerOfRow(charge)
  const invoice = await findInvoice(pool, owner, charge.reference_id)
  const client = invoice && (await findClient(pool, owner, invoice.client_id))
  return client === undefined ? charge : { ...charge, payer_document: soundTaxId(client) }
}
