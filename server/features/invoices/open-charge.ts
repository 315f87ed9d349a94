// Jobs that open, renew and abandon the charge of an invoice.

import { METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { ERASED_FULL_NAME } from '../../kernel/values/erase-person.ts'
import { isCostly, lastDayOnTime, lateTermsOf } from '../../kernel/values/late-charges.ts'
import type { clientTaxIdJob } from '../clients/clients.ts'
import { scheduleInvoiceMandate } from '../mandates/jobs.ts'
import { bankOfCharge } from '../payments/banks.ts'
import {
  type ChargeRow,
  findCharge,
  lockCharge,
  moveCharge,
  recordRefusal,
  shownChargesOf,
} from '../payments/charge-store.ts'
import {
  type EarlyTerms,
  instructionColumns,
  orderFor,
  termColumns,
  withdrawAgain,
  withdrawIfKept,
} from '../payments/charges.ts'
import type { chargeInvoicesJob } from '../payments/jobs.ts'
import { withdrawChargeJob } from '../payments/jobs.ts'
import { isAwaited } from '../payments/states.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { cardPartsOf } from './card-charges.ts'
import {
  immediateTerms,
  prepareBanks,
  RECEIVER_CITY,
  refusalIn,
  renewalOf,
  withAddress,
  withPayer,
} from './charges.ts'
import * as jobs from './jobs.ts'
import { saveChange } from './save.ts'
import { isDraft } from './states.ts'
import {
  findInvoice,
  type InvoiceRow,
  invoicesWithoutCharge,
  lockInvoice,
  storeInvoice,
  unpaidInvoicesOf,
} from './store.ts'
import { chargeDescription, currentOf } from './view.ts'

/** A bank may be unavailable for days. After the first attempts it is asked every few hours, until the charge would end. */
const FIRST_TRIES = 6
const NEXT_TRIES_AFTER_MS = 4 * 3_600_000

/** Asks a bank again that did not confirm the charge. The same order gives the same charge. */
export async function openInvoiceCharge(
  world: World,
  { job, payload, scope, last }: TaskOf<typeof jobs.openInvoiceChargeJob>,
): Promise<void> {
  const awaited = await findCharge(world.pool, payload.charge_id)
  if (awaited === undefined || !isAwaited(awaited)) return
  // Its mandate asks for it.
  if (awaited.method === 'pix_automatic') return
  const charge = await withPayer(world, awaited)
  const bank = await bankOfCharge(world, charge)
  if (bank === null) return
  const known = await findInvoice(world.pool, scope.owner, charge.reference_id)
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const wish = {
    ...wishOf(charge, { team, today: dateIn(scope.clock.now(), team.time_zone) }),
    ...(await cardPartsOf(world, charge)),
    description: known === undefined ? 'Fatura' : chargeDescription(known),
  }
  const order = await withAddress(world, scope.owner, orderFor(charge.id, wish), known?.client_id)
  const opened = await bank.open({ ...order, isRepeated: true })
  if (opened.outcome !== 'confirmed') {
    const refusal = refusalIn(opened)
    if (refusal !== awaited.refusal)
      await transaction(world, aside(scope), (tx) => recordRefusal(tx, charge.id, refusal))
    if (job.attempt < FIRST_TRIES) throw new Error(`the bank opened no charge: ${opened.reason}`)
    return transaction(world, last, async (tx) => {
      const at = new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)
      const key = `${charge.id}#${at.getTime()}`
      if (at < charge.expires_at) schedule(tx, jobs.openInvoiceChargeJob, { at, key, payload })
    })
  }
  await transaction(world, last, async (tx) => {
    const invoice = await lockInvoice(tx, charge.reference_id)
    // If the charge was abandoned meanwhile, it is withdrawn at the bank.
    const terms = termColumns(wish, opened.value)
    const columns = {
      ...instructionColumns(opened.value),
      ...terms,
      payer_document: charge.payer_document,
      refusal: null,
    }
    const open = await moveCharge(tx, charge.id, 'open', columns)
    if (open === undefined) return withdrawAgain(tx, charge.id)
    if (invoice === undefined || !open.is_current) return
    // The bank made an immediate Pix, which ends earlier.
    if (terms.due_date !== charge.due_date) {
      const at = renewalOf(open, invoice)
      schedule(tx, jobs.renewInvoiceChargeJob, {
        at,
        key: `${open.id}#${at.getTime()}`,
        payload: { invoice_id: invoice.id, charge_id: open.id },
      })
    }
    // The time of the update shows the public page that something changed.
    await storeInvoice(tx, { ...invoice, updated_at: tx.now })
  })
}

function wishOf(
  charge: ChargeRow,
  context: Parameters<typeof immediateTerms>[2],
): Omit<Parameters<typeof orderFor>[1], 'description'> {
  const { method, amount_cents: amountCents, due_date, fine_percent, interest_percent } = charge
  const { discount_cents: cents, discount_until: until } = charge
  const late = { fine_percent, interest_percent }
  const discount = until === null ? null : { cents, until }
  return {
    method,
    amountCents,
    lateCents: charge.late_cents,
    discount,
    expiresAt: charge.expires_at,
    receiver: { name: charge.receiver_name, city: RECEIVER_CITY },
    payerName: charge.payer_name,
    payerDocument: charge.payer_document,
    ...(due_date !== null && { dueDate: Temporal.PlainDate.from(due_date) }),
    ...(due_date !== null && method === 'pix' && dueDateWish(charge, due_date, { discount, context })),
    ...(isCostly(lateTermsOf(late)) && { late }),
  }
}

