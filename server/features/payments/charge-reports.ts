// Reports of banks about a charge besides payments: failed and running attempts, fees, and days of settlement.
import type { Verdict } from '../../adapters/banks/port.ts'
import { onlyRow, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { type ChargeRow, moveCharge } from './charge-store.ts'

/** Enough for a payer who tries again and again; the bank keeps the others. */
const REFUSALS_MAX = 20

/** Whether the verdict says anything of this kind, or may end an attempt that was under way. */
export function hasReport({ status }: Pick<ChargeRow, 'status'>, verdict: Verdict): boolean {
  const { refusals = [], settlement } = verdict
  return status === 'authorised' || verdict.status === 'authorised' || refusals.length > 0 || !!settlement
}

/** Stores it; false if all of it was known before. The caller has locked the invoice or recharge. */
export async function recordReport(tx: Tx, charge: ChargeRow, verdict: Verdict): Promise<boolean> {
  const moved = await moveByReport(tx, charge, verdict)
  const refused = await recordRefusals(tx, charge.id, verdict)
  const settled = await recordSettlement(tx, charge.id, verdict)
  return moved || refused || settled
}

async function moveByReport(tx: Tx, charge: ChargeRow, { status }: Verdict): Promise<boolean> {
  if (status !== 'authorised' && status !== 'open') return false
  const failed = charge.instructions === null ? 'ask_again' : 'release'
  return (await moveCharge(tx, charge.id, status === 'authorised' ? 'authorise' : failed)) !== undefined
}

const setRefusals = statement(`
  update charges set refusals = $2, updated_at = $3 where id = $1 and refusals <> $2::jsonb returning 1`)

async function recordRefusals(tx: Tx, id: string, { refusals = [] }: Verdict): Promise<boolean> {
  if (refusals.length === 0) return false
  const stored = refusals.slice(-REFUSALS_MAX).map(({ at, reason }) => ({ at: isoTimestamp(at), reason }))
  return (await setRefusals(tx, id, JSON.stringify(stored), tx.now)).length > 0
}

const setSums = statement(`
  update charges set fee_cents = $2, net_cents = $3, updated_at = $4,
    instalment_count = coalesce($5, instalment_count), card = coalesce($6::jsonb, card)
  where id = $1 and (fee_cents, net_cents, instalment_count)
    is distinct from ($2, $3, coalesce($5, instalment_count)) returning 1`)

const setInstalment = statement(`
  insert into charge_instalments (charge_id, number, amount_cents, net_cents, settles_on, settled_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (charge_id, number) do update set amount_cents = excluded.amount_cents, net_cents = excluded.net_cents,
    settles_on = excluded.settles_on,
    settled_at = case when excluded.settled_at is not null
      then coalesce(charge_instalments.settled_at, excluded.settled_at) end
  where (charge_instalments.amount_cents, charge_instalments.net_cents, charge_instalments.settles_on,
      charge_instalments.settled_at is null)
    is distinct from (excluded.amount_cents, excluded.net_cents, excluded.settles_on, excluded.settled_at is null)
  returning 1`)

const dropOthers = statement(
  'delete from charge_instalments where charge_id = $1 and number <> all($2) returning 1',
)

/** The bank may change its mind about fees and days until the last instalment has arrived. */
async function recordSettlement(tx: Tx, id: string, { settlement }: Verdict): Promise<boolean> {
  if (settlement === undefined) return false
  const { feeCents, netCents, instalments, count = null, card } = settlement
  const paidWith = card && JSON.stringify({ brand: card.brand, last_digits: card.lastDigits })
  let changes = (await setSums(tx, id, feeCents, netCents, tx.now, count, paidWith ?? null)).length
  const numbers = instalments.map(({ number }) => number)
  changes += (await dropOthers(tx, id, numbers)).length
  for (const one of instalments) {
    const values = [one.number, one.amountCents, one.netCents, one.settlesOn?.toString() ?? null]
    changes += (await setInstalment(tx, id, ...values, one.isSettled ? tx.now : null)).length
  }
  const isSettled = instalments.length > 0 && instalments.every((one) => one.isSettled)
  const moved = isSettled ? await moveCharge(tx, id, 'settle') : undefined
  return changes > 0 || moved !== undefined
}

const refunded = statement<{ all: boolean }>(`
  select (select sum(amount_cents) from payment_returns where charge_id = $1)
    >= (select sum(amount_cents) from charge_payments where charge_id = $1) as all`)

/** Ends a charge of which all money went back. */
export async function endIfRefunded(tx: Tx, id: string): Promise<void> {
  if (onlyRow(await refunded(tx, id)).all) await moveCharge(tx, id, 'refund')
}
