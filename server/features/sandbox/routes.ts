// Binds the operations of the sandbox: its own time, its wallet, its payer and its bank, and samples of events.

import type { EVENT_OPERATIONS } from '../../../contract/event-operations.ts'
import { SANDBOX_BALANCE_CENTS_MAX } from '../../../contract/limits.ts'
import type { ClockAdvance, SANDBOX_OPERATIONS } from '../../../contract/sandbox.ts'
import type { TestWallet } from '../../../contract/wallet.ts'
import type { WEBHOOK_OPERATIONS } from '../../../contract/webhooks.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { addDuration } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Bindings } from '../bindings.ts'
import { readTestClock } from '../teams/test-clock.ts'
import { setTestBalance } from '../wallet/ledger.ts'
import { readWallet } from '../wallet/store.ts'
import type { World } from '../world.ts'
import { emitSample } from './samples.ts'
import { playTestCard } from './test-cards.ts'
import { failTestCharge, payTestCharge, returnTestPayment } from './test-charges.ts'
import { acceptTestMandate, endTestMandate, refuseTestDebit } from './test-mandates.ts'
import { testWebhook } from './webhook-tests.ts'

// The balance of the test wallet: constant, so that a test can be repeated, and set by the team.

async function readTestWallet({ pool }: { pool: Queryable }, owner: Owner): Promise<TestWallet> {
  return { balance: formatAmount((await readWallet(pool, owner)).balance_cents), currency: 'BRL' }
}

async function setTestWallet(world: World, scope: Scope, balance: string): Promise<TestWallet> {
  const balanceCents = parseAmount(balance)
  if (balanceCents === null || balanceCents > SANDBOX_BALANCE_CENTS_MAX)
    return failField('balance', 'must be an amount from 0.00 to 10000000.00, such as "20000.00"')
  return transaction(world, scope, async (tx) => {
    await setTestBalance(tx, balanceCents)
    return { balance: formatAmount(balanceCents), currency: 'BRL' }
  })
}

/** Moves the test clock of the scope's team to a moment and runs all jobs up to it. */
type AdvanceClock = (scope: Scope, target: Date) => Promise<ClockAdvance>

export function sandboxRoutes(world: World, advance: AdvanceClock): Bindings<typeof SANDBOX_OPERATIONS> {
  return {
    'testClock.read': ({ owner }) => readTestClock(world, owner.teamId),
    'testClock.advance': ({ scope, body }) => advance(scope, targetOf(scope.clock.now(), body.by)),
    'testWallet.read': ({ owner }) => readTestWallet(world, owner),
    'testWallet.set': ({ scope, body }) => setTestWallet(world, scope, body.balance),
    'testCharges.card': ({ scope, params, body }) => playTestCard(world, scope, params.id, body),
    'testCharges.fail': ({ scope, params }) => failTestCharge(world, scope, params.id),
    'testCharges.return': ({ scope, params, body }) =>
      returnTestPayment(world, scope, params.id, body?.amount),
    'testMandates.accept': ({ scope, params }) => acceptTestMandate(world, scope, params.id),
    'testMandates.refuse': ({ scope, params }) => endTestMandate(world, scope, params.id, 'rejected'),
    'testMandates.cancel': ({ scope, params }) => endTestMandate(world, scope, params.id, 'cancelled'),
    'testMandates.refuseDebit': ({ scope, params, body }) =>
      refuseTestDebit(world, scope, params.id, body?.code ?? null),
    'testCharges.pay': ({ scope, params, body }) => payTestCharge(world, scope, params.id, body),
  }
}

type Sampling = Pick<typeof EVENT_OPERATIONS, 'events.emitSample'> &
  Pick<typeof WEBHOOK_OPERATIONS, 'webhooks.test'>

export function sampleRoutes(world: World): Bindings<Sampling> {
  return {
    'events.emitSample': ({ scope, body }) => emitSample(world, scope, body.type),
    'webhooks.test': ({ scope, params, body }) => testWebhook(world, scope, params.id, body?.type),
  }
}

function targetOf(now: Date, by: string): Date {
  return (
    addDuration(now, by) ??
    failField('by', 'must be an ISO 8601 duration above zero and of at most 2 years, such as PT30M')
  )
}
