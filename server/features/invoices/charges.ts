// The charges of an invoice: whether it needs one, at which bank, and when it no longer fits. Banks are asked before the
// transaction, because no transaction waits for the network.

import { isDeepStrictEqual } from 'node:util'
import { METHODS, PAYMENT_METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { bareTaxId, isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { ChargeOrder, Outcome, PayerAddress } from '../../adapters/banks/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays, BANK_ZONE, dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { isCostly, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { type Owner, ownerOfRow } from '../../kernel/values/owner.ts'
import { type ClientRow, findClient, findWhole } from '../clients/store.ts'
import { numberText, taxIdOf } from '../documents/view.ts'
import { type ChosenBank, chooseBank } from '../payments/banks.ts'
import {
  type ChargeRefusal,
  type ChargeRow,
  forgetPayers,
  moveCharge,
  type ShownCharge,
  shownChargesOf,
  unsetCurrent,
} from '../payments/charge-store.ts'
import {
  type AskedCharge,
  type ChargeRequest,
  coveredBy,
  type ImmediateTerms,
  newCharge,
  orderFor,
  termColumns,
} from '../payments/charges.ts'
import { withdrawChargeJob } from '../payments/jobs.ts'
import { hasMoney, isAuthorised, isAwaited, isPayable } from '../payments/states.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import {
  amountDue,
  type ChargeTerms,
  chargeTerms,
  earlyOffer,
  type InvoiceAmounts,
  type OwedInvoice,
} from './rules.ts'
import { isCancelled, isPaid } from './states.ts'
import { findInvoice, type InvoiceRow } from './store.ts'
import { chargeDescription, currentOf, isAskedFor, isMissing, whyNotLater } from './view.ts'

export interface WishContext {
  team: Pick<Team, 'name' | 'time_zone'>
  client: Pick<ClientRow, 'full_name' | 'client_type' | 'cpf' | 'cnpj'>
  /** In the team's time zone. */
  today: Temporal.PlainDate
}

export interface ChargeContext extends WishContext {
  banks: PreparedBanks
}

export interface PreparedBank {
  chosen: ChosenBank
  /** The charge that the bank was asked for; null for the simulated bank, and if the bank is asked later. */
  asked: AskedCharge | null
}

/** By method. A method without a bank is missing, and the invoice is saved without it. */
export type PreparedBanks = Readonly<Partial<Record<PaymentMethod, PreparedBank>>>

/** The probable charges, computed only if there is a real bank. */
type ChargeRequests = () => Promise<RequestOf>
export type RequestOf = (method: PaymentMethod, bank: ChosenBank) => ChargeRequest | null

export interface AdjustedCharges {
  /** All that the invoice shows now. */
  charges: ShownCharge[]
  /** Whether a charge was replaced, opened or withdrawn. */
  isChanged: boolean
  /** One for each requested method without a charge that can be paid. */
  warnings: FieldIssue[]
}

export const RECEIVER_CITY = 'São Paulo'

/** The amount that can be paid now; zero if the invoice is cancelled or was reported as paid. */
export function payableCents(invoice: InvoiceAmounts & Pick<InvoiceRow, 'status' | 'payment_status'>): Cents {
  const isOver = isCancelled(invoice) || isPaid(invoice)
  return isOver ? 0n : amountDue(invoice)
}

/** The charge that the bank is to open; null if the method is not wanted, or cannot collect the amount. */
export function chargeRequest(
  method: PaymentMethod,
  invoice: InvoiceRow,
  { team, client, today }: WishContext,
  bank?: Pick<ChosenBank, 'capabilities'>,
): ChargeRequest | null {
  const owed = payableCents(invoice)
  if (owed === 0n || !invoice.payment_methods.includes(method)) return null
  // Debited by a mandate, so that nothing else invites a second payment.
  if (invoice.mandate_id !== null && method !== 'pix_automatic') return null
  const payerDocument = soundTaxId(client)
  const hasDueDates = bank?.capabilities.includes('cobv') === true && payerDocument !== null
  const offered = { ...invoice, offer: earlyOffer(invoice) }
  const terms = chargeTerms(method, owed, offered, { today, hasDueDates })
  if (terms === null || (METHODS[method].needsTaxId && payerDocument === null)) return null
  const { fine_percent, interest_percent } = invoice
  const immediate = terms.byBank && method === 'pix' && immediateTerms(owed, offered, { team, today })
  return {
    purpose: 'invoice',
    referenceId: invoice.id,
    method,
    amountCents: terms.amountCents,
    lateCents: terms.lateCents,
    discount: terms.discount,
    expiresAt: lastMoment(terms, team),
    receiver: { name: team.name, city: RECEIVER_CITY },
    clientId: invoice.client_id,
    payerName: client.full_name,
    payerDocument,
    description: chargeDescription(invoice),
    ...(terms.byBank && { dueDate: terms.dueOn, payableDays: invoice.payable_days }),
    late: terms.growsLate ? { fine_percent, interest_percent } : null,
    ...(immediate && { immediate }),
  }
}

/** Of a Pix with a fixed amount, which takes the place of one with a due date that the bank refuses. */
export function immediateTerms(
  owed: Cents,
  invoice: OwedInvoice,
  { team, today }: Pick<WishContext, 'team' | 'today'>,
): ImmediateTerms | null {
  const terms = chargeTerms('pix', owed, invoice, { today })
  return terms && { ...terms, expiresAt: lastMoment(terms, team) }
}

/** Days that count for a bank are those of banks; others are the team's. */
function lastMoment({ lastDay, byBank }: ChargeTerms, team: WishContext['team']): Date {
  return new Date(dayEnd(lastDay, byBank ? BANK_ZONE : team.time_zone).getTime() - 1)
}

/** Banks refuse a charge for a payer whose check digits are wrong. */
function soundTaxId(client: WishContext['client']): string | null {
  const taxId = taxIdOf(client)
  return taxId !== null && (isCpf(taxId) || isCnpj(taxId)) ? bareTaxId(taxId) : null
}

/** Far longer than a request takes; a request that takes longer finds its charge abandoned. */
const GIVE_UP_AFTER_MS = 120_000

/** Chooses a bank for each method, and asks real banks for the charge. */
export async function prepareBanks(
  world: World,
  scope: Scope,
  {
    payment_methods,
    payment_provider_id,
  }: Pick<InvoiceRow, 'payment_methods' | 'payment_provider_id'> & Partial<Pick<InvoiceRow, 'mandate_id'>>,
  requests: ChargeRequests = async () => () => null,
): Promise<PreparedBanks> {
  const banks: { [Method in PaymentMethod]?: PreparedBank } = {}
  for (const method of PAYMENT_METHODS.filter((one) => payment_methods.includes(one))) {
    const chosen = await chooseBank(world, scope, method, payment_provider_id)
    if (chosen !== null) banks[method] = { chosen, asked: null }
  }
  const real = PAYMENT_METHODS.filter((method) => isAskedFirst(method, banks[method]))
  if (real.length === 0) return banks
  const requestOf = await requests()
  await Promise.all(
    real.map(async (method) => {
      const prepared = banks[method]
      const request = prepared === undefined ? null : requestOf(method, prepared.chosen)
      if (prepared !== undefined && request !== null)
        banks[method] = { ...prepared, asked: await ask(world, scope, prepared.chosen, request) }
    }),
  )
  return banks
}

/** A real bank is asked before the transaction. */
function isAskedFirst(method: PaymentMethod, prepared: PreparedBank | undefined): boolean {
  const isReal = prepared !== undefined && BANKS[prepared.chosen.provider].isOffline !== true
  return isReal && METHODS[method].opens === 'with_invoice'
}

/**
 * If the outcome is unknown, a job asks again under the same id. Null for a code that the bank rejected, because it can
 * still be opened under another id.
 */
async function ask(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  request: ChargeRequest,
): Promise<AskedCharge | null> {
  const begun = await begin(world, scope, chosen, request)
  const opened = await chosen.bank.open(await withAddress(world, scope.owner, begun.order, request.clientId))
  if (opened.outcome === 'confirmed') return { ...begun, instructions: opened.value }
  world.log.warn(
    { provider: chosen.providerId, charge: begun.id, method: request.method, reason: opened.reason },
    'the bank opened no charge for an invoice',
  )
  if (opened.outcome === 'rejected' && !begun.isStored) return null
  return { ...begun, instructions: null, refusal: refusalIn(opened) }
}

/** What a charge records of a response that opened none. */
export function refusalIn(opened: Outcome<unknown>): ChargeRefusal | null {
  if (opened.outcome !== 'rejected') return null
  return opened.cause === 'payer' ? 'payer' : 'bank'
}

/**
 * The payer's bank shows every registered boleto (DDA), so a boleto is stored before the bank is asked, and a job
 * abandons it unless an invoice uses it. A Pix code that no payer has seen cannot be paid.
 */
async function begin(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  request: ChargeRequest,
): Promise<Omit<AskedCharge, 'instructions'>> {
  if (!METHODS[request.method].isRegistered) {
    const id = makeId('charge', world.wall.now())
    return { id, order: orderFor(id, request), isStored: false }
  }
  return transaction(world, aside(scope), async (tx) => {
    const { charge, order } = await newCharge(tx, chosen, request, { isCurrent: false })
    const at = new Date(tx.now.getTime() + GIVE_UP_AFTER_MS)
    schedule(tx, jobs.abandonInvoiceChargeJob, { at, key: charge.id, payload: { charge_id: charge.id } })
    return { id: charge.id, order, isStored: true }
  })
}

/** Keeps the charges that still fit the invoice, withdraws the others, and opens new ones. */
export async function adjustCharges(
  tx: Tx,
  before: InvoiceRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): Promise<AdjustedCharges> {
  const known = before === null ? [] : ((await shownChargesOf(tx, [invoice.id])).get(invoice.id) ?? [])
  let charges = known
  const warnings: FieldIssue[] = []
  for (const method of PAYMENT_METHODS) {
    const current = currentOf(known, method)
    const charge = await adjustCharge(tx, { method, current, before, invoice, context })
    if (charge?.id !== current?.id) {
      // It stays for its payments and refusals, and is not current any more.
      charges = charges.map((one) => {
        if (one !== current) return one
        return { ...one, is_current: false, status: hasMoney(one) ? one.status : 'withdrawn' }
      })
      if (charge !== null) charges = [...charges, { ...charge, instalments: [] }]
    }
    const why = warningOf(method, charge, invoice, context)
    if (why !== null) warnings.push({ field: method, issue: why })
  }
  return { charges, isChanged: charges !== known, warnings }
}

async function adjustCharge(
  tx: Tx,
  {
    method,
    current,
    before,
    invoice,
    context,
  }: {
    readonly method: PaymentMethod
    readonly current: ShownCharge | null
    readonly before: InvoiceRow | null
    readonly invoice: InvoiceRow
    readonly context: ChargeContext
  },
): Promise<ChargeRow | null> {
  const prepared = context.banks[method]
  const request = chargeRequest(method, invoice, context, prepared?.chosen)
  // A charge that its bank has not confirmed is replaced by one that a bank has just opened.
  const asked = prepared === undefined || request === null ? null : askedFor(prepared, request)
  const isMade = asked !== null && asked.instructions !== null
  const isBetterMade = current !== null && isAwaited(current) && isMade
  if (current !== null && isFit(current, request, before, invoice) && !isBetterMade) return current
  if (current !== null) await withdraw(tx, current)
  if (request === null || prepared === undefined || METHODS[method].opens === 'on_demand') return null
  const charge = await issue(tx, prepared.chosen, request, asked)
  const payload = { invoice_id: invoice.id, charge_id: charge.id }
  schedule(tx, jobs.renewInvoiceChargeJob, { at: renewalOf(charge, invoice), key: charge.id, payload })
  return charge
}

/** The charge that was asked for, if it is the one that is needed now. */
function askedFor({ asked }: PreparedBank, request: ChargeRequest): AskedCharge | null {
  if (asked === null) return null
  const { amountCents, dueDate, payer } = asked.order
  const isSame = amountCents === request.amountCents && dueDate?.toString() === request.dueDate?.toString()
  return isSame && payer?.document === (request.payerDocument ?? null) ? asked : null
}

/** Whether the charge has the right amount, and can be paid now or once its bank confirms it, or is being paid. */
export function isFit(
  charge: ChargeRow,
  request: ChargeRequest | null,
  before: InvoiceRow | null,
  invoice: InvoiceRow,
): boolean {
  if (request === null || !(isPayable(charge) || isAwaited(charge) || isAuthorised(charge))) return false
  const isSame = coveredBy(charge) === coveredBy(termColumns(request, null))
  return isSame && !isOutdated(charge, before, invoice)
}

/** A charge with a due date names date and payer; a code with late charges ends with the due date. */
function isOutdated(charge: ChargeRow, before: InvoiceRow | null, invoice: InvoiceRow): boolean {
  if (before === null) return false
  // A debit takes what its mandate says.
  const isDebit = charge.method === 'pix_automatic'
  if (!isDebit && !isDeepStrictEqual(before.early_payment, invoice.early_payment)) return true
  if (charge.due_date === null && !isCostly(lateTermsOf(invoice))) return false
  return before.due_date !== invoice.due_date || before.client_id !== invoice.client_id
}

/** The bank reports a boleto that was paid on its last day on the next business day; only then is it renewed. */
export function renewalOf(
  { method, expires_at, due_date, discount_cents }: ChargeRow,
  invoice: Pick<InvoiceRow, 'fine_percent' | 'interest_percent'>,
): Date {
  // If its amount depends on the day, the next code belongs to the next day.
  const isOfDay = due_date !== null || discount_cents > 0n || isCostly(lateTermsOf(invoice))
  if (METHODS[method].terms === 'code') return new Date(expires_at.getTime() + (isOfDay ? 1 : 0))
  return dayEnd(addBusinessDays(dateIn(expires_at, BANK_ZONE), 1), BANK_ZONE)
}

async function issue(
  tx: Tx,
  chosen: ChosenBank,
  request: ChargeRequest,
  asked: AskedCharge | null,
): Promise<ChargeRow> {
  const { charge } = await newCharge(tx, chosen, request, { asked })
  if (isAwaited(charge)) {
    const payload = { charge_id: charge.id }
    schedule(tx, jobs.openInvoiceChargeJob, { at: tx.now, key: charge.id, payload })
  }
  return charge
}

/** Why a payer cannot use a wanted method; null if a payer can. */
function warningOf(
  method: PaymentMethod,
  charge: ChargeRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): Issue | null {
  if (!invoice.payment_methods.includes(method) || !isAskedFor(invoice)) return null
  if (isMissing(method, charge)) return whyMissing(method, charge, invoice, context)
  if (charge !== null) return null
  const bank = context.banks[method]?.chosen.provider ?? null
  const reason = whyNotLater(method, { invoice, client: context.client, bank })
  if (reason === null) return null
  if (reason === 'recurring_only') return 'pays only invoices of recurring invoices'
  if (reason !== 'not_available') return 'the bank wants a client with a valid cpf or cnpj'
  return whyMissing(method, null, invoice, context)
}

function whyMissing(
  method: PaymentMethod,
  charge: ChargeRow | null,
  invoice: InvoiceRow,
  context: ChargeContext,
): Issue {
  if (charge?.payer_document === null && BANKS[charge.provider].needsPayerDocument === true)
    return 'the bank wants a client with a valid cpf or cnpj; it is made by itself when the client has one'
  if (charge?.refusal === 'payer')
    return 'the bank refused the cpf or cnpj of the client; it is made by itself when the client has another'
  if (charge !== null) return 'the bank has not answered yet; it is made by itself as soon as the bank does'
  if (chargeRequest(method, invoice, context) === null) return impossible(method)
  return issueWith(
    'no connected payment provider takes {method}; it is made by itself when one is connected with POST /api/v1/payment-providers',
    { method },
  )
}

function impossible(method: PaymentMethod): Issue {
  const { terms, needsTaxId, centsMax } = METHODS[method]
  const values = { method, amount: formatAmount(centsMax) }
  if (!needsTaxId) return issueWith('a charge by {method} asks for {amount} at most', values)
  if (terms !== 'slip')
    return issueWith(
      'a charge by {method} needs a client with a valid cpf or cnpj, asks for {amount} at most',
      values,
    )
  return issueWith(
    'a charge by {method} needs a client with a valid cpf or cnpj, asks for {amount} at most, is due until {day}',
    { ...values, day: `${LAST_DUE_DATE}` },
  )
}

/**
 * For an invoice that is deleted, or moves to another client. An erasure of the client would not find these charges
 * later, so their payers are removed here.
 */
export async function releaseCharges(tx: Tx, invoice: InvoiceRow): Promise<void> {
  const charges = (await shownChargesOf(tx, [invoice.id])).get(invoice.id) ?? []
  for (const charge of charges) if (charge.is_current) await withdraw(tx, charge)
  await forgetPayers(tx, [invoice.id])
}

/** A code that was made here is not shown any more, and that is all. */
export async function withdraw(tx: Tx, { id }: Pick<ChargeRow, 'id'>): Promise<void> {
  const charge = await moveCharge(tx, id, 'withdraw', { is_current: false })
  if (charge === undefined) return unsetCurrent(tx, id)
  if (BANKS[charge.provider].isOffline === true) return
  schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: { chargeId: id } })
}

