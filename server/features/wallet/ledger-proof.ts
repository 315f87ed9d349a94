// Proves the ledger: recomputes balances and hashes from the rows, and lets outsiders check a wallet.

import { Gauge } from 'prom-client'
import type { Mode } from '../../../contract/teams.ts'
import type { WalletProof } from '../../../contract/wallet.ts'
import { onlyRow, type Queryable, statement, textList } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { recordRequest } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { registry } from '../../kernel/process/metrics.ts'
import { isoTimestamp, nextMorning } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { moneyText, shortDate } from '../../render/itinerary/itinerary.ts'
import { languageOf, queueLetter } from '../notifications/queue-mail.ts'
import { TEAM_WORDS } from '../notifications/words.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import { chained, genesisHash, genesisText, lineText, STORED } from './line-hash-input.ts'
import { HELD_MOVES, isCompleted, isCredited, RECHARGE_MOVES } from './states.ts'

export interface LedgerFault {
  wallet: string
  fault: string
}

/**
 * Compares every wallet with its last line. One index look-up for each wallet makes it cheap enough for every minute.
 * The balance of a test wallet is fictitious and follows from no line.
 */
const selectHeadFaults = statement<LedgerFault>(`
  select w.team_id || ' ' || w.mode as wallet, 'the wallet differs from its last line' as fault
  from wallets w left join lateral (
    select * from wallet_lines where wallet_id = w.id order by seq desc limit 1) l on true
  where coalesce(l.seq, 0) <> w.lines or l.credits <> w.credits
    or (w.mode = 'live' and l.balance_after_cents <> w.balance_cents)
    or l.credits_cents <> w.credits_cents or l.debits_cents <> w.debits_cents or l.created_at <> w.last_at
    or (w.lines > 0 and w.head is distinct from l.hash)
  order by w.id limit 20`)

/** Checks every line: numbers without gaps, sums that follow from the line before, times that do not go back. */
const selectLineFaults = statement<LedgerFault>(`
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
  order by wallet, seq limit 20`)

/** Checks that every hash follows from the text of its line and the hash before it. */
const selectChainFaults = statement<LedgerFault>(`
  with walk as (
    select l.*, w.team_id, w.mode, lag(l.hash) over (partition by l.wallet_id order by l.seq) as hash_before
    from wallet_lines l join wallets w on w.id = l.wallet_id
  )
  select team_id || ' ' || mode as wallet, 'line ' || seq || ' is not the one that was chained' as fault from walk l
  where l.hash <> ${chained('l.hash_before', 'l', lineText(STORED))}
  order by wallet, seq limit 20`)

const CREDITED = textList(statesThat(HELD_MOVES, isCredited))

/**
 * Checks that every completed recharge has its line, that every payment was credited unless it is held or was refused,
 * and that every returned payment was debited.
 */
const selectPaymentFaults = statement<LedgerFault>(`
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
  limit 20`)

export async function proveHeads(db: Queryable): Promise<LedgerFault[]> {
  return selectHeadFaults(db)
}

export async function proveLines(db: Queryable): Promise<LedgerFault[]> {
  return selectLineFaults(db)
}

export async function proveChain(db: Queryable): Promise<LedgerFault[]> {
  return selectChainFaults(db)
}

export async function provePayments(db: Queryable): Promise<LedgerFault[]> {
  return selectPaymentFaults(db, statesThat(RECHARGE_MOVES, isCompleted))
}

export const ledgerFaults = new Gauge({
  name: 'embarque_ledger_faults',
  help: 'Wallets that differ from their last line; anything but 0 is an alarm',
  registers: [registry],
})

export interface HeadRow {
  wallet_id: number
  team_id: string
  mode: Mode
  lines: bigint
  last_id: string | null
  hash: string
  balance_cents: bigint
  mails_proof: boolean
  /** The line that the chain begins with. */
  genesis: string
}

const selectHead = statement<HeadRow>(`
  select w.id as wallet_id, w.team_id, w.mode, w.lines, l.id as last_id, w.balance_cents, w.mails_proof,
    encode(coalesce(w.head, ${genesisHash('w')}), 'hex') as hash, ${genesisText('w')} as genesis
  from wallets w left join wallet_lines l on l.wallet_id = w.id and l.seq = w.lines
  where w.team_id = $1 and w.mode = $2`)

