// Orders of given-up bookings that the carrier keeps, or cancels for a penalty: recorded, and shown to the operator.
import type { CancelOutcome } from '../../adapters/flights/port.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { World } from '../world.ts'
import type { BookingRow } from './store.ts'

type Settled = Exclude<CancelOutcome, { outcome: 'unknown' }>

const insert = statement<{ booking_id: string }>(`
  insert into late_cancellations (booking_id, outcome, penalty_cents, penalty_currency, reason, created_at)
  values ($1, $2, $3, $4, $5, $6) on conflict (booking_id) do nothing returning booking_id`)

/** The wallet has its money back already, so what the carrier keeps is the operator's loss. */
export async function recordLateCancellation(
  world: World,
  last: Scope,
  { id, supplier }: BookingRow,
  response: Settled,
): Promise<void> {
  const isRejected = response.outcome === 'rejected'
  if (!isRejected && response.terms.penaltyCents === 0n) return
  const penalty = isRejected ? null : response.terms
  const [outcome, reason] = isRejected ? ['rejected', response.rejection.message] : ['penalty', null]
  await transaction(world, last, async (tx) => {
    const cents = penalty?.penaltyCents ?? null
    const recorded = await insert(tx, id, outcome, cents, penalty?.currency ?? null, reason, tx.now)
    if (recorded.length === 0) return
    const after = {
      late_cancellation: outcome,
      ...(penalty && { penalty: formatAmount(penalty.penaltyCents), currency: penalty.currency }),
    }
    record(tx, { topic: 'money', object: 'booking', objectId: id, before: null, after })
    world.log.error(
      { booking: id, supplier, ...after, reason },
      'the carrier kept money or an order of a booking that was given up',
    )
  })
}

export interface LateCancellation {
  booking_id: string
  /** "rejected", or the penalty: "35.00 USD". */
  outcome: string
}

const selectRecent = statement<LateCancellation>(`
  select l.booking_id, case l.outcome when 'rejected' then l.outcome
    else concat((l.penalty_cents / 100.0)::numeric(20, 2), ' ', l.penalty_currency) end as outcome
  from late_cancellations l join bookings b on b.id = l.booking_id
  where b.mode = 'live' and l.created_at > $1::timestamptz - interval '30 days'
    and not (l.outcome = 'rejected' and b.type = 'hold' and b.status = 'cancelled' and b.refund_cents is null)
  order by l.created_at desc, l.booking_id`)

/** Of live bookings in the last 30 days, newest first. A hold that was never paid lapses, so its rejection costs nothing. */
export async function recentLateCancellations(db: Queryable, now: Date): Promise<LateCancellation[]> {
  return selectRecent(db, now)
}
