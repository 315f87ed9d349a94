// Saves a change of an invoice with its events, notices and charges.

import type { EventAbout } from '../../../contract/events.ts'
import type { Invoice } from '../../../contract/invoices.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type AuditValues, record, recordFields } from '../../kernel/outbox/audit.ts'
import { moveCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { emittedUpTo } from '../../kernel/values/state-table.ts'
import { sumParts } from '../client-credit/credit.ts'
import { type ClientRow, clientOf } from '../clients/store.ts'
import { isSameRow } from '../documents/input.ts'
import { partiesOf } from '../documents/view.ts'
import { emit } from '../events/emit.ts'
import { scheduleInvoiceMandate } from '../mandates/jobs.ts'
import { notifyAgency } from '../news/jobs.ts'
import { shownChargesOf } from '../payments/charge-store.ts'
import { isAwaited } from '../payments/states.ts'
import { demandTeam, type Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import { banksOnDemand } from './card-charges.ts'
import {
  adjustCharges,
  type ChargeContext,
  chargeRequest,
  isFit,
  type PreparedBanks,
  prepareBanks,
  type RequestOf,
  releaseCharges,
} from './charges.ts'
import { applyInvoiceUpdate, type ChangedInvoice, type InvoiceUpdate } from './invoice-update.ts'
import * as jobs from './jobs.ts'
import { scheduleReminderRound } from './reminder-rounds.ts'
import { heldCredit, lockWithOrigins, restoreCredit } from './returned-money.ts'
import { amountDue } from './rules.ts'
import { INVOICE_MOVES, isCancelled, isDraft, isOverdue, isPaid, isSent, PAYMENT_MOVES } from './states.ts'
import {
  adjustmentsOf,
  deleteEarlyAdjustments,
  deletePayment,
  findInvoice,
  INVOICE_LIST,
  type InvoiceRow,
  insertAdjustment,
  insertInvoice,
  insertPayment,
  invoiceBucket,
  latePaidOf,
  lockInvoice,
  nextNumber,
  type PaymentRow,
  paymentsOf,
  storeInvoice,
} from './store.ts'
import { claimItems } from './trip-items.ts'
import { currentOf, invoiceView, type WarnedInvoice, waysToPay } from './view.ts'

export interface InvoiceContext extends ChargeContext {
  team: Team
  client: ClientRow
  notifyClient: InvoiceUpdate['notifyClient']
  /** Of a recurring invoice that announces what it generates. */
  isGenerated?: boolean
}

/** A change of an invoice that the transaction has locked. */
export interface LockedChange {
  before: InvoiceRow
  edited?: InvoiceRow
  update?: InvoiceUpdate
  banks: PreparedBanks
}

export type Edit = (before: InvoiceRow, newUuid: () => string) => InvoiceRow

const unedited: Edit = (before) => before

/** The one way in which a request changes a stored invoice. Banks are asked before the invoice is locked. */
export async function changeInvoice(
  world: World,
  scope: Scope,
  id: string,
  { update, edit = unedited }: { update: InvoiceUpdate; edit?: Edit },
): Promise<WarnedInvoice> {
  const known = isUuid(id) ? await findInvoice(world.pool, scope.owner, id) : undefined
  if (known === undefined) return fail('invoice_not_found')
  const likely = edit(known, () => '')
  const banks = await prepareBanks(world, scope, likely, () =>
    likelyRequests(world, scope, { known, edited: likely, update }),
  )
  return transaction(world, scope, async (tx) => {
    // Credit that comes back may cover what is missing of the invoices that it came of.
    const lock = update.status === 'cancelled' ? lockWithOrigins : lockInvoice
    const before = (await lock(tx, known.id)) ?? fail('invoice_not_found')
    return saveChange(world, tx, { before, edited: edit(before, tx.newUuid), update, banks })
  })
}

/** The charges that the change will need, as far as is known before the invoice is locked. */
async function likelyRequests(
  world: World,
  scope: Scope,
  {
    known,
    edited,
    update,
  }: { readonly known: InvoiceRow; readonly edited: InvoiceRow; readonly update: InvoiceUpdate },
): Promise<RequestOf> {
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const now = scope.clock.now()
  const today = dateIn(now, team.time_zone)
  const { invoice } = applyInvoiceUpdate(edited, update, {
    now,
    zone: team.time_zone,
    newUuid: () => '',
  })
  const client = await clientOf(world.pool, scope.owner, invoice)
  // A charge names its payer, so another client needs other charges.
  const isSameClient = known.client_id === invoice.client_id
  const charges = isSameClient ? ((await shownChargesOf(world.pool, [known.id])).get(known.id) ?? []) : []
  return (method, bank) => {
    const request = chargeRequest(method, invoice, { team, client, today }, bank)
    const current = currentOf(charges, method)
    // A charge that its bank has not confirmed is requested again, and replaced by the new one.
    const isThere = current !== null && !isAwaited(current) && isFit(current, request, known, invoice)
    return isThere ? null : request
  }
}

/** Applies the update to the edited row, and saves the result. */
export async function saveChange(
  world: World,
  tx: Tx,
  { before, edited = before, update = {}, banks }: LockedChange,
): Promise<WarnedInvoice> {
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, edited)
  const today = dateIn(tx.now, team.time_zone)
  // Only returned money needs the sum.
  const latePaidCents = mayGoBack(update) ? await latePaidOf(tx, before.id) : 0n
  const moment = { now: tx.now, zone: team.time_zone, newUuid: tx.newUuid, latePaidCents }
  const changed = applyInvoiceUpdate(edited, update, moment)
  if (changed.payment?.method === 'correction') await refuseBelowCredit(tx, before, changed.invoice)
  const context = { team, client, today, banks, notifyClient: update.notifyClient }
  const stored = await saveInvoice(world, tx, { before, changed, context })
  const isEnded = !isCancelled(before) && isCancelled(changed.invoice)
  const saved = (isEnded && (await returnCredit(world, tx, { before, banks }))) || stored
  const beyondCents = beyondDue(before, changed)
  if (update.received?.method !== 'manual' || beyondCents <= 0n) return saved
  const issue = issueWith('is {amount} BRL more than was due', { amount: formatAmount(beyondCents) })
  return { ...saved, warnings: [...saved.warnings, { field: 'amount', issue }] }
}

/** Credit that was used is taken back by removing its payment, so that the client has it again. */
async function refuseBelowCredit(
  tx: Tx,
  before: InvoiceRow,
  { amount_paid_cents }: InvoiceRow,
): Promise<void> {
  const cents = sumParts(await heldCredit(tx, before.id))
  const least = cents < before.amount_paid_cents ? cents : before.amount_paid_cents
  if (amount_paid_cents < least)
    failField(
      'amount_paid',
      issueWith("is less than the {amount} BRL that the client's credit paid", {
        amount: formatAmount(least),
      }),
    )
}

/** Credit that paid an invoice becomes credit again when the invoice is cancelled; undefined if it paid nothing. */
async function returnCredit(
  world: World,
  tx: Tx,
  { before, banks }: Pick<LockedChange, 'before' | 'banks'>,
): Promise<WarnedInvoice | undefined> {
  const invoice = await lockInvoice(tx, before.id)
  if (invoice === undefined) return undefined
  const held = await heldCredit(tx, invoice.id)
  const paid = sumParts(held)
  const cents = paid < invoice.amount_paid_cents ? paid : invoice.amount_paid_cents
  if (cents <= 0n) return undefined
  const paymentId = tx.newUuid()
  const received = { ...creditMoney(tx, paymentId), amountCents: -cents }
  const place = { clientId: invoice.client_id, invoiceId: invoice.id, paymentId }
  await restoreCredit(world, tx, { ...place, cents, parts: held })
  // The credit may have been money of this invoice, and cover what is missing of it.
  const current = (await lockInvoice(tx, invoice.id)) ?? invoice
  return saveChange(world, tx, { before: current, update: { received, notifyClient: false }, banks })
}

/** A payment by credit of the client, or with a negative amount what becomes credit. */
export function creditMoney(tx: Tx, id: string) {
  return { id, method: 'credit', paidAt: tx.now, chargeId: null, reference: null } as const
}

/** What a payment brings beyond what was due, fine and interest included. */
function beyondDue(before: InvoiceRow, { payment }: ChangedInvoice): Cents {
  return payment === null ? 0n : payment.amount_cents - amountDue(before) - payment.late_cents
}

function mayGoBack({ amountPaidCents, received }: InvoiceUpdate): boolean {
  return amountPaidCents !== undefined || (received !== undefined && received.amountCents < 0n)
}

interface InvoiceSave {
  /** Null for a new invoice. */
  readonly before: InvoiceRow | null
  readonly changed: ChangedInvoice
  readonly context: InvoiceContext
}

export async function saveInvoice(
  world: World,
  tx: Tx,
  { before, changed, context }: InvoiceSave,
): Promise<WarnedInvoice> {
  const { payment, removed } = changed
  const { items, credits } = await claimItems(tx, before, changed)
  const wanted = { ...changed.invoice, items }
  const adjustment = changed.adjustment && { ...changed.adjustment, credits }
  if (before !== null && before.client_id !== wanted.client_id) await releaseCharges(tx, before)
  const { charges, isChanged, warnings } = await adjustCharges(tx, before, wanted, context)
  // As late as possible, because other invoices wait for their number until this transaction ends.
  const numbered = await withNumber(tx, wanted, context)
  const invoice = { ...numbered, updated_at: tx.now }
  const ways = waysToPay(world, charges)
  const viewOf = async (row: InvoiceRow, payments: PaymentRow[]) => {
    const adjustments = (await adjustmentsOf(tx, [row])).get(row.id) ?? []
    const banks = (await banksOnDemand(world, tx, [row], () => charges))(row.id)
    const parts = { invoice: row, client: context.client, payments, adjustments, banksOnDemand: banks }
    return invoiceView(world, { ...parts, ...ways })
  }
  if (before !== null && payment === null && !isChanged && isSameRow(before, invoice)) {
    announceDraft(tx, before, context)
    return { data: await viewOf(before, await storedPayments(tx, before)), warnings }
  }

  if (before === null) await insertInvoice(tx, invoice)
  else await storeInvoice(tx, invoice)
  if (payment !== null) await insertPayment(tx, payment)
  if (removed !== undefined) await deletePayment(tx, removed.id)
  if (changed.losesDiscount === true) await deleteEarlyAdjustments(tx, invoice.id)
  if (adjustment !== null) await insertAdjustment(tx, adjustment)
  recordMoney(tx, before, { invoice, payment, adjustment, removed })
  moveCount(tx, INVOICE_LIST, before && invoiceBucket(before), invoiceBucket(invoice))
  const first = payment === null ? [] : [payment]
  const view = await viewOf(invoice, before === null ? first : await storedPayments(tx, invoice))
  emitChange(tx, { before, changed: { invoice, payment, adjustment, removed }, view, context })
  scheduleOverdue(tx, invoice, context.team.time_zone)
  if (mayHaveMandate(invoice)) scheduleInvoiceMandate(tx, invoice.id)
  if (isSent(invoice) && !isPaid(invoice)) scheduleReminderRound(tx, context.team)
  return { data: view, warnings }
}

/** Only recurring debts are debited by a mandate. */
function mayHaveMandate({ recurring_invoice_id, payment_methods, mandate_id }: InvoiceRow): boolean {
  return mandate_id !== null || (recurring_invoice_id !== null && payment_methods.includes('pix_automatic'))
}

async function storedPayments(tx: Tx, { id }: InvoiceRow): Promise<PaymentRow[]> {
  return (await paymentsOf(tx, [id])).get(id) ?? []
}

/** An invoice gets its number once, when it leaves draft, in the year of its issue. Its parties are fixed with it. */
async function withNumber(
  tx: Tx,
  invoice: InvoiceRow,
  { team, client }: InvoiceContext,
): Promise<InvoiceRow> {
  if (isDraft(invoice) || invoice.number_sequence !== null) return invoice
  const number_year = Temporal.PlainDate.from(invoice.issue_date).year
  const number_sequence = await nextNumber(tx, number_year)
  return { ...invoice, number_year, number_sequence, parties: partiesOf(team, client) }
}

/** Records amounts and payments. A draft is not owed yet, so only its changed fields are recorded. */
function recordMoney(
  tx: Tx,
  before: InvoiceRow | null,
  { invoice, payment, adjustment, removed }: ChangedInvoice,
): void {
  if (isDraft(invoice) && payment === null && removed === undefined) {
    // The creation is an event, which names its actor.
    if (before !== null) recordFields(tx, { object: 'invoice', objectId: invoice.id }, before, invoice)
    return
  }
  if (before !== null)
    recordFields(tx, { object: 'invoice', objectId: invoice.id }, referencesOf(before), referencesOf(invoice))
  record(tx, {
    topic: 'money',
    object: 'invoice',
    objectId: invoice.id,
    before: before === null || isDraft(before) ? null : auditedMoney(before),
    after: {
      ...auditedMoney(invoice),
      ...(payment && { payment: formatAmount(payment.amount_cents), method: payment.method }),
      ...(adjustment && { adjustment: formatAmount(adjustment.amount_cents) }),
      ...(removed && { payment: formatAmount(-removed.amount_cents), method: removed.method }),
    },
  })
}

/** The fields that may change after the issue without money. */
function referencesOf({ metadata, external_reference }: InvoiceRow) {
  return { metadata, external_reference }
}

function auditedMoney({ status, payment_status, amount_paid_cents, total_cents }: InvoiceRow): AuditValues {
  const amount_paid = formatAmount(amount_paid_cents)
  return { status, payment_status, amount_paid, total: formatAmount(total_cents) }
}

/** For a deleted draft, which may have payments that were recorded by hand. */
export function recordDeletion(tx: Tx, invoice: InvoiceRow, wasPaid: boolean): void {
  record(tx, {
    topic: wasPaid ? 'money' : 'records',
    object: 'invoice',
    objectId: invoice.id,
    before: auditedMoney(invoice),
    after: null,
  })
}

/** The client gets one notice, about the last event that concerns them. */
function emitChange(
  tx: Tx,
  {
    before,
    changed,
    view,
    context,
  }: {
    readonly before: InvoiceRow | null
    readonly changed: ChangedInvoice
    readonly view: Invoice
    readonly context: InvoiceContext
  },
): void {
  let notice: [EventNotice, string] | null = null
  for (const type of eventsOf(before, changed)) {
    const eventId = emit(tx, type, view)
    // The agency knows what its credit note did.
    if (changed.adjustment?.type !== 'credit_note') notifyAgency(tx, type, eventId)
    const kind = noticeOf(type, changed, context)
    if (kind !== null) notice = [kind, eventId]
  }
  if (notice !== null) notify(tx, changed.invoice, ...notice)
  else announceDraft(tx, changed.invoice, context)
}

/** Only if the request asks for it: a client hears nothing of what the agency has not sent. */
function announceDraft(tx: Tx, invoice: InvoiceRow, { notifyClient }: InvoiceContext): void {
  if (isDraft(invoice) && notifyClient === true) notify(tx, invoice, 'created', tx.newUuid())
}

/**
 * By the state tables: first the events of the document, then those of its payment. What a dispute or a credit note
 * changes without them is an update.
 */
function eventsOf(
  before: InvoiceRow | null,
  { invoice, payment, adjustment, removed }: ChangedInvoice,
): EventAbout<'invoice'>[] {
  const events = [
    ...emittedUpTo(INVOICE_MOVES, before?.status, invoice.status),
    ...(payment !== null && payment.amount_cents > 0n ? (['invoice.payment_received'] as const) : []),
    ...emittedUpTo(PAYMENT_MOVES, before?.payment_status, invoice.payment_status),
    ...(removed === undefined ? [] : (['invoice.payment.removed'] as const)),
  ]
  const isUpdate = payment?.method === 'dispute' || adjustment?.type === 'credit_note'
  return events.length === 0 && isUpdate ? ['invoice.updated'] : events
}

type EventNotice = Exclude<jobs.ClientNotice['kind'], 'reminder' | 'refunded'>

function noticeOf(
  type: EventAbout<'invoice'>,
  { invoice, payment }: ChangedInvoice,
  { notifyClient, isGenerated = false }: InvoiceContext,
): EventNotice | null {
  if (notifyClient === false) return null
  if (type === 'invoice.sent') return isGenerated ? 'generated' : 'sent'
  // An invoice of zero is paid at once, without a payment to confirm.
  if (type !== 'invoice.paid' || invoice.amount_paid_cents === 0n) return null
  // A client who paid a draft at the bank knows of it.
  const isKnown = !isDraft(invoice) || (payment !== null && payment.charge_id !== null)
  return isKnown || notifyClient === true ? 'paid' : null
}

/** The key is the event's id where there is one, so that each event causes one notice. */
function notify(tx: Tx, { id }: InvoiceRow, kind: EventNotice, key: string): void {
  schedule(tx, jobs.notifyClientJob, { at: tx.now, key, payload: { kind, invoice_id: id } })
}

/** Checks at the first moment of the day after the due date whether the invoice was paid. */
export function scheduleOverdue(tx: Tx, invoice: InvoiceRow, timeZone: string): void {
  const { id, due_date } = invoice
  if (!isSent(invoice) || isPaid(invoice) || isOverdue(invoice)) return
  const at = dayEnd(Temporal.PlainDate.from(due_date), timeZone)
  // The time is part of the key, so that a team that changes its time zone gets another job.
  schedule(tx, jobs.invoiceOverdueJob, { at, key: `${id} ${at.getTime()}`, payload: { invoice_id: id } })
}
