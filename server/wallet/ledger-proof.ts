// Checks the ledger from its rows alone: what the one writer keeps true by construction is computed again.
import type { Queryable } from '../base/database/db.ts'
import { isCompleted, RECHARGE_MOVES } from '../rules/recharge-states.ts'
import { statesThat } from '../rules/state-table.ts'

export interface LedgerFault {
  wallet: string
  fault: string
}

/** The head of every wallet: its last line says what the wallet says. Cheap enough for every minute. */
const HEADS = `
  select w.team_id || ' ' || w.mode as wallet, 'the wallet differs from its last line' as fault
  from wallets w left join wallet_lines l on l.wallet_id = w.id and l.seq = w.lines
  where (w.lines > 0 and (l.seq is null or l.balance_after_cents <> w.balance_cents or l.credits <> w.credits
      or l.credits_cents <> w.credits_cents or l.debits_cents <> w.debits_cents or l.created_at <> w.last_at))
    or exists (select from wallet_lines beyond where beyond.wallet_id = w.id and beyond.seq > w.lines)
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
    or balance_after_cents <> case mode when 'live' then credits_cents - debits_cents else 500000 end
    or created_at < at_before
  order by wallet, seq limit 20`

/** Every completed recharge has its line, and every payment taken in was credited. */
const PAYMENTS = `
  select r.team_id || ' ' || r.mode as wallet, 'payment ' || p.payment_id || ' of ' || r.id || ' is not in the ledger'
    as fault
  from charge_payments p join recharges r using (charge_id) join wallets w using (team_id, mode)
  left join wallet_lines l on l.reference_id = r.id and l.kind = 'payment ' || p.payment_id and l.wallet_id = w.id
  where l.amount_cents is distinct from p.amount_cents
  union all
  select w.team_id || ' ' || w.mode, 'line ' || l.seq || ' credits a payment that never came'
  from wallet_lines l join wallets w on w.id = l.wallet_id
  left join (charge_payments p join recharges r using (charge_id))
    on r.id = l.reference_id and l.kind = 'payment ' || p.payment_id
  where l.reference_type = 'recharge' and p.payment_id is null
  union all
  select r.team_id || ' ' || r.mode, r.id || ' is completed without its line' from recharges r
  left join wallet_lines l on l.id = r.transaction_id
  where r.status = any($1) and l.id is null
  limit 20`

export async function proveHeads(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: HEADS })).rows as LedgerFault[]
}

export async function proveLines(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: LINES })).rows as LedgerFault[]
}

export async function provePayments(db: Queryable): Promise<LedgerFault[]> {
  return (await db.query({ text: PAYMENTS, values: [statesThat(RECHARGE_MOVES, isCompleted)] }))
    .rows as LedgerFault[]
}
