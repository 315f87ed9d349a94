// Reads charges by card regularly, so that no payment, settlement or dispute depends on a callback.
import { SIMULATED } from '../../../contract/payment-providers.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dayEnd } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'
import { bankOfCharge } from './banks.ts'
import { withdrawReopened } from './charge-checks.ts'
import {
  type ChargeRow,
  findCharge,
  type InstalmentRow,
  instalmentsOf,
  paidByCharge,
} from './charge-store.ts'
import { watchCardJob } from './jobs.ts'
import { simulatedVerdict } from './simulated-card.ts'
import { hasMoney, isAuthorised, isAwaited, isDisputed, isPayable, mayGoBack } from './states.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A holder may contest a payment for about half a year. */
const CONTESTABLE_MS = 180 * DAY_MS
/** Payments may still come for an ended charge, from a page that was open. */
const AFTER_END_MS = 2 * DAY_MS

/** The time is in the key, so that a look happens once however often it is scheduled. */
export function scheduleWatch(tx: Tx, chargeId: string, at: Date): void {
  schedule(tx, watchCardJob, { at, key: `${chargeId}@${at.getTime()}`, payload: { chargeId } })
}

export function scheduleFirstWatch(tx: Tx, chargeId: string): void {
  scheduleWatch(tx, chargeId, new Date(tx.now.getTime() + 2 * MINUTE_MS))
}

export async function watchCard(
  world: World,
  { payload, scope, last }: TaskOf<typeof watchCardJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { chargeId: id } = payload
  const known = await findCharge(world.pool, id)
  if (known === undefined) return
  const verdict = await verdictOn(world, known, scope.clock.now())
  if (verdict !== null) {
    await routes[known.purpose](world, scope, known, verdict)
    await withdrawReopened(world, scope, known, verdict)
  }
  const charge = (await findCharge(world.pool, id)) ?? known
  const instalments = await instalmentsOf(world.pool, id)
  const paid = await paidByCharge(world.pool, id)
  await transaction(world, last, async (tx) => {
    const at = nextLook(charge, { instalments, paidAt: paid?.paidAt ?? null, now: tx.now })
    if (at !== null) scheduleWatch(tx, id, at)
  })
}

async function verdictOn(world: World, charge: ChargeRow, now: Date) {
  if (charge.provider === SIMULATED)
    return simulatedVerdict(charge, await instalmentsOf(world.pool, charge.id), now)
  const bank = await bankOfCharge(world, charge)
  return bank === null ? null : verdictIn(await bank.read(charge.txid, charge.bank_reference))
}

interface Facts {
  readonly instalments: readonly InstalmentRow[]
  readonly paidAt: Date | null
  readonly now: Date
}

/** Often while the payer may be at the page of the bank; null once nothing more can come. */
function nextLook(charge: ChargeRow, { instalments, paidAt, now }: Facts): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const isSimulated = charge.provider === SIMULATED
  if (!hasMoney(charge)) {
    // Its payers pay by the sandbox, which records that at once.
    if (isSimulated || now.getTime() > charge.expires_at.getTime() + AFTER_END_MS) return null
    if (isPayable(charge) || isAwaited(charge))
      return after(openWait(now.getTime() - charge.created_at.getTime()))
    return after(isAuthorised(charge) ? HOUR_MS : DAY_MS)
  }
  if (!mayGoBack(charge)) return null
  const nextMoney = instalments.find(
    ({ settled_at, settles_on }) => settled_at === null && settles_on !== null,
  )
  const settles = nextMoney?.settles_on ?? null
  const settlesAt = settles === null ? null : dayEnd(Temporal.PlainDate.from(settles), BANK_ZONE)
  if (isSimulated) return settlesAt === null ? null : laterOf(settlesAt, after(MINUTE_MS))
  if (isDisputed(charge)) return after(6 * HOUR_MS)
  const isOver = paidAt === null || now.getTime() - paidAt.getTime() > CONTESTABLE_MS
  if (isOver && settlesAt === null) return null
  const regular = after(isOver ? 7 * DAY_MS : 2 * DAY_MS)
  return settlesAt !== null && settlesAt < regular ? laterOf(settlesAt, after(HOUR_MS)) : regular
}

function openWait(ageMs: number): number {
  if (ageMs < 15 * MINUTE_MS) return 2 * MINUTE_MS
  if (ageMs < HOUR_MS) return 10 * MINUTE_MS
  return ageMs < DAY_MS ? HOUR_MS : 6 * HOUR_MS
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}