async function readHead(db: Queryable, { teamId, mode }: Owner): Promise<HeadRow> {
  return onlyRow(await selectHead(db, teamId, mode))
}

const selectTexts = statement<{ text: string }>(`
  select ${lineText(STORED)} as text from wallet_lines l
  where l.wallet_id = $1 and l.seq > $2 and l.seq <= $3 order by l.seq`)

/** The texts of the lines above a number and up to another, oldest first. */
async function readTexts(db: Queryable, walletId: number, above: bigint, upTo: bigint): Promise<string[]> {
  return (await selectTexts(db, walletId, above, upTo)).map(({ text }) => text)
}

const setDailyMail = statement(`update wallets set mails_proof = $3 where team_id = $1 and mode = $2`)

async function setMailsProof(tx: Tx, wanted: boolean): Promise<void> {
  await setDailyMail(tx, tx.owner.teamId, tx.owner.mode, wanted)
}

export async function readProof(db: Queryable, owner: Owner, now: Date): Promise<WalletProof> {
  return proofView(await readHead(db, owner), now)
}

function proofView(head: HeadRow, now: Date): WalletProof {
  return {
    team_id: head.team_id,
    mode: head.mode,
    lines: Number(head.lines),
    last_transaction_id: head.last_id,
    hash: head.hash,
    head: `${head.lines}:${head.hash}`,
    balance: formatAmount(head.balance_cents),
    currency: 'BRL',
    daily_mail: head.mails_proof,
    taken_at: isoTimestamp(now),
  }
}

const LINES_AT_ONCE = 1000n

/** Up to the line that was the last one at the time of the request. */
export async function* statementLines(db: Queryable, owner: Owner): AsyncGenerator<string> {
  const { wallet_id, lines, genesis } = await readHead(db, owner)
  yield `${genesis}\n`
  for (let above = 0n; above < lines; above += LINES_AT_ONCE) {
    const upTo = above + LINES_AT_ONCE < lines ? above + LINES_AT_ONCE : lines
    const texts = await readTexts(db, wallet_id, above, upTo)
    yield texts.map((text) => `${text}\n`).join('')
  }
}

const MAIL_HOUR = 8

/** With a daily mail the team keeps proofs that the operator cannot take back. */
export async function mailProof(world: World, scope: Scope, wanted: boolean): Promise<WalletProof> {
  return transaction(world, scope, async (tx) => {
    const { mails_proof: wasWanted } = await readHead(tx, tx.owner)
    await setMailsProof(tx, wanted)
    const change = { topic: 'settings', object: 'wallet', objectId: tx.owner.teamId } as const
    recordRequest(tx, { ...change, before: { daily_mail: wasWanted }, after: { daily_mail: wanted } })
    if (wanted) await scheduleProofMail(tx)
    return proofView(await readHead(tx, tx.owner), tx.now)
  })
}

/** The day is in the key, so that one mail is sent a day however often it is scheduled. */
async function scheduleProofMail(tx: Tx): Promise<void> {
  const { teamId, mode } = tx.owner
  const { time_zone: timeZone } = await demandTeam(tx, teamId)
  const next = nextMorning(tx.now, timeZone, MAIL_HOUR)
  const day = next.day.toString()
  schedule(tx, jobs.mailProofJob, { at: next.at, key: `${teamId}/${mode} ${day}`, payload: { day } })
}

/** Mails the head of the ledger, and schedules the next day's mail. */
export async function sendProofMail(
  world: World,
  { payload, last }: TaskOf<typeof jobs.mailProofJob>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const { mode, lines, hash, balance_cents, last_id, mails_proof } = await readHead(tx, tx.owner)
    if (!mails_proof) return
    const team = await demandTeam(tx, tx.owner.teamId)
    const language = languageOf(team)
    const { proof, proofCode } = TEAM_WORDS[language]
    const letter = proof({
      isTest: mode === 'test',
      day: shortDate(Temporal.PlainDate.from(payload.day), language),
      lines: String(lines),
      balance: moneyText(balance_cents, language),
      lastId: last_id,
    })
    const blocks = [{ kind: 'code', title: proofCode, note: '', code: `${lines}:${hash}` }] as const
    await queueLetter(tx, team, { key: `proof ${payload.day}`, letter, blocks })
    await scheduleProofMail(tx)
  })
}