function dueDateWish(
  { amount_cents, fine_percent, interest_percent, expires_at }: ChargeRow,
  due_date: string,
  {
    discount: offer,
    context,
  }: { discount: EarlyTerms | null; context: Parameters<typeof immediateTerms>[2] },
) {
  const lastDay = dateIn(expires_at, BANK_ZONE)
  const onTime = lastDayOnTime(Temporal.PlainDate.from(due_date))
  const { days: payableDays } = onTime.until(lastDay, { largestUnit: 'days' })
  const owed = { due_date, fine_percent, interest_percent, payable_days: payableDays, offer }
  const immediate = immediateTerms(amount_cents, owed, context)
  return { payableDays, ...(immediate && { immediate }) }
}

/** Ends a charge that the bank removed or that expired, and opens another if the invoice is still to be paid. */
export async function renewChargeOfInvoice(
  world: World,
  scope: Scope,
  charge: { readonly id: string | null; readonly reference_id: string },
  {
    because,
    isWanted = () => true,
  }: {
    readonly because: 'withdraw' | 'expire'
    readonly isWanted?: ((invoice: InvoiceRow) => boolean) | undefined
  },
): Promise<void> {
  const known = await findInvoice(world.pool, scope.owner, charge.reference_id)
  if (known === undefined || !(await isStillCurrent(world.pool, charge.id))) return
  const banks = isWanted(known) ? await prepareBanks(world, scope, known) : {}
  await transaction(world, scope, async (tx) => {
    const invoice = await lockInvoice(tx, known.id)
    if (invoice === undefined || !(await isStillCurrent(tx, charge.id))) return
    if (isWanted(invoice) !== isWanted(known)) throw new Error(`invoice ${known.id} was changed just now`)
    const ended = charge.id === null ? undefined : await moveCharge(tx, charge.id, because)
    if (ended !== undefined && because === 'expire') withdrawIfKept(tx, ended)
    await saveChange(world, tx, { before: invoice, banks })
  })
}

/** Whether the charge that is to be renewed is still the one of its invoice. */
async function isStillCurrent(db: Queryable, id: string | null): Promise<boolean> {
  return id === null || (await findCharge(db, id))?.is_current === true
}

/** Runs when a charge ends, or after a bank was connected for an invoice without a charge. */
export async function renewInvoiceCharge(
  world: World,
  { payload, scope }: TaskOf<typeof jobs.renewInvoiceChargeJob>,
): Promise<void> {
  const { invoice_id, charge_id } = payload
  // A draft gets its next charge when it is sent.
  const isWanted = (invoice: InvoiceRow) => charge_id === null || !isDraft(invoice)
  await renewChargeOfInvoice(
    world,
    scope,
    { id: charge_id, reference_id: invoice_id },
    { because: 'expire', isWanted },
  )
}

const SCHEDULED_AT_ONCE = 500

/** Runs after a bank was connected, for invoices that were created without one. */
export async function chargeWaitingInvoices(
  world: World,
  { job, scope }: TaskOf<typeof chargeInvoicesJob>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await invoicesWithoutCharge(world.pool, scope.owner, after, SCHEDULED_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    await transaction(world, scope, async (tx) => {
      for (const invoice_id of ids) {
        const payload = { invoice_id, charge_id: null }
        schedule(tx, jobs.renewInvoiceChargeJob, { at: tx.now, key: `${job.key} ${invoice_id}`, payload })
      }
    })
    after = last
  }
}

/** Asks the bank again, after the CPF or CNPJ of a client was corrected. */
export async function chargeInvoicesOfClient(
  world: World,
  { job, payload, scope }: TaskOf<typeof clientTaxIdJob>,
): Promise<void> {
  const unpaid = await unpaidInvoicesOf(world.pool, scope.owner, payload.client_id)
  const charges = await shownChargesOf(
    world.pool,
    unpaid.map(({ id }) => id),
  )
  await transaction(world, scope, async (tx) => {
    for (const { id: invoice_id, payment_methods } of unpaid) {
      const lacks = (method: PaymentMethod) =>
        METHODS[method].needsTaxId && currentOf(charges.get(invoice_id) ?? [], method) === null
      if (!payment_methods.some(lacks)) continue
      if (payment_methods.includes('pix_automatic')) scheduleInvoiceMandate(tx, invoice_id)
      const key = `${job.key} ${invoice_id}`
      schedule(tx, jobs.renewInvoiceChargeJob, { at: tx.now, key, payload: { invoice_id, charge_id: null } })
    }
    for (const { id } of [...charges.values()].flat().filter(isAwaited)) {
      const key = `${id}#${tx.now.getTime()}`
      schedule(tx, jobs.openInvoiceChargeJob, { at: tx.now, key, payload: { charge_id: id } })
    }
  })
}

/** An erasure of the client would not find the payer of a charge without invoice, so the payer is removed here. */
const NO_PAYER = { payer_name: ERASED_FULL_NAME, payer_document: null }

/**
 * Abandons a charge that a bank was asked for before its invoice was saved, if no invoice uses it: the request failed,
 * the bank responded too late, or the process ended.
 */
export async function abandonInvoiceCharge(
  world: World,
  { payload, last }: TaskOf<typeof jobs.abandonInvoiceChargeJob>,
): Promise<void> {
  const { charge_id: id } = payload
  const known = await findCharge(world.pool, id)
  if (known === undefined || !isAwaited(known)) return
  await transaction(world, last, async (tx) => {
    // A request that uses the charge has locked it, or will find it abandoned.
    await lockCharge(tx, id)
    const charge = await findCharge(tx, id)
    if (charge === undefined) return
    // An invoice uses it, and another job asks the bank again.
    if (charge.is_current) return
    if ((await moveCharge(tx, id, 'abandon', NO_PAYER)) !== undefined)
      schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: { chargeId: id } })
  })
}
