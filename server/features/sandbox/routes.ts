// Binds the operations of the sandbox: its own time, its wallet, its payer and its bank.
import type { ClockAdvance, SANDBOX_OPERATIONS } from '../../../contract/sandbox.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { addDuration } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import type { Bindings } from '../bindings.ts'
import { readTestClock } from '../teams/test-clock.ts'
import type { World } from '../world.ts'
import { failTestCharge, payTestCharge, returnTestPayment } from './test-charges.ts'
import { readTestWallet, setTestWallet } from './test-wallet.ts'

/** Moves the test clock of the scope's team to a moment and runs all jobs up to it. */
type AdvanceClock = (scope: Scope, target: Date) => Promise<ClockAdvance>

export function sandboxRoutes(world: World, advance: AdvanceClock): Bindings<typeof SANDBOX_OPERATIONS> {
  return {
    'testClock.read': ({ owner }) => readTestClock(world, owner.teamId),
    'testClock.advance': ({ scope, body }) => advance(scope, targetOf(scope.clock.now(), body.by)),
    'testWallet.read': ({ owner }) => readTestWallet(world, owner),
    'testWallet.set': ({ scope, body }) => setTestWallet(world, scope, body.balance),
    'testCharges.fail': ({ scope, params }) => failTestCharge(world, scope, params.id),
    'testCharges.return': ({ scope, params, body }) =>
      returnTestPayment(world, scope, params.id, body?.amount),
    'testCharges.pay': ({ scope, params, body }) => payTestCharge(world, scope, params.id, body),
  }
}

function targetOf(now: Date, by: string): Date {
  return (
    addDuration(now, by) ??
    failField('by', 'must be an ISO 8601 duration above zero and of at most 2 years, such as PT30M')
  )
}
