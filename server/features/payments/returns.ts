// Payments that a bank returned to their payers: found at the bank, stored and counted.
import { Counter } from 'prom-client'
import { type PaymentReturn, paidBy, type ReceivedPayment } from '../../adapters/banks/port.ts'
import { type Queryable, statement, textList } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { registry } from '../../kernel/process/metrics.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './banks.ts'
import { chargeNamedBy } from './charge-checks.ts'
import { endIfRefunded } from './charge-reports.ts'
import type { ChargeRow } from './charge-store.ts'
import type { ProviderRow } from './provider-store.ts'
import { CHARGE_MOVES, hasMoney } from './states.ts'
import { returnsDone, type VerdictRoutes } from './verdict-routes.ts'

export interface ReturnedRow {
  charge_id: string
  payment_id: string
  return_id: string
  amount_cents: bigint
  debited_cents: bigint
}

/** Pix allows returns for 90 days, and one that is requested on the last day is settled later. */
export const RETURNS_WATCHED_MS = 95 * 24 * 60 * 60_000

/** The window is halved down to this if a bank refuses a long one. */
const RETURN_WINDOW_MS_MIN = 24 * 60 * 60_000

const insert = statement<{ charge_id: string }>(`
  insert into payment_returns (charge_id, payment_id, return_id, amount_cents, debited_cents, reason, returned_at,
    received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict do nothing
  returning charge_id`)

/** False if this return was recorded before. `debitedCents` is the amount taken out of a wallet. */
export async function recordReturn(
  tx: Tx,
  {
    chargeId,
    paymentId,
    returned: { id, amountCents, at, reason },
    debitedCents,
  }: {
    readonly chargeId: string
    readonly paymentId: string
    readonly returned: PaymentReturn
    readonly debitedCents: Cents
  },
): Promise<boolean> {
  const values = [chargeId, paymentId, id, amountCents, debitedCents, reason, at ?? tx.now, tx.now]
  if ((await insert(tx, ...values)).length === 0) return false
  await endIfRefunded(tx, chargeId)
  return true
}

const selectReturns = statement<ReturnedRow>(`
  select charge_id, payment_id, return_id, amount_cents, debited_cents from payment_returns
  where charge_id = any($1::text[])`)

export async function returnsOf(db: Queryable, chargeIds: readonly string[]): Promise<ReturnedRow[]> {
  return chargeIds.length === 0 ? [] : selectReturns(db, chargeIds)
}

const selectPaid = statement<{ paid: boolean }>(`
  select exists (
    select from charges join charge_payments on charge_payments.charge_id = charges.id
    where provider_id = $1 and charges.status in ${textList(statesThat(CHARGE_MOVES, hasMoney))} and received_at > $2)
    as paid`)

/** Whether this provider may still return a payment that came after `since`. */
export async function mayBeReturned(db: Queryable, providerId: string, since: Date): Promise<boolean> {
  return (await selectPaid(db, providerId, since))[0]?.paid === true
}

const setReturnsRead = statement(
  `update payment_providers set returns_from = $2, returns_window_ms = $3 where id = $1`,
)

/** Stores where the next reading begins: at `from`, or null for the oldest payments again. */
async function noteReturnsRead(
  db: Queryable,
  id: string,
  from: Date | null,
  windowMs: number,
): Promise<void> {
  await setReturnsRead(db, id, from, windowMs)
}

/**
 * Reads one window of the last months at each reconciliation, and then begins again. The bank lists returned payments
 * alone, so the response stays short however much was paid.
 */
export async function readReturns(
  world: World,
  provider: ProviderRow,
  now: Date,
  routes: VerdictRoutes,
): Promise<void> {
  const windowMs = Number(provider.returns_window_ms)
  const oldest = new Date(now.getTime() - RETURNS_WATCHED_MS)
  const begun = provider.returns_from
  const from = begun === null || begun < oldest ? oldest : begun
  const to = new Date(Math.min(now.getTime(), from.getTime() + windowMs))
  const read = await bankOf(world, provider).returned(from, to)
  if (read.outcome !== 'confirmed') {
    world.log.warn({ provider: provider.id, reason: read.reason }, 'returns not read')
    // The window may be too long for the bank.
    return noteReturnsRead(world.pool, provider.id, from, Math.max(windowMs / 2, RETURN_WINDOW_MS_MIN))
  }
  for (const payment of read.value.payments) await applyReturn(world, provider, payment, routes)
  for (const txid of read.value.unreadable)
    world.log.error({ provider: provider.id, txid }, 'a returned payment cannot be read')
  const isThrough = to >= now
  const nextMs = isThrough ? Math.min(windowMs * 2, RETURNS_WATCHED_MS) : windowMs
  await noteReturnsRead(world.pool, provider.id, isThrough ? null : to, nextMs)
}

/** A return that fails here is read again in the next round, and does not hold up the others. */
async function applyReturn(
  world: World,
  provider: ProviderRow,
  payment: ReceivedPayment,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await chargeNamedBy(world.pool, provider, payment.txid)
  if (charge === undefined || !(await hasNewReturn(world, charge, payment))) return
  const scope = await scopeOf(world, ownerOfRow(charge))
  await routes[charge.purpose](world, scope, charge, paidBy(payment)).catch((err) => {
    world.log.error({ err, provider: provider.id, charge: charge.id }, 'a return was not recorded')
  })
}

/** The bank lists a returned payment for months, so returns that were recorded before are skipped. */
async function hasNewReturn(world: World, { id }: ChargeRow, payment: ReceivedPayment): Promise<boolean> {
  const known = await returnsOf(world.pool, [id])
  const isKnown = (returnId: string) =>
    known.some(({ payment_id, return_id }) => payment_id === payment.id && return_id === returnId)
  return returnsDone(payment).some(({ id: returnId }) => !isKnown(returnId))
}

const returnedPayments = new Counter({
  name: 'embarque_payments_returned_total',
  help: 'Payments that went back to their payers without our asking; each is an alarm',
  labelNames: ['purpose'],
  registers: [registry],
})

/** Called once for each return that this service did not request. */
export function alarmOfReturn(
  world: World,
  charge: ChargeRow,
  paymentId: string,
  { id, amountCents, reason }: PaymentReturn,
): void {
  const { purpose, team_id, reference_id } = charge
  returnedPayments.inc({ purpose })
  world.log.error(
    {
      purpose,
      team: team_id,
      charge: charge.id,
      reference: reference_id,
      payment: paymentId,
      return: id,
      amount: formatAmount(amountCents),
      reason,
    },
    'a payment was returned to its payer, and taken back',
  )
}
