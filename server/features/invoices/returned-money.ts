// Money that leaves an invoice, to its payer or into a dispute, and the client's credit that came of that money.
// docs/internals/returned-money.md explains the flow.
import type { Queryable } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import {
  addCredit,
  divideParts,
  type NewCredit,
  type RestoredCredit,
  reclaimCredit,
  restoreParts,
  sumParts,
} from '../client-credit/credit.ts'
import { originsOfUses, type SpentPart, spentParts } from '../client-credit/store.ts'
import { emit } from '../events/emit.ts'
import { type DisputeRow, disputesOfInvoice, storeDispute } from '../payments/disputes/store.ts'
import { returnsOf } from '../payments/returns.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { partsOf } from './parts.ts'
import { beyond } from './rules.ts'
import {
  creditPaid,
  findInvoices,
  type InvoiceRow,
  insertPayment,
  isCredit,
  lockInvoice,
  lockInvoices,
  type PaymentRow,
  paymentsOf,
  storeInvoice,
} from './store.ts'
import { invoiceView } from './view.ts'

type Moved = Pick<PaymentRow, 'amount_cents' | 'method' | 'charge_id' | 'reference'> & { id?: string }

/** A payment that offsets another of the same transaction. No payer paid, so there is no event. */
export async function recordOffsettingPayment(
  tx: Tx,
  invoice: InvoiceRow,
  moved: Moved,
): Promise<InvoiceRow> {
  await insertPayment(tx, {
    id: tx.newUuid(),
    ...moved,
    invoice_id: invoice.id,
    late_cents: 0n,
    surcharge_cents: 0n,
    manual_method: null,
    paid_at: tx.now,
    created_at: tx.now,
  })
  const after = { ...invoice, amount_paid_cents: invoice.amount_paid_cents + moved.amount_cents }
  await storeInvoice(tx, after)
  return after
}

/** Locks the invoice with the origins of the credit that paid it, before anything else is locked. */
export async function lockWithOrigins(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  const locked = await lockInvoices(tx, [id, ...(await originsOfUses(tx, id))])
  return locked.find((invoice) => invoice.id === id)
}

/**
 * The credit that pays an invoice now, the newest first: it leaves in that order, before the invoice's own money becomes
 * credit. Payments with a reference do not count: they are credit of its own money, clawed back or restored.
 */
