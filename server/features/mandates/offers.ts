// Offers a mandate on the page of the first invoice: a charge of its own, whose code pays the invoice and accepts the
// mandate. Mandate and charge are stored before the bank is asked, so that a lost response is found again.

import { MADE_PREFIXES } from '../../../contract/ids.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { bareTaxId, isCnpj, isCpf } from '../../../contract/tax-ids.ts'
import type { MandateOrder, OfferedMandate, Outcome } from '../../adapters/banks/port.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { lastDayOnTime } from '../../kernel/values/late-charges.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { numberText, taxIdOf } from '../documents/view.ts'
import { emit } from '../events/emit.ts'
import { payableCents, RECEIVER_CITY } from '../invoices/charges.ts'
import { earlyOfferOn } from '../invoices/rules.ts'
import { isPaid, isSent } from '../invoices/states.ts'
import { type InvoiceRow, lockInvoice, storeInvoice } from '../invoices/store.ts'
import { chooseBank, connectedBank } from '../payments/banks.ts'
import { type ChargeRow, findCharge, moveCharge } from '../payments/charge-store.ts'
import { type ChargeRequest, instructionColumns, newCharge, orderFor } from '../payments/charges.ts'
import { hasMoney } from '../payments/states.ts'
import { isActive as isRecurringActive } from '../recurring-invoices/states.ts'
import { findRecurring, type RecurringRow } from '../recurring-invoices/store.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { BankSilent } from './bank-silent.ts'
import { scheduleFollow } from './follow.ts'
import { expireOfferJob } from './jobs.ts'
import { moveMandate, RUN_OUT, scheduleEnd } from './moves.ts'
import { mandateFrequency } from './rules.ts'
import { isExpired, isOffered, MANDATE_MOVES } from './states.ts'
import {
  findLiveMandate,
  findMandateOffered,
  insertMandate,
  lockMandate,
  type MandateRow,
  updateMandate,
} from './store.ts'
import { viewIn } from './view.ts'

const PREFIX = `${MADE_PREFIXES.mandate}_`

interface OfferContext {
  readonly invoice: InvoiceRow
  readonly recurring: RecurringRow
  readonly client: ClientRow
  readonly team: Team
}

/** Offers a mandate with this invoice if it is the time for one. */
export async function offerMandate(world: World, scope: Scope, invoice: InvoiceRow): Promise<void> {
  const context = await contextOf(world, scope, invoice)
  if (context === null) return
  const { recurring, team } = context
  const today = dateIn(scope.clock.now(), team.time_zone)
  const terms = termsOf(context, today)
  if (terms === null) return
  const live = await findLiveMandate(world.pool, scope.owner, recurring.id)
  if (live !== undefined && !isOffered(live)) return
  const chosen = await chooseBank(world, scope, 'pix_automatic', invoice.payment_provider_id)
  if (chosen?.bank.mandates === undefined) return
  // Outside production the simulated bank would stand in for one without mandates.
  const ofPix = await chooseBank(world, scope, 'pix', invoice.payment_provider_id)
  if (ofPix?.provider !== chosen.provider) return
  const retries = chosen.bank.mandates.takesRetries ? recurring.mandate_retries : 'none'
  const request = requestOf(context, today)
  const mandate = await transaction(world, aside(scope), async (tx) => {
    const current = await lockInvoice(tx, invoice.id)
    if (current === undefined || !isOfferable(current)) return null
    // The offer on an earlier invoice ends: the recurring invoice has one mandate at a time.
    const earlier = live && (await lockMandate(tx, live.id))
    if (earlier !== undefined) await moveMandate(tx, earlier, 'expired', RUN_OUT)
    const { charge } = await newCharge(tx, chosen, request, { waits: true })
    const row: MandateRow = {
      id: tx.newId('mandate'),
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      recurring_invoice_id: recurring.id,
      client_id: invoice.client_id,
      provider: chosen.provider,
      provider_id: chosen.providerId,
      bank_id: null,
      status: MANDATE_MOVES.begins.create.to,
      amount_cents: recurring.total_cents,
      ...terms,
      retries,
      first_invoice_id: invoice.id,
      first_charge_id: charge.id,
      ended_by: null,
      end_reason: null,
      end_unconfirmed: false,
      accepted_at: null,
      ended_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    }
    // Another process was faster.
    if (!(await insertMandate(tx, row))) throw new Error(`invoice ${invoice.id} got a mandate just now`)
    schedule(tx, expireOfferJob, { at: charge.expires_at, key: row.id, payload: { mandate_id: row.id } })
    return row
  })
  if (mandate !== null) await askForOffer(world, scope, mandate, null)
}

