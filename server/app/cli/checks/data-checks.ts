// Consistency checks over the stored data: invariants of the code, counted again.

import { BANK_NAMES } from '../../../../contract/payment-providers.ts'
import { BANKS } from '../../../adapters/banks/banks.ts'
import { proveAudit } from '../../../features/audit/store.ts'
import { findDisagreements } from '../../../features/bookings/reconciliation.ts'
import { HIDDEN_STATES } from '../../../features/bookings/states.ts'
import { type Finding, numberOf, ok, problem, warning } from '../../../features/readiness/readiness.ts'
import { proveChain, proveHeads, proveLines, provePayments } from '../../../features/wallet/ledger-proof.ts'
import { onlyRow, statement, textList } from '../../../kernel/db/db.ts'
import type { Check, CheckContext } from '../../checks/check.ts'
import { MONEY_CHECKS, STORAGE_CHECK } from '../../checks/checks.ts'
import { TRIP_CHECKS } from './trip-checks.ts'

const NAMED_MAX = 5

// Verifies the audit log: every entry follows from the one before it.

const AUDIT_CHECK: Check = { name: 'audit log', run: checkAudit }

async function checkAudit({ client }: CheckContext): Promise<Finding> {
  const faults = await proveAudit(client, null)
  if (faults.length === 0) return ok('every entry follows from the one before it')
  const named = faults.slice(0, NAMED_MAX).map(({ chain, fault }) => `${chain}: ${fault}`)
  return problem(
    `${numberOf(faults.length, 'fault')} in the audit log (${named.join('; ')})`,
    'Rows were changed past the service. Find out who has access to the database, and compare with a backup.',
  )
}

// Checks the stored totals of lists against a new count.

/** For each list the rows it counts, with their bucket. */
const COUNTED: readonly { list: string; table: string; bucket: string; where?: string }[] = [
  {
    list: 'bookings',
    table: 'bookings',
    bucket: 'status',
    where: `status not in ${textList(HIDDEN_STATES)}`,
  },
  {
    list: 'clients',
    table: 'clients',
    bucket: `client_type || ' ' || case when is_active then 'active' else 'inactive' end`,
  },
  { list: 'invoices', table: 'invoices', bucket: `status || ' ' || payment_status` },
  { list: 'quotes', table: 'quotes', bucket: 'status' },
  { list: 'recurring_invoices', table: 'recurring_invoices', bucket: 'status' },
  { list: 'recharges', table: 'recharges', bucket: 'status' },
  { list: 'mails', table: 'mails', bucket: 'status' },
  { list: 'messages', table: 'messages', bucket: `'all'` },
  { list: 'erasures', table: 'erasures', bucket: `'all'` },
  { list: 'trips_by_start', table: 'trips', bucket: tripBucket('starts_on') },
  { list: 'trips_by_end', table: 'trips', bucket: tripBucket('ends_on') },
]

function tripBucket(day: 'starts_on' | 'ends_on'): string {
  return `case when cancelled then 'cancelled' else coalesce(${day}::text, 'undated') end ||
    case when has_open then ' open' else '' end`
}

/** Includes changes that triggers have noted and maintenance has not summed up yet. */
const STORED = `
  select team_id, mode, list, bucket, sum(count) as count from (
    select team_id, mode, list, bucket, count from list_counts
    union all select team_id, mode, list, bucket, change from list_count_changes) as noted
  group by 1, 2, 3, 4`

const COUNTS_CHECK: Check = { name: 'list totals', run: checkCounts }

interface Wrong {
  team_id: string
  mode: string
  list: string
  bucket: string
  stored: string
  there: string
}

const LISTS = COUNTED.map(({ list }) => list)
const REAL = COUNTED.map(
  ({ list, table, bucket, where = 'true' }) =>
    `select team_id, mode, '${list}' as list, ${bucket} as bucket, count(*) as there
     from ${table} where ${where} group by 1, 2, 4`,
).join(' union all ')

const selectWrong = statement<Wrong>(`
  select team_id, mode, list, bucket, coalesce(c.count, 0)::text as stored, coalesce(r.there, 0)::text as there
  from (${STORED}) c full join (${REAL}) r using (team_id, mode, list, bucket)
  where coalesce(c.count, 0) <> coalesce(r.there, 0) and list = any($1)
  order by team_id, mode, list, bucket`)

