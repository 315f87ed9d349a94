// Where money comes from: whether there is a bank for the wallets, what waits for a person, and what was never real.

import { type CodedFinding, coded, numberOf, ok, problem, warning } from '../../features/readiness/readiness.ts'
import { awaitsReview, HELD_MOVES } from '../../features/wallet/states.ts'
import { textList } from '../../kernel/db/text-list.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import type { Patient, QuickCheck } from './check.ts'

export const MONEY_CHECKS: readonly QuickCheck[] = [
  { name: 'held payments', run: checkHeldPayments },
  { name: 'simulated money', run: checkSimulatedMoney },
]

async function checkHeldPayments({ client }: Patient): Promise<CodedFinding> {
  const { rows } = await client.query<{ count: number; amount: string }>(
    `select count(*)::int as count, (coalesce(sum(amount_cents), 0) / 100)::numeric(20, 2)::text as amount
     from held_payments where mode = 'live' and status in ${textList(statesThat(HELD_MOVES, awaitsReview))}`,
  )
  const { count = 0, amount = '0.00' } = rows[0] ?? {}
  if (count === 0) return coded('none_held', ok('no payment waits for a review'))
  const waiting = warning(
    `${numberOf(count, 'payment')} of ${amount} BRL in all held, and not credited`,
    'Look each up at the bank, then accept or refuse it with "npx embarque payments review".',
  )
  return coded('held', waiting, { count, amount })
}

interface Simulated {
  wallet: string
  cents: string
  counted: string
}

async function checkSimulatedMoney({ config, client }: Patient): Promise<CodedFinding> {
  const { rows } = await client.query<Simulated>(
    `select w.team_id as wallet, w.simulated_cents::text as cents, coalesce(l.cents, 0)::text as counted
     from wallets w left join (
       select wallet_id, sum(case type when 'credit' then amount_cents else -amount_cents end) as cents
       from wallet_lines where simulated group by wallet_id) l on l.wallet_id = w.id
     where w.mode = 'live' and (l.wallet_id is not null or w.simulated_cents <> 0) order by w.id`,
  )
  const wrong = rows.filter(({ cents, counted }) => cents !== counted)
  if (wrong.length > 0) {
    const names = wrong.map(({ wallet }) => wallet).join(', ')
    const changed = problem(
      `wallets whose simulated money is not that of their lines: ${names}`,
      'Rows were changed by hand. Restore the last good backup into a new database and compare.',
    )
    return coded('simulated_wrong', changed, { names })
  }
  const { length: count } = rows
  if (count === 0) return coded('simulated_none', ok('no live wallet has ever held any'))
  const text = `${numberOf(count, 'live wallet')} with lines that no real money stands behind`
  if (config.environment !== 'production')
    return coded('simulated_harmless', ok(`${text}; in production they would not count`), { count })
  const there = warning(
    `${text}; they do not count here`,
    'They were made outside production. For a clean start, use a new database; nothing real is lost.',
  )
  return coded('simulated_there', there, { count })
}