/** The subject of the mandate and the page; null if the invoice belongs to no active recurring invoice. */
async function contextOf(world: World, scope: Scope, invoice: InvoiceRow): Promise<OfferContext | null> {
  const { recurring_invoice_id: id } = invoice
  const recurring = id === null ? undefined : await findRecurring(world.pool, scope.owner, id)
  if (recurring === undefined || !isRecurringActive(recurring) || !isOfferable(invoice)) return null
  // Another client cannot accept for this one.
  if (recurring.client_id !== invoice.client_id) return null
  if (!recurring.payment_methods.includes('pix_automatic')) return null
  const client = await clientOf(world.pool, scope.owner, invoice)
  const team = await demandTeam(world.pool, scope.owner.teamId)
  return { invoice, recurring, client, team }
}

function isOfferable(invoice: InvoiceRow): boolean {
  return isSent(invoice) && !isPaid(invoice) && payableCents(invoice) > 0n && invoice.mandate_id === null
}

/** Null if the rhythm does not fit, nothing follows this invoice, the client has no tax id, or the due date is past. */
function termsOf({ invoice, recurring, client }: OfferContext, today: Temporal.PlainDate) {
  const frequency = mandateFrequency(recurring.frequency)
  const { next_due_date: starts_on, end_date: ends_on, total_cents } = recurring
  if (frequency === null || starts_on === null || total_cents <= 0n || documentOf(client) === null)
    return null
  const isPast = Temporal.PlainDate.compare(invoice.due_date, today) < 0 || starts_on <= today.toString()
  return isPast ? null : { frequency, starts_on, ends_on }
}

function documentOf(client: ClientRow): string | null {
  const taxId = taxIdOf(client)
  return taxId !== null && (isCpf(taxId) || isCnpj(taxId)) ? bareTaxId(taxId) : null
}

/** The first charge asks for what is open of the invoice until its due date, or for less while paying early saves. */
function requestOf({ invoice, client, team }: OfferContext, today: Temporal.PlainDate): ChargeRequest {
  const number = numberText(invoice)
  const discount = earlyOfferOn(invoice, today)
  const lastDay =
    discount === null
      ? Temporal.PlainDate.from(invoice.due_date)
      : lastDayOnTime(Temporal.PlainDate.from(discount.until))
  return {
    purpose: 'invoice',
    referenceId: invoice.id,
    method: 'pix_automatic',
    amountCents: payableCents(invoice) - (discount?.cents ?? 0n),
    discount,
    expiresAt: new Date(dayEnd(lastDay, team.time_zone).getTime() - 1),
    receiver: { name: team.name, city: RECEIVER_CITY },
    payerName: client.full_name,
    payerDocument: documentOf(client),
    description: number === null ? 'Fatura' : `Fatura ${number}`,
  }
}

/** Goes on with an offer that its bank has not confirmed yet. */
export async function resumeOffer(world: World, scope: Scope, mandate: MandateRow): Promise<void> {
  if (mandate.bank_id === null) await askForOffer(world, scope, mandate, mandate.created_at)
}

