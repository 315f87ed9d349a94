// Follows charges at their banks: reads a charge back after a hint, and withdraws one that is no longer to be paid.

import {
  type Bank,
  type CardRefusal,
  isStillOpen,
  isUnderWay,
  type ReceivedPayment,
  type Verdict,
} from '../../adapters/banks/port.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { isScheduled, schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'
import { bankOf, bankOfCharge } from './banks.ts'
import { type ChargeRow, findCharge, findChargeByTxid } from './charge-store.ts'
import { withdrawAgain } from './charges.ts'
import type * as jobs from './jobs.ts'
import { type ChargeCheck, checkChargeJob } from './jobs.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'
import { hasEnded } from './states.ts'
import { type VerdictRoutes, verdictIn } from './verdict-routes.ts'

/** A bank may announce a payment or a return before its own API shows it: waits between the checks. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

/** The hint is in the key, so that the same notification is followed once. */
export function scheduleCheck(tx: Tx, at: Date, check: ChargeCheck): void {
  schedule(tx, checkChargeJob, { at, key: keyOf(check), payload: check })
}

function keyOf({ providerId, hint, look }: ChargeCheck): string {
  return look === 1 ? `${providerId} ${hint}` : `${providerId} ${hint}#${look}`
}

/** A team controls its own bank, so what that bank reports in a day must not fill the tables. */
export const REPORTED_BY_TEAM_BANK_MAX = 20
const DAY_MS = 86_400_000

/** For payments that are not recorded today: they stay in the bank's books, and are read from there a day later. */
export async function checkTomorrow(
  world: World,
  scope: Scope,
  { id, provider_id: providerId, txid }: ChargeRow,
  payments: number,
): Promise<void> {
  if (providerId === null) return
  const at = new Date(scope.clock.now().getTime() + DAY_MS)
  const check = { providerId, txid, hint: `more ${id} ${dateIn(at, BANK_ZONE)}`, look: 1 }
  if (await isScheduled(world.pool, checkChargeJob, keyOf(check))) return
  const details = { provider: providerId, charge: id, payments }
  world.log.info(
    details,
    'more payments of an invoice than are recorded in a day: the rest is recorded later',
  )
  await transaction(world, aside(scope), async (tx) => scheduleCheck(tx, at, check))
}

/** Reads the charge back from the bank, because a hint proves nothing. */
export async function checkCharge(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.checkChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, hint, look } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  if (provider === undefined || provider.secrets === null) return
  const bank = bankOf(world, provider)
  const txid = await txidOf(bank, payload)
  if (txid === null) return
  const charge = await chargeNamedBy(world.pool, provider, txid)
  if (charge === undefined || charge.team_id !== scope.owner.teamId) return
  const read = verdictIn(await bank.read(txid, charge.bank_reference))
  if (read === null) return
  const refusal = look === 1 ? payload.refusal : undefined
  const verdict =
    refusal === undefined ? read : withRefusal(read, charge, { at: scope.clock.now(), reason: refusal })
  await routes[charge.purpose](world, scope, charge, verdict)
  await withdrawReopened(world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (isSettled(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    scheduleCheck(tx, new Date(tx.now.getTime() + waitMs), { providerId, txid, hint, look: look + 1 })
  })
}

/** The charge of a hint that names only a thing of the bank's; null if it is none of ours. */
async function txidOf(bank: Bank, { txid, bankId }: ChargeCheck): Promise<string | null> {
  if (txid !== null || bankId === undefined) return txid
  const found = await bank.find?.(bankId)
  if (found === undefined || found.outcome === 'rejected') return null
  if (found.outcome === 'unknown') throw new Error(`the bank did not say: ${found.reason}`)
  return found.value
}

/** Some banks report a refused card only by a callback, which proves itself. */
function withRefusal(verdict: Verdict, { refusals }: ChargeRow, fresh: CardRefusal): Verdict {
  if (verdict.refusals !== undefined || !isStillOpen(verdict)) return verdict
  const known = refusals.map(({ at, reason }) => ({ at: new Date(at), reason }))
  return { ...verdict, refusals: [...known, fresh] }
}

/** No change is expected soon. */
function isSettled(verdict: Verdict): boolean {
  const isGoingBack = ({ returns = [] }: ReceivedPayment) => returns.some(isUnderWay)
  return !isStillOpen(verdict) && !verdict.payments.some(isGoingBack)
}

/** A bank removes no card that it checks; if the check ends without a payment, its page takes cards again. */
export async function withdrawReopened(
  world: World,
  scope: Scope,
  { id, method }: Pick<ChargeRow, 'id' | 'method'>,
  { status }: Verdict,
): Promise<void> {
  if (method !== 'card' || status !== 'open') return
  const charge = await findCharge(world.pool, id)
  if (charge === undefined || !hasEnded(charge)) return
  await transaction(world, aside(scope), async (tx) => withdrawAgain(tx, id))
}

/** If the payer was faster, the verdict has the payment, and it is recorded. */
export async function withdrawCharge(
  world: World,
  { payload, scope }: TaskOf<typeof jobs.withdrawChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await findCharge(world.pool, payload.chargeId)
  const bank = charge && (await bankOfCharge(world, charge))
  if (!bank) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await routes[charge.purpose](world, scope, charge, verdict)
}

/**
 * The charge, if this provider may report about it: it opened the charge, or a former connection of the same owner and
 * purpose did. A team could run a bank of its own, so its bank is never trusted about charges of the operator's.
 */
export async function chargeNamedBy(
  db: Queryable,
  reporter: ProviderRow,
  txid: string,
): Promise<ChargeRow | undefined> {
  const charge = await findChargeByTxid(db, txid)
  if (charge === undefined || charge.provider_id === null) return undefined
  if (charge.provider_id === reporter.id) return charge
  const opener = await findAnyProvider(db, charge.provider_id)
  const isSame = opener?.purpose === reporter.purpose && opener.team_id === reporter.team_id
  return isSame && opener.mode === reporter.mode ? charge : undefined
}