/** The number on a boleto; null if the charge is not for an invoice, or the invoice has no number. */
export async function invoiceNumberOf({ pool }: World, charge: ChargeRow): Promise<string | null> {
  if (charge.purpose !== 'invoice') return null
  const invoice = await findInvoice(pool, ownerOfRow(charge), charge.reference_id)
  return invoice === undefined ? null : numberText(invoice)
}

/** Adds the address of the client's file to an order for a Pix with a due date. Addresses abroad are of no use there. */
export async function withAddress(
  world: World,
  owner: Owner,
  order: ChargeOrder,
  clientId: string | undefined,
): Promise<ChargeOrder> {
  if (order.withoutDueDate === undefined || order.payer === null || clientId === undefined) return order
  const client = await findWhole(readerOf(world), owner, clientId)
  const known = client?.file.address ?? null
  if (known === null || known.country !== 'BR') return order
  const { street, number, complement, district, city, state, postal_code } = known
  const address: PayerAddress = { street, number, complement, district, city, state, postal_code }
  return { ...order, payer: { ...order.payer, address } }
}

/** Adds a tax id that the client got after the charge was stored, because some banks open no charge without one. */
export async function withPayer({ pool }: World, charge: ChargeRow): Promise<ChargeRow> {
  if (charge.payer_document !== null && charge.refusal !== 'payer') return charge
  const owner = ownerOfRow(charge)
  const invoice = await findInvoice(pool, owner, charge.reference_id)
  const client = invoice && (await findClient(pool, owner, invoice.client_id))
  return client === undefined ? charge : { ...charge, payer_document: soundTaxId(client) }
}