/** An unknown outcome fails the job, which asks again: the bank then finds the mandate by its contract. */
async function askForOffer(
  world: World,
  scope: Scope,
  mandate: MandateRow,
  sentSince: Date | null,
): Promise<void> {
  const charge = await findCharge(world.pool, mandate.first_charge_id)
  const chosen = await connectedBank(world, mandate)
  if (charge === undefined || chosen?.bank.mandates === undefined) return
  const recurring = await findRecurring(world.pool, scope.owner, mandate.recurring_invoice_id)
  const order = mandateOrder(mandate, charge, recurring?.name ?? '', sentSince)
  const offered = await chosen.bank.mandates.create(order)
  if (offered.outcome === 'unknown')
    throw new BankSilent(`the bank has not confirmed the mandate: ${offered.reason}`)
  await transaction(world, aside(scope), async (tx) => {
    const locked = await lockMandate(tx, mandate.id)
    if (locked === undefined || locked.bank_id !== null) return
    if (offered.outcome === 'rejected') return refuseOffer(world, tx, locked, offered)
    await takeOffer(tx, locked, offered.value)
  })
}

function mandateOrder(
  mandate: MandateRow,
  charge: ChargeRow,
  subject: string,
  sentSince: Date | null,
): MandateOrder {
  const payer = { name: charge.payer_name, document: charge.payer_document ?? '' }
  const request: ChargeRequest = {
    purpose: 'invoice',
    referenceId: charge.reference_id,
    method: 'pix_automatic',
    amountCents: charge.amount_cents,
    expiresAt: charge.expires_at,
    receiver: { name: charge.receiver_name, city: RECEIVER_CITY },
    payerName: charge.payer_name,
    payerDocument: charge.payer_document,
    description: 'Fatura',
  }
  return {
    contract: mandate.id.slice(PREFIX.length),
    subject,
    payer,
    frequency: mandate.frequency,
    amountCents: mandate.amount_cents,
    startsOn: Temporal.PlainDate.from(mandate.starts_on),
    endsOn: mandate.ends_on === null ? null : Temporal.PlainDate.from(mandate.ends_on),
    retries: mandate.retries,
    first: { ...orderFor(charge.id, request), isRepeated: sentSince !== null },
    sentSince,
  }
}

/** The invoice keeps its other charges. */
async function refuseOffer(
  world: World,
  tx: Tx,
  mandate: MandateRow,
  { reason }: Extract<Outcome<never>, { outcome: 'rejected' }>,
): Promise<void> {
  world.log.warn({ provider: mandate.provider_id, mandate: mandate.id, reason }, 'the bank offers no mandate')
  await moveMandate(tx, mandate, 'cancelled', { by: 'receiver_bank', reason })
}

async function takeOffer(
  tx: Tx,
  mandate: MandateRow,
  { id, copyPaste, bankReference }: OfferedMandate,
): Promise<void> {
  const known = (await updateMandate(tx, mandate.id, { bank_id: id })) ?? mandate
  // It was cancelled before the bank knew it.
  if (!isOffered(known)) {
    await updateMandate(tx, mandate.id, { end_unconfirmed: mandate.provider !== SIMULATED })
    return scheduleEnd(tx, mandate)
  }
  const invoice = await lockInvoice(tx, mandate.first_invoice_id)
  const columns = instructionColumns({
    method: 'pix_automatic',
    copyPaste,
    ...(bankReference !== undefined && { bankReference }),
  })
  await moveCharge(tx, mandate.first_charge_id, 'open', columns)
  for (const type of MANDATE_MOVES.begins.create.emits) emit(tx, type, await viewIn(tx, known))
  // The time of the update shows the public page that something changed.
  if (invoice !== undefined) await storeInvoice(tx, { ...invoice, updated_at: tx.now })
  scheduleFollow(tx, known)
}

/** A code with a discount has ended with it, and its mandate was not accepted. */
export async function mayOfferAgain(world: World, scope: Scope, offer: MandateRow): Promise<boolean> {
  if (!isExpired(offer) || offer.accepted_at !== null) return false
  const charge = await findCharge(world.pool, offer.first_charge_id)
  if (charge === undefined || charge.discount_cents === 0n || hasMoney(charge)) return false
  if (charge.expires_at >= scope.clock.now()) return false
  return (await findLiveMandate(world.pool, scope.owner, offer.recurring_invoice_id)) === undefined
}

/** The mandate that is offered with an invoice, if its bank still has to confirm it or its payer to accept it. */
export async function offerOf(
  world: World,
  scope: Scope,
  invoiceId: string,
): Promise<MandateRow | undefined> {
  return findMandateOffered(world.pool, scope.owner, invoiceId)
}