async function checkCounts({ client }: CheckContext): Promise<Finding> {
  const rows = await selectWrong(client, LISTS)
  if (rows.length === 0) return ok('every list is as long as it says')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, list, bucket, stored, there }) =>
        `${team_id} ${mode}, ${list} (${bucket}): ${there} rows, stored as ${stored}`,
    )
  return problem(
    `${numberOf(rows.length, 'count')} of lists that are wrong (${named.join('; ')})`,
    'Rows were changed by hand. Restore the last good backup into a new database and compare.',
  )
}

// Checks invoices: numbers without gaps, and totals that equal the sums of their parts.

export const INVOICE_CHECKS: readonly Check[] = [
  { name: 'invoice numbers', run: checkNumbers },
  { name: 'invoice amounts', run: checkAmounts },
  { name: 'invoice payments', run: checkPayments },
  { name: 'unknown payments', run: checkUnknown },
  { name: 'refunds', run: checkRefunds },
  { name: 'client credit', run: checkCredit },
  { name: 'card settlements', run: checkSettlements },
]

const SETTLED_WITHIN_MS = 2 * 24 * 60 * 60_000
const ADVICE =
  'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.'

interface Numbered {
  team_id: string
  mode: string
  year: number
  there: string
  last: string
}

const selectNumbers = statement<Numbered>(`
  select team_id, mode, year, coalesce(i.there, 0)::text as there, coalesce(n.last, 0)::text as last
  from invoice_numbers n full join (
    select team_id, mode, number_year as year, count(*) as there, max(number_sequence) as highest
    from invoices where number_sequence is not null group by 1, 2, 3) i using (team_id, mode, year)
  where coalesce(n.last, 0) <> coalesce(i.there, 0) or coalesce(i.there, 0) <> coalesce(i.highest, 0)
  order by team_id, mode, year`)

/** Numbers are unique, so if there are as many as the highest one, none is missing. */
async function checkNumbers({ client }: CheckContext): Promise<Finding> {
  const rows = await selectNumbers(client)
  if (rows.length === 0) return ok('every year has its invoices without a gap')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, year, there, last }) =>
        `${team_id} ${mode} ${year}: ${there} numbers, the last one ${last}`,
    )
  return problem(
    `${numberOf(rows.length, 'sequence')} of invoice numbers with gaps (${named.join('; ')})`,
    ADVICE,
  )
}

const selectAmounts = statement<{ id: string }>(`
  select i.id from invoices i
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents from invoice_payments where invoice_id = i.id) paid on true
  left join lateral (
    select coalesce(sum((line ->> 'total_cents')::bigint), 0) as cents from jsonb_array_elements(i.items) line
  ) lines on true
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents,
      coalesce(-sum(amount_cents) filter (where type = 'early_payment'), 0) as early
    from invoice_adjustments where invoice_id = i.id
  ) adjusted on true
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents from refunds where invoice_id = i.id and status = 'succeeded'
  ) refunded on true
  where paid.cents <> i.amount_paid_cents or lines.cents <> i.subtotal_cents
    or adjusted.cents <> i.adjustment_cents or adjusted.early <> i.early_taken_cents or refunded.cents <> i.refunded_cents
  order by i.id limit ${NAMED_MAX + 1}`)

async function checkAmounts({ client }: CheckContext): Promise<Finding> {
  const rows = await selectAmounts(client)
  if (rows.length === 0) return ok('items and payments add up to what is stored')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `invoices whose parts do not add up (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    ADVICE,
  )
}

const selectLost = statement<{ id: string }>(`
  select distinct c.id from charges c join charge_payments p on p.charge_id = c.id
  where c.purpose = 'invoice' and not exists (
    select from invoice_payments i where i.charge_id = p.charge_id and i.reference = p.payment_id)
    and p.amount_cents > (select coalesce(sum(amount_cents), 0) from payment_returns r
      where r.charge_id = p.charge_id and r.payment_id = p.payment_id)
  order by c.id limit ${NAMED_MAX + 1}`)

/** A draft can be deleted while its code is being paid: then the money belongs to no invoice. */
async function checkPayments({ client }: CheckContext): Promise<Finding> {
  const rows = await selectLost(client)
  if (rows.length === 0) return ok('everything that was paid for invoices is recorded')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `charges that were paid for invoices that are gone (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Find the payment at the bank by its txid (table charges), and give it back or record it by hand.',
  )
}

const selectUnknown = statement<{ txid: string }>(`
  select distinct txid from payment_callbacks k join payment_providers p on p.id = k.provider_id
  where p.purpose = 'wallet' and not exists (select from charges c where c.txid = k.txid)
  order by txid limit ${NAMED_MAX + 1}`)

