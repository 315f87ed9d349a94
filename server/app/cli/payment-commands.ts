// Held payments from the command line: what came that nobody asked for is looked at, and accepted or refused.

import { HELD_MOVES, type HeldTrigger, isCredited } from '../../features/wallet/states.ts'
import { listHeldPayments } from '../../features/wallet/held-payments.ts'
import { reviewHeldPayment } from '../../features/wallet/recharge-payments.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { sayTable, type Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

interface Review {
  all?: boolean
  accept?: string
  refuse?: string
}

export async function reviewPaymentsCommand(review: Review, terminal: Terminal): Promise<void> {
  const { accept, refuse, all = false } = review
  if (accept !== undefined && refuse !== undefined)
    failField('--refuse', 'cannot be given together with --accept')
  if (accept !== undefined) return decide(accept, 'accept', terminal)
  if (refuse !== undefined) return decide(refuse, 'refuse', terminal)
  await withWorld(terminal, async ({ pool }) => {
    const found = await listHeldPayments(pool, all)
    const body = found.map((held) => [
      held.id,
      held.team_id,
      held.mode,
      held.recharge_id,
      formatAmount(held.amount_cents),
      held.reason,
      held.payment_id,
      isoTimestamp(held.paid_at),
      held.status,
    ])
    const head = [
      'id',
      'team',
      'mode',
      'recharge',
      'amount',
      'reason',
      'payment at the bank',
      'paid',
      'status',
    ]
    sayTable(terminal, head, body, 'No payment is held.')
  })
}

async function decide(id: string, decision: HeldTrigger, terminal: Terminal): Promise<void> {
  await withWorld(terminal, async (world) => {
    const { held, changed } = await reviewHeldPayment(world, id, decision)
    const amount = formatAmount(held.amount_cents)
    const told = { id, amount, status: held.status, changed }
    if (!changed) {
      terminal.say(`Payment ${id} of ${amount} was ${held.status} before; nothing was changed.`, told)
      return terminal.endWith(held.status === moveBy(HELD_MOVES, decision).to ? 0 : 1)
    }
    const what = isCredited(held) ? 'is credited' : 'is refused: give it back to its payer at the bank'
    terminal.say(`Payment ${id} of ${amount} ${what}.`, told)
  })
}
