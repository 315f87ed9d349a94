// Routes a bank's verdict to the feature that owns the charge. Those features import payments, so the caller of a
// bank is handed them.
import {
  isAbsent,
  isGone,
  type Outcome,
  type PaymentReturn,
  type ReceivedPayment,
  type Verdict,
} from '../../adapters/banks/port.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'

/** Applies a bank's verdict. Each payment counts once, however often it is reported. */
export type ApplyVerdict = (
  world: World,
  scope: Scope,
  charge: ChargeRow,
  verdict: Verdict,
) => Promise<unknown>

/** Who takes it in, by what the charge is for. */
export type VerdictRoutes = Readonly<Record<ChargeRow['purpose'], ApplyVerdict>>

/** Null where the bank has no such charge; a bank that does not say is asked again later. */
export function verdictIn(answer: Outcome<Verdict>): Verdict | null {
  if (answer.outcome === 'confirmed') return answer.value
  if (isAbsent(answer)) return null
  throw new Error(`the bank did not say: ${answer.reason}`)
}

/** What has left the account; what is on its way, or failed, has not. */
export function returnsDone({ returns = [] }: ReceivedPayment): PaymentReturn[] {
  return returns.filter(isGone)
}
