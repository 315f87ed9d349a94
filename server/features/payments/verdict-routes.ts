// Routes a bank's verdict to the feature that owns the charge. Those features import payments, so jobs get the routes
// as an argument.
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

/** Records each payment of the verdict once, however often the bank reports it. */
export type ApplyVerdict = (
  world: World,
  scope: Scope,
  charge: ChargeRow,
  verdict: Verdict,
) => Promise<unknown>

export type VerdictRoutes = Readonly<Record<ChargeRow['purpose'], ApplyVerdict>>

/** Null if the bank has no such charge. An unknown outcome throws, so that the job asks again. */
export function verdictIn(outcome: Outcome<Verdict>): Verdict | null {
  if (outcome.outcome === 'confirmed') return outcome.value
  if (isAbsent(outcome)) return null
  throw new Error(`the bank did not say: ${outcome.reason}`)
}

/** The returns that have left the account; pending and failed ones have not. */
export function returnsDone({ returns = [] }: ReceivedPayment): PaymentReturn[] {
  return returns.filter(isGone)
}
