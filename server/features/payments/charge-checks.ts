// Follows charges at their banks: reads a charge back after a hint, and withdraws one that is no longer to be paid.

import { isStillOpen, isUnderWay, type ReceivedPayment, type Verdict } from '../../adapters/banks/port.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { bankOf, bankOfCharge } from './banks.ts'
import { type ChargeRow, findCharge, findChargeByTxid } from './charge-store.ts'
import type * as jobs from './jobs.ts'
import { type ChargeCheck, checkChargeJob } from './jobs.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'
import { type VerdictRoutes, verdictIn } from './verdicts.ts'

/** A bank may announce a payment or a return before its own API shows it: waits before it is asked again. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000] as const

export function scheduleCheck(tx: Tx, at: Date, check: ChargeCheck): void {
  const { providerId, hint, look } = check
  const key = look === 1 ? `${providerId} ${hint}` : `${providerId} ${hint}#${look}`
  schedule(tx, checkChargeJob, { at, key, payload: check })
}

export async function checkCharge(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.checkChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const { providerId, txid, hint, look } = payload
  const provider = await findAnyProvider(world.pool, providerId)
  // Its secrets were forgotten, so the bank cannot be asked any more.
  if (provider === undefined || provider.secrets === null) return
  const charge = await chargeNamedBy(world.pool, provider, txid)
  if (charge === undefined || charge.team_id !== scope.owner.teamId) return
  const verdict = verdictIn(await bankOf(world, provider).read(txid, charge.bank_reference))
  if (verdict === null) return
  await routes[charge.purpose](world, scope, charge, verdict)
  const waitMs = LOOK_AGAIN_MS[look - 1]
  if (isSettled(verdict) || waitMs === undefined) return
  await transaction(world, last, async (tx) => {
    scheduleCheck(tx, new Date(tx.now.getTime() + waitMs), { providerId, txid, hint, look: look + 1 })
  })
}

/** Nothing of it is expected to change soon. */
function isSettled(verdict: Verdict): boolean {
  const isGoingBack = ({ returns = [] }: ReceivedPayment) => returns.some(isUnderWay)
  return !isStillOpen(verdict) && !verdict.payments.some(isGoingBack)
}

export async function withdrawCharge(
  world: World,
  { piece, scope }: TaskOf<typeof jobs.withdrawChargeJob>,
  routes: VerdictRoutes,
): Promise<void> {
  const charge = await findCharge(world.pool, piece.key.replace(/#.*$/, ''))
  const bank = charge && (await bankOfCharge(world, charge))
  if (!bank) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await routes[charge.purpose](world, scope, charge, verdict)
}

/**
 * One that was made through it, or through another connection of the same owner for the same purpose: credentials are
 * renewed by connecting anew.
 */
export async function chargeNamedBy(
  db: Queryable,
  teller: ProviderRow,
  txid: string,
): Promise<ChargeRow | undefined> {
  const charge = await findChargeByTxid(db, txid)
  if (charge === undefined || charge.provider_id === null) return undefined
  if (charge.provider_id === teller.id) return charge
  const maker = await findAnyProvider(db, charge.provider_id)
  const isSame = maker?.purpose === teller.purpose && maker.team_id === teller.team_id
  return isSame && maker.mode === teller.mode ? charge : undefined
}
