// Proofs over the stored data: what the code keeps true by construction, counted again.
import { SIMULATED } from '../../../../contract/banks.ts'
import { findDisagreements } from '../../../features/bookings/reconciliation.ts'
import { type Finding, numberOf, ok, problem, warning } from '../../../features/readiness/readiness.ts'
import { proveChain, proveHeads, proveLines, provePayments } from '../../../features/wallet/ledger-proof.ts'
import type { Check, Patient } from '../../checks/check.ts'
import { MONEY_CHECKS } from '../../checks/money-checks.ts'
import { STORAGE_CHECK } from '../../checks/storage-check.ts'
import { AUDIT_CHECK } from './audit-check.ts'
import { COUNTS_CHECK } from './count-checks.ts'
import { INVOICE_CHECKS } from './invoice-checks.ts'

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
]

const NAMED_MAX = 5

interface Sequence {
  team_id: string
  mode: string
  counter: string
  events: string
  last: string
}

/** Numbers are unique, so a gap shows as fewer events than numbers. Those before the first were deleted by retention. */
async function checkSequences({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<Sequence>(
    `select team_id, mode, coalesce(c.event_sequence, 0)::text as counter, coalesce(e.events, 0)::text as events,
       coalesce(e.last, 0)::text as last
     from team_counters c full join (
       select team_id, mode, count(*) as events, max(sequence) as last, min(sequence) as first
       from events group by team_id, mode) e using (team_id, mode)
     where coalesce(c.event_sequence, 0) <> coalesce(e.last, c.events_forgotten, 0)
       or e.events <> e.last - e.first + 1 or e.first < 1 or e.first > c.events_forgotten + 1
     order by team_id, mode`,
  )
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

/** What waits for an active webhook has due work that will send it. */
async function checkDeliveries({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from deliveries d join webhooks w on w.id = d.webhook_id and w.active and w.deleted_at is null
     where d.status = 'waiting' and not exists (select from due_work where kind = 'deliver' and key = d.id)`,
  )
  const count = Number(rows[0]!.count)
  if (count === 0) return ok('everything that waits for a webhook will be sent')
  return problem(
    `${numberOf(count, 'delivery', 'deliveries')} waiting for nobody`,
    'Set each webhook in question to {"active": false} and then to {"active": true}: what waits is scheduled again.',
  )
}

/** The whole ledger, line by line: balances, sums and numbers follow from the lines, and every payment is in them. */
async function checkWallets({ client }: Patient): Promise<Finding> {
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

/** What the lines say of each bank and carrier is what payments and orders say. */
async function checkAccounts({ client }: Patient): Promise<Finding> {
  const faults = await findDisagreements(client)
  if (faults.length === 0) return ok('banks and carriers agree with payments and orders')
  return problem(
    `${numberOf(faults.length, 'account')} that ${faults.length === 1 ? 'does' : 'do'} not agree ` +
      `(${faults.slice(0, NAMED_MAX).join('; ')})`,
    'Rows were changed by hand or lost. Stop the service, restore the last good backup beside it and compare.',
  )
}

/** Banks are asked every five minutes; one that was not for an hour may hold payments that nobody knows of. */
async function checkProviders({ client, wall }: Patient): Promise<Finding | null> {
  const { rows } = await client.query<{ id: string; asked: boolean; late: boolean }>(
    `select id, exists (select from due_work where state = 'waiting' and case purpose
         when 'wallet' then kind = 'reconcile-wallet-banks'
         else kind = 'reconcile-provider' and starts_with(key, p.id::text) end) as asked,
       reconciled_until < $1::timestamptz - interval '1 hour' as late
     from payment_providers p where disconnected_at is null and provider <> $2 order by id`,
    [wall.now(), SIMULATED],
  )
  if (rows.length === 0) return null
  const faulty = rows.filter(({ asked, late }) => late || !asked)
  if (faulty.length === 0) return ok(`${numberOf(rows.length, 'bank')} asked regularly what came in`)
  return warning(
    `not asked for an hour what came in: ${faulty.map(({ id }) => id).join(', ')}`,
    'See the log for what the bank says ("bank not reconciled"), and "work list --dead" for what gave up.',
  )
}