export async function heldCredit(db: Queryable, invoiceId: string): Promise<SpentPart[]> {
  const payments = ((await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []).filter(
    (one) => isCredit(one) && one.reference === null,
  )
  const uses = payments.filter(({ amount_cents }) => amount_cents > 0n)
  if (uses.length === 0) return []
  const parts = Map.groupBy(
    await spentParts(
      db,
      invoiceId,
      uses.map(({ id }) => id),
    ),
    ({ payment_id }) => payment_id,
  )
  let held: SpentPart[] = []
  for (const { id, amount_cents } of payments)
    held = amount_cents > 0n ? [...(parts.get(id) ?? []), ...held] : divideParts(held, -amount_cents).rest
  return held
}

/** The part of the paid amount that is not credit of other invoices' money. */
export async function ownMoney(db: Queryable, { id, amount_paid_cents }: InvoiceRow): Promise<Cents> {
  return beyond(amount_paid_cents, await heldOfOthers(db, id))
}

async function heldOfOthers(db: Queryable, invoiceId: string): Promise<Cents> {
  const held = await heldCredit(db, invoiceId)
  return sumParts(held.filter(({ origin_invoice_id }) => origin_invoice_id !== invoiceId))
}

/** Takes the unused credit that came of the invoice's money from the client, and records it as a payment. */
export async function clawBackCredit(
  tx: Tx,
  invoice: InvoiceRow,
  wanted: Cents,
  reference: string,
): Promise<{ invoice: InvoiceRow; clawedBackCents: Cents }> {
  const out = await creditOut(tx, invoice.id)
  const most = wanted < out ? wanted : out
  if (most <= 0n) return { invoice, clawedBackCents: 0n }
  const paymentId = tx.newUuid()
  const place = { clientId: invoice.client_id, invoiceId: invoice.id, paymentId }
  const cents = await reclaimCredit(tx, place, most, await today(tx))
  if (cents === 0n) return { invoice, clawedBackCents: 0n }
  const moved = { id: paymentId, amount_cents: cents, method: 'credit', charge_id: null, reference } as const
  return { invoice: await recordOffsettingPayment(tx, invoice, moved), clawedBackCents: cents }
}

/** The part of a shortfall that the client has spent as credit: it stays uncovered. */
export async function uncoveredOf(tx: Tx, invoiceId: string, missing: Cents): Promise<Cents> {
  const out = await creditOut(tx, invoiceId)
  return missing < out ? missing : out
}

/** The part of the invoice's own money that is credit of the client, used or not. */
export async function creditOut(db: Queryable, invoiceId: string): Promise<Cents> {
  const paid = creditPaid((await paymentsOf(db, [invoiceId])).get(invoiceId) ?? [])
  return beyond(await heldOfOthers(db, invoiceId), paid)
}

/** Returns credit to the client. If an origin of that credit has a shortfall, the credit covers it at once. */
export async function restoreCredit(world: World, tx: Tx, given: RestoredCredit): Promise<void> {
  const day = await today(tx)
  for (const { origin_invoice_id: originId, cents } of await restoreParts(tx, given, day))
    if (originId !== null) await coverShortfall(world, tx, { originId, given: cents, day })
}

/** Turns money of an invoice into credit: the credit that paid it is restored first, and only the rest is new. */
export async function convertPaymentToCredit(
  world: World,
  tx: Tx,
  { held, ...credit }: NewCredit & { readonly held: readonly SpentPart[] },
): Promise<void> {
  const { first } = divideParts(held, credit.cents)
  const { type: _, expiresOn: _last, ...place } = credit
  await restoreCredit(world, tx, { ...place, cents: sumParts(first), parts: first })
  const cents = credit.cents - sumParts(first)
  if (cents === 0n) return
  await addCredit(tx, { ...credit, cents })
  await coverShortfall(world, tx, { originId: credit.invoiceId, given: cents, day: await today(tx) })
}

/** How much of the credit that leaves an invoice would cover shortfalls of the invoices whose money it is. */
export async function coveringCents(
  db: Queryable,
  owner: Owner,
  { id, uncovered_cents }: InvoiceRow,
  { held, cents }: { readonly held: readonly SpentPart[]; readonly cents: Cents },
): Promise<Cents> {
  const originIds = [...new Set(held.flatMap(({ origin_invoice_id }) => origin_invoice_id ?? []))]
  const others = originIds.filter((originId) => originId !== id)
  const origins = others.length === 0 ? [] : await findInvoices(db, owner, others)
  const ofOthers = held.filter(({ origin_invoice_id }) => origin_invoice_id !== id)
  const own = cents - sumParts(ofOthers)
  return origins.reduce(
    (sum, origin) => {
      const given = sumParts(ofOthers.filter(({ origin_invoice_id }) => origin_invoice_id === origin.id))
      return sum + (given < origin.uncovered_cents ? given : origin.uncovered_cents)
    },
    own < uncovered_cents ? own : uncovered_cents,
  )
}

/** Covers the shortfall of an invoice with credit that became unused. */
async function coverShortfall(
  world: World,
  tx: Tx,
  { originId, given, day }: { originId: string; given: Cents; day: Temporal.PlainDate },
): Promise<void> {
  const before = await lockInvoice(tx, originId)
  if (before === undefined || before.uncovered_cents === 0n) return
  let invoice = before
  let left = given
  for (const { cents: missing, dispute, reference, ...moved } of await shortfallsOf(tx, before)) {
    const paymentId = tx.newUuid()
    const place = { clientId: invoice.client_id, invoiceId: invoice.id, paymentId }
    const cents = await reclaimCredit(tx, place, missing < left ? missing : left, day)
    if (cents === 0n) break
    left -= cents
    if (dispute !== null) {
      const taken_cents = dispute.taken_cents + cents
      const reclaimed_cents = dispute.reclaimed_cents + cents
      const uncovered_cents = dispute.uncovered_cents - cents
      await storeDispute(tx, { ...dispute, taken_cents, reclaimed_cents, uncovered_cents })
    }
    const credit = { id: paymentId, amount_cents: cents, method: 'credit', charge_id: null } as const
    invoice = await recordOffsettingPayment(tx, invoice, { ...credit, reference: dispute?.id ?? reference })
    const uncovered_cents = invoice.uncovered_cents - cents
    invoice = await recordOffsettingPayment(
      tx,
      { ...invoice, uncovered_cents },
      { ...moved, amount_cents: -cents, reference },
    )
  }
  if (invoice === before) return
  const updated = { ...invoice, updated_at: tx.now }
  await storeInvoice(tx, updated)
  emit(tx, 'invoice.updated', invoiceView(world, await partsOf(world, tx, tx.owner, updated)))
}

interface Shortfall {
  cents: Cents
  method: 'return' | 'dispute'
  charge_id: string
  /** Of the payment by which it leaves the invoice. */
  reference: string
  dispute: DisputeRow | null
}

/** The uncovered part of returns comes first, because a dispute may still be won. */
async function shortfallsOf(tx: Tx, { id, uncovered_cents }: InvoiceRow): Promise<Shortfall[]> {
  const payments = (await paymentsOf(tx, [id])).get(id) ?? []
  const disputes = (await disputesOfInvoice(tx, id)).filter((one) => one.uncovered_cents > 0n)
  let left = uncovered_cents - disputes.reduce((sum, one) => sum + one.uncovered_cents, 0n)
  const parts: Shortfall[] = []
  const chargeIds = new Set(payments.flatMap(({ charge_id }) => charge_id ?? []))
  for (const { charge_id, payment_id, return_id, amount_cents } of await returnsOf(tx, [...chargeIds])) {
    const name = `${payment_id}:${return_id}`
    const ofReturn = payments.filter(
      (one) => one.charge_id === charge_id && one.method === 'return' && isNamed(one.reference, name),
    )
    const taken = ofReturn.reduce((sum, one) => sum - one.amount_cents - one.surcharge_cents, 0n)
    const missing = beyond(amount_cents, taken)
    const cents = missing < left ? missing : left
    left -= cents
    const reference = ofReturn.length === 0 ? name : `${name}:${ofReturn.length + 1}`
    if (cents > 0n) parts.push({ cents, method: 'return', charge_id, reference, dispute: null })
  }
  for (const dispute of disputes) {
    const { charge_id, uncovered_cents: cents } = dispute
    const reference = await nextReference(tx, id, charge_id, dispute.id)
    parts.push({ cents, method: 'dispute', charge_id, reference, dispute })
  }
  return parts
}

/** By a return, or by a later part of it. */
function isNamed(reference: string | null, name: string): boolean {
  return reference === name || reference?.startsWith(`${name}:`) === true
}

/** Each movement of a dispute has its own. */
export async function nextReference(
  tx: Tx,
  invoiceId: string,
  chargeId: string,
  id: string,
): Promise<string> {
  const payments = (await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []
  const moved = payments.filter(({ charge_id, method }) => charge_id === chargeId && method === 'dispute')
  return moved.length === 0 ? id : `${id}:${moved.length + 1}`
}

async function today(tx: Tx): Promise<Temporal.PlainDate> {
  return dateIn(tx.now, (await demandTeam(tx, tx.owner.teamId)).time_zone)
}
