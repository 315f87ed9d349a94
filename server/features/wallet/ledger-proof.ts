// Checks the ledger from its rows alone: what the one writer keeps true by construction is computed again.
import type { Queryable } from '../../kernel/db/db.ts'
import { textList } from '../../kernel/db/text-list.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { HELD_MOVES, isCredited } from './held-payment-states.ts'
import { chained, lineText, STORED } from './line-text.ts'
import { isCompleted, RECHARGE_MOVES } from './recharge-states.ts'

export interface LedgerFault {
  wallet: string
  fault: string
}

/**
 * The head of every wallet: its last line says what the wallet says. Cheap enough for every minute, by one look into
 * the index for each wallet: most have no line at all, and whoever looks for any goes through those of all others.
 * What a test wallet holds is fictitious, and follows from no line.
 */
const HEADS = `
  select w.team_id || ' ' || w.mode as wallet, 'the wallet differs from its last line' as fault
  from wallets w left join lateral (
    select * from wallet_lines where wallet_id = w.id order by seq desc limit 1) l on true
  where coalesce(l.seq, 0) <> w.lines or l.credits <> w.credits
    or (w.mode = 'live' and l.balance_after_cents <> w.balance_cents)
    or l.credits_cents <> w.credits_cents or l.debits_cents <> w.debits_cents or l.created_at <> w.last_at
    or (w.lines > 0 and w.head is distinct from l.hash)
  order by w.id limit 20`

/** Every line: numbers without gaps, sums that follow from the line before, times that do not go back. */
const LINES = `
  with walk as (
    select l.*, w.team_id || ' ' || w.mode as wallet, w.mode,
      coalesce(lag(seq) over line, 0) as seq_before, coalesce(lag(l.credits) over line, 0) as credits_before,
      coalesce(lag(l.credits_cents) over line, 0) as credits_cents_before,
      coalesce(lag(l.debits_cents) over line, 0) as debits_cents_before, lag(created_at) over line as at_before
    from wallet_lines l join wallets w on w.id = l.wallet_id
    window line as (partition by l.wallet_id order by seq)
  )
  select wallet, 'line ' || seq || ' does not follow from the one before it' as fault from walk
  where seq <> seq_before + 1
    or credits <> credits_before + (type = 'credit')::int
    or type_seq <> case type when 'credit' then credits else seq - credits end
    or credits_cents <> credits_cents_before + case type when 'credit' then amount_cents else 0 end
    or debits_cents <> debits_cents_before + case type when 'debit' then amount_cents else 0 end
    or (mode = 'live' and balance_after_cents <> credits_cents - debits_cents)
    or created_at < at_before
  order by wallet, seq limit 20`

/** Every hash follows from the text of its line and the hash before it. */
const CHAIN = `
  with walk as (
    select l.*, w.team_id, w.mode, lag(l.hash) over (partition by l.wallet_id order by l.seq) as hash_before
    from wallet_lines l join wallets w on w.id = l.wallet_id
  )
  select team_id || ' ' || mode as wallet, 'line ' || seq || ' is not the one that was chained' as fault from walk l
  where l.hash <> ${chained('l.hash_before', 'l', lineText(STORED))}
  order by wallet, seq limit 20`

const CREDITED = textList(statesThat(HELD_MOVES, isCredited))

/**
 * Every completed recharge has its line, every payment taken in was credited unless it is held or was refused, and what
 * went back was taken back.
 */
const PAYMENTS = `
  select r.team_id || ' ' || r.mode as wallet, 'payment ' || p.payment_id || ' of ' || r.id || ' is not in the ledger'
    as fault
  from charge_payments p join recharges r using (charge_id) join wallets w using (team_id, mode)
  left join wallet_lines l on l.reference_id = r.id and l.kind = 'payment ' || p.payment_id and l.wallet_id = w.id
  left join held_payments h using (charge_id, payment_id)
  where coalesce(h.status in ${CREDITED}, true) and l.amount_cents is distinct from p.amount_cents
  union all
  select w.team_id || ' ' || w.mode, 'line ' || l.seq || ' credits ' || h.payment_id || ', which is ' || h.status
  from held_payments h join wallet_lines l on l.reference_id = h.recharge_id and l.kind = 'payment ' || h.payment_id
  join wallets w on w.id = l.wallet_id
  where h.status not in ${CREDITED}
  union all
  select w.team_id || ' ' || w.mode, 'line ' || l.seq || ' credits a payment that never came'
  from wallet_lines l join wallets w on w.id = l.wallet_id
  left join (charge_payments p join recharges r using (charge_id))
    on r.id = l.reference_id and l.kind = 'payment ' || p.payment_id
  where l.reference_type = 'recharge' and l.type = 'credit' and p.payment_id is null
  union all
  select r.team_id || ' ' || r.mode, r.id || ' is completed without its line' from recharges r
  left join wallet_lines l on l.id = r.transaction_id
  where r.status = any($1) and l.id is null
  union all
  select r.team_id || ' ' || r.mode, 'return ' || b.return_id || ' of ' || r.id || ' is not in the ledger'
  from payment_returns b join recharges r using (charge_id) join wallets w using (team_id, mode)
  left join wallet_lines l on l.reference_id = r.id and l.kind = 'return ' || b.return_id || ' of ' || b.payment_id
    and l.wallet_id = w.id
  where coalesce(l.amount_cents, 0) <> b.debited_cents
  union all
  select w.team_id || ' ' || w.mode, 'line ' || l.seq || ' takes back a payment that never returned'
  from wallet_lines l join wallets w on w.id = l.wallet_id
  left join (payment_returns b join recharges r using (charge_id))
    on r.id = l.reference_id and l.kind = 'return ' || b.return_id || ' of ' || b.payment_id
  where l.reference_type = 'recharge' and l.type = 'debit' and b.return_id is null
  limit 20`

export async function proveHeads(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: HEADS })).rows as LedgerFault[]
}

export async function proveLines(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: LINES })).rows as LedgerFault[]
}

export async function proveChain(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: CHAIN })).rows as LedgerFault[]
}

export async function provePayments(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: PAYMENTS, values: [statesThat(RECHARGE_MOVES, isCompleted)] }))
    .rows as LedgerFault[]
}