const countOfTeams = statement<{ payments: bigint }>(`
  select count(*) as payments from payment_callbacks k join payment_providers p on p.id = k.provider_id
  where p.purpose <> 'wallet' and not exists (select from charges c where c.txid = k.txid)`)

/**
 * Retention deletes bank reports after 90 days. Reports of a team's own bank are no alarm, because the team
 * controls it.
 */
async function checkUnknown({ client }: CheckContext): Promise<Finding> {
  const rows = await selectUnknown(client)
  const { payments } = onlyRow(await countOfTeams(client))
  const ofTeams = payments === 0n ? '' : `; banks of teams reported ${payments}, which the log names`
  if (rows.length === 0) return ok(`banks report no money for charges that are not here${ofTeams}`)
  const named = rows.slice(0, NAMED_MAX).map(({ txid }) => txid)
  return warning(
    `payments of charges that are not here (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Find each at the bank by its txid: another installation made it, or a restored backup has lost it.',
  )
}

const selectUnsettled = statement<{ id: string }>(`
  select id from refunds where ended_at is null and mode = 'live' and created_at < $1
  order by id limit ${NAMED_MAX + 1}`)

/** A bank settles within minutes; if it has not for days, it was disconnected or refuses our credentials. */
async function checkRefunds({ client, wall }: CheckContext): Promise<Finding> {
  const rows = await selectUnsettled(client, new Date(wall.now().getTime() - SETTLED_WITHIN_MS))
  if (rows.length === 0) return ok('banks have said what became of every refund')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return warning(
    `refunds that no bank has settled for two days (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    'Look for them in the account, by the id without rfd_, and at the credentials of the payment provider.',
  )
}

const selectWrongCredit = statement<{ id: string }>(`
  select s.id from client_credit_entries s
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents, bool_or(client_id <> s.client_id) as strays
    from client_credit_entries where source_id = s.id) spent on true
  where s.left_cents is not null and (s.left_cents <> s.amount_cents + spent.cents or spent.strays)
  union all
  select n.id from credit_notes n
  left join invoice_adjustments a on a.credit_note_id = n.id
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents from client_credit_entries
    where credit_note_id = n.id and amount_cents > 0) credit on true
  left join lateral (
    select coalesce(sum(amount_cents), 0) as cents from refunds where credit_note_id = n.id) refund on true
  where a.amount_cents is distinct from -n.amount_cents
    or credit.cents <> case n.excess when 'credit' then n.excess_cents else 0 end
    or refund.cents <> case n.excess when 'refund' then n.excess_cents else 0 end
  order by 1 limit ${NAMED_MAX + 1}`)

/** The rest of a credit follows from its entries, and the effects of credit notes are recorded. */
async function checkCredit({ client }: CheckContext): Promise<Finding> {
  const rows = await selectWrongCredit(client)
  if (rows.length === 0) return ok('credit notes and the credit of clients add up')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `credit that does not add up (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    ADVICE,
  )
}

const selectUnevenSettlements = statement<{ id: string }>(`
  select c.id from charges c
  left join lateral (
    select sum(amount_cents) as cents, sum(net_cents) as net from charge_instalments where charge_id = c.id
  ) parts on true
  where c.net_cents is not null
    and (parts.cents is distinct from c.fee_cents + c.net_cents or parts.net is distinct from c.net_cents)
  order by c.id limit ${NAMED_MAX + 1}`)

/** The fee of a card and its instalments add up to the payment. */
async function checkSettlements({ client }: CheckContext): Promise<Finding> {
  const rows = await selectUnevenSettlements(client)
  if (rows.length === 0) return ok('fees and instalments of cards add up')
  const named = rows.slice(0, NAMED_MAX).map(({ id }) => id)
  return problem(
    `charges by card whose fee and instalments do not add up (${named.join(', ')}${rows.length > NAMED_MAX ? ', ...' : ''})`,
    ADVICE,
  )
}

export const DATA_CHECKS: readonly Check[] = [
  { name: 'event sequences', run: checkSequences },
  { name: 'deliveries', run: checkDeliveries },
  { name: 'wallets', run: checkWallets },
  { name: 'accounts', run: checkAccounts },
  { name: 'payment providers', run: checkProviders },
  AUDIT_CHECK,
  STORAGE_CHECK,
  ...MONEY_CHECKS,
  COUNTS_CHECK,
  ...INVOICE_CHECKS,
  ...TRIP_CHECKS,
]

interface Sequence {
  team_id: string
  mode: string
  counter: string
  events: string
  last: string
}

const selectSequences = statement<Sequence>(`
  select team_id, mode, coalesce(c.event_sequence, 0)::text as counter, coalesce(e.events, 0)::text as events,
    coalesce(e.last, 0)::text as last
  from team_counters c full join (
    select team_id, mode, count(*) as events, max(sequence) as last, min(sequence) as first
    from events group by team_id, mode) e using (team_id, mode)
  where coalesce(c.event_sequence, 0) <> coalesce(e.last, c.events_deleted_until, 0)
    or e.events <> e.last - e.first + 1 or e.first < 1 or e.first > c.events_deleted_until + 1
  order by team_id, mode`)

/** Numbers are unique, so a gap shows as fewer events than numbers. Retention deletes from the start. */
async function checkSequences({ client }: CheckContext): Promise<Finding> {
  const rows = await selectSequences(client)
  if (rows.length === 0) return ok('every team has its events without a gap')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, counter, events, last }) =>
        `${team_id} ${mode}: ${events} events, the last number ${last}, the counter at ${counter}`,
    )
  return problem(
    `${numberOf(rows.length, 'sequence')} of events with gaps (${named.join('; ')})`,
    'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.',
  )
}

const countWaiting = statement<{ count: number }>(`
  select count(*)::int as count
  from deliveries d join webhooks w on w.id = d.webhook_id and w.active and w.deleted_at is null
  where d.status = 'waiting' and not exists (select from jobs where type = 'deliver' and key = d.id)`)

/** A pending delivery of an active webhook has a job that will send it. */
async function checkDeliveries({ client }: CheckContext): Promise<Finding> {
  const { count } = onlyRow(await countWaiting(client))
  if (count === 0) return ok('everything that waits for a webhook will be sent')
  return problem(
    `${numberOf(count, 'delivery', 'deliveries')} waiting for no receiver`,
    'Set each webhook in question to {"active": false} and then to {"active": true}: what waits is scheduled again.',
  )
}

/**
 * Checks the whole ledger line by line: balances, sums and numbers follow from the lines, and every payment
 * is in them.
 */
async function checkWallets({ client }: CheckContext): Promise<Finding> {
  const faults = [
    ...(await proveHeads(client)),
    ...(await proveLines(client)),
    ...(await proveChain(client)),
    ...(await provePayments(client)),
  ]
  if (faults.length === 0)
    return ok('every wallet is the sum of its chained lines, and every payment is in them')
  const named = faults.slice(0, NAMED_MAX).map(({ wallet, fault }) => `${wallet}: ${fault}`)
  return problem(
    `${numberOf(faults.length, 'fault')} in the ledger (${named.join('; ')})`,
    'Rows were changed by hand or lost. Stop the service, restore the last good backup beside it and compare.',
  )
}

/** The ledger's totals for each bank and carrier equal those of payments and orders. */
async function checkAccounts({ client }: CheckContext): Promise<Finding> {
  const faults = await findDisagreements(client)
  if (faults.length === 0) return ok('banks and carriers agree with payments and orders')
  return problem(
    `${numberOf(faults.length, 'account')} that ${faults.length === 1 ? 'does' : 'do'} not agree ` +
      `(${faults.slice(0, NAMED_MAX).join('; ')})`,
    'Rows were changed by hand or lost. Stop the service, restore the last good backup beside it and compare.',
  )
}

const selectProviders = statement<{ id: string; asked: boolean; late: boolean }>(`
  select id, exists (select from jobs where state = 'waiting' and case purpose
      when 'wallet' then type = 'reconcile-wallet-banks'
      else type = 'reconcile-provider' and starts_with(key, p.id::text) end) as asked,
    reconciled_until < $1::timestamptz - interval '1 hour' as late
  from payment_providers p where disconnected_at is null and provider <> all($2) order by id`)

const OFFLINE = BANK_NAMES.filter((name) => BANKS[name].isOffline === true)

/** Banks are polled every five minutes; if one was not for an hour, payments may be missing. */
async function checkProviders({ client, wall }: CheckContext): Promise<Finding | null> {
  const rows = await selectProviders(client, wall.now(), OFFLINE)
  if (rows.length === 0) return null
  const faulty = rows.filter(({ asked, late }) => late || !asked)
  if (faulty.length === 0) return ok(`${numberOf(rows.length, 'bank')} asked regularly what came in`)
  return warning(
    `not asked for an hour what came in: ${faulty.map(({ id }) => id).join(', ')}`,
    'See the log for what the bank says ("bank not reconciled"), and "work list --dead" for what gave up.',
  )
}
