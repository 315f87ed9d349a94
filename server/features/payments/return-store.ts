// The only SQL on returns of payments, and on how far a bank's payments were looked through for them.

import type { PaymentReturn } from '../../adapters/banks/port.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { CHARGE_MOVES } from './states.ts'

const insert = statement<{ charge_id: string }>(`
  insert into payment_returns (charge_id, payment_id, return_id, amount_cents, debited_cents, reason, returned_at,
    received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict do nothing
  returning charge_id`)

/** False when this return was taken in before. `debitedCents` is what it takes out of a wallet. */
export async function recordReturn(
  tx: Tx,
  chargeId: string,
  paymentId: string,
  { id, amountCents, at, reason }: PaymentReturn,
  debitedCents: Cents,
): Promise<boolean> {
  const values = [chargeId, paymentId, id, amountCents, debitedCents, reason, at ?? tx.now, tx.now]
  return (await insert(tx, ...values)).length === 1
}

export interface ReturnedRow {
  charge_id: string
  payment_id: string
  return_id: string
  amount_cents: bigint
  debited_cents: bigint
}

const selectReturns = statement<ReturnedRow>(`
  select charge_id, payment_id, return_id, amount_cents, debited_cents from payment_returns
  where charge_id = any($1::text[])`)

/** What went back of the payments of these charges. */
export async function returnsOf(db: Queryable, chargeIds: readonly string[]): Promise<ReturnedRow[]> {
  return chargeIds.length === 0 ? [] : selectReturns(db, chargeIds)
}

const selectPaid = statement<{ paid: boolean }>(`
  select exists (
    select from charges join charge_payments on charge_payments.charge_id = charges.id
    where provider_id = $1 and charges.status = '${moveBy(CHARGE_MOVES, 'pay').to}' and received_at > $2) as paid`)

/** Whether a payment that came after `since` may still go back by this provider. */
export async function mayBeReturned(db: Queryable, providerId: string, since: Date): Promise<boolean> {
  return (await selectPaid(db, providerId, since))[0]?.paid === true
}

const setReturnsRead = statement(
  `update payment_providers set returns_from = $2, returns_window_ms = $3 where id = $1`,
)

/** Where to look for returns next: from then on, or from the oldest again. */
export async function noteReturnsRead(
  db: Queryable,
  id: string,
  from: Date | null,
  windowMs: number,
): Promise<void> {
  await setReturnsRead(db, id, from, windowMs)
}

export interface PaidPayment {
  charge_id: string
  payment_id: string
  amount_cents: bigint
}

const selectLast = statement<PaidPayment>(`
  select charge_id, payment_id, charge_payments.amount_cents
  from charges join charge_payments on charge_payments.charge_id = charges.id
  where reference_id = $1 and team_id = $2 and mode = $3
  order by received_at desc, charge_id desc limit 1`)

/** What was paid last for something. */
export async function lastPaymentOf(
  db: Queryable,
  { teamId, mode }: Owner,
  referenceId: string,
): Promise<PaidPayment | undefined> {
  return (await selectLast(db, referenceId, teamId, mode))[0]
}

const sumPayments = statement<{ cents: bigint | null; paid_at: Date | null }>(
  'select sum(amount_cents)::bigint as cents, max(paid_at) as paid_at from charge_payments where charge_id = $1',
)

/** What has come by it, and when the last of that did; null where nothing has. */
export async function paidBy(db: Queryable, id: string): Promise<{ cents: bigint; paidAt: Date } | null> {
  const { cents, paid_at } = onlyRow(await sumPayments(db, id))
  return cents === null || paid_at === null ? null : { cents, paidAt: paid_at }
}
