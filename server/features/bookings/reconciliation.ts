// Compares the ledger's lines, by counter-account, with payments from banks and orders at carriers. One statement, so
// that all sums are of one moment.
import type { Mode } from '../../../contract/teams.ts'
import type { WalletAccount, WalletReconciliation } from '../../../contract/wallet.ts'
import { type Queryable, statement, textList } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { HELD_MOVES, isCredited } from '../wallet/states.ts'
import { BOOKING_MOVES, isFailed, wasDebited } from './states.ts'

interface AccountRow {
  team_id: string
  mode: Mode
  account: string
  lines: bigint
  credits_cents: bigint
  debits_cents: bigint
  expected_credits_cents: bigint | null
  expected_debits_cents: bigint | null
}

const FAILED = textList(statesThat(BOOKING_MOVES, isFailed))
const CREDITED = textList(statesThat(HELD_MOVES, isCredited))
const DEBITED = textList(statesThat(BOOKING_MOVES, wasDebited))

const accounts = (whose: (table: string) => string) => `
  with moved as (
    select w.team_id, w.mode, l.account, count(*) as lines,
      sum(case l.type when 'credit' then l.amount_cents else 0 end) as credits,
      sum(case l.type when 'debit' then l.amount_cents else 0 end) as debits
    from wallets w join wallet_lines l on l.wallet_id = w.id where ${whose('w')} group by 1, 2, 3
  ), caused as (
    select c.team_id, c.mode, 'bank:' || coalesce(c.provider_id::text, 'simulated') as account,
      sum(p.amount_cents) as credits, sum(coalesce(r.cents, 0)) as debits
    from charges c join charge_payments p on p.charge_id = c.id
    left join held_payments h on h.charge_id = p.charge_id and h.payment_id = p.payment_id
    left join lateral (select sum(debited_cents) as cents from payment_returns
      where charge_id = p.charge_id and payment_id = p.payment_id) r on true
    -- What is held, or was refused, is at the bank and not in the wallet.
    where c.purpose = 'recharge' and coalesce(h.status in ${CREDITED}, true) and ${whose('c')} group by 1, 2, 3
    union all
    -- One that was paid and then cancelled knows its refund; what failed got everything back.
    select b.team_id, b.mode, 'carrier:' || b.supplier,
      sum(case when b.status in ${FAILED} then b.wallet_cents else coalesce(b.refund_cents, 0) end),
      sum(b.wallet_cents)
    from bookings b
    where ${whose('b')} and (b.status in ${DEBITED} or b.refund_cents is not null)
    group by 1, 2, 3
  )
  select team_id, mode, account, coalesce(m.lines, 0) as lines, coalesce(m.credits, 0)::bigint as credits_cents,
    coalesce(m.debits, 0)::bigint as debits_cents,
    case when account <> 'adjustment' then coalesce(c.credits, 0)::bigint end as expected_credits_cents,
    case when account <> 'adjustment' then coalesce(c.debits, 0)::bigint end as expected_debits_cents
  from moved m full join caused c using (team_id, mode, account)
  order by team_id, mode, account`

const selectOwn = statement<AccountRow>(accounts((table) => `${table}.team_id = $1 and ${table}.mode = $2`))
const selectAll = statement<AccountRow>(accounts(() => 'true'))

export async function reconcileAccounts(
  db: Queryable,
  { teamId, mode }: Owner,
  now: Date,
): Promise<WalletReconciliation> {
  const found = (await selectOwn(db, teamId, mode)).filter(hasMoved).map(accountView)
  return { agrees: found.every(({ agrees }) => agrees), accounts: found, checked_at: isoTimestamp(now) }
}

/** One sentence for each account of any team that does not agree. */
export async function findDisagreements(db: Queryable): Promise<string[]> {
  const found = await selectAll(db)
  return found
    .filter((row) => !agrees(row))
    .map(
      (row) =>
        `${row.team_id} ${row.mode}, ${row.account}: ${sums(row.credits_cents, row.debits_cents)} in the ledger, ` +
        `${sums(row.expected_credits_cents, row.expected_debits_cents)} by payments and orders`,
    )
}

function sums(credits: bigint | null, debits: bigint | null): string {
  return `+${formatAmount(BigInt(credits ?? 0n))} -${formatAmount(BigInt(debits ?? 0n))}`
}

function hasMoved(row: AccountRow): boolean {
  return row.lines > 0n || !agrees(row)
}

function agrees(row: AccountRow): boolean {
  const { expected_credits_cents: credits, expected_debits_cents: debits } = row
  if (credits === null || debits === null) return true
  return credits === row.credits_cents && debits === row.debits_cents
}

function accountView(row: AccountRow): WalletAccount {
  const { expected_credits_cents: credits, expected_debits_cents: debits } = row
  return {
    account: row.account,
    lines: Number(row.lines),
    credits: formatAmount(row.credits_cents),
    debits: formatAmount(row.debits_cents),
    expected_credits: credits === null ? null : formatAmount(credits),
    expected_debits: debits === null ? null : formatAmount(debits),
    agrees: agrees(row),
  }
}
