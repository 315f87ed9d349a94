// Whether the service is alive and gets its work done.
import { aliveProcesses } from '../outbox/processes.ts'
import { type CodedFinding, coded, numberOf, ok, warning } from '../readiness/finding.ts'
import type { Patient, QuickCheck } from './check.ts'

export const RUNNING_CHECKS: readonly QuickCheck[] = [
  { name: 'processes', run: checkProcesses },
  { name: 'overdue work', run: checkOverdueWork },
  { name: 'dead work', run: checkDeadWork },
  { name: 'abandoned work', run: checkAbandonedWork },
  { name: 'test clocks', run: checkTestClocks },
]

async function checkProcesses({ client, alone }: Patient): Promise<CodedFinding> {
  const alive = await aliveProcesses(client, alone)
  if (alive.length === 0) return coded('nothing_runs', ok('no service is running on this database'))
  // A process describes itself by its role and its number.
  const names = alive.map(({ description }) => description)
  const text = `running: ${names.join(', ')}`
  const values = { names: names.join(', ') }
  if (names.some((name) => !name.startsWith('api '))) return coded('processes_run', ok(text), values)
  const idle = warning(`${text}; none of them does due work`, 'Start one with ROLE=worker or ROLE=all.')
  return coded('nobody_works', idle, values)
}

const OVERDUE_MS = 5 * 60_000

async function checkOverdueWork({ client, wall }: Patient): Promise<CodedFinding> {
  const count = await countOf(
    client,
    `from due_work w join clocks c on c.id = w.clock
     where w.state = 'waiting' and w.run_at <= $1::timestamptz + c.offset_ms * interval '1 millisecond'
       and not exists (select from due_work_claims where work_id = w.id)`,
    new Date(wall.now().getTime() - OVERDUE_MS),
  )
  if (count === 0) return coded('none_overdue', ok('nothing has waited for more than 5 minutes'))
  const late = warning(
    `${numberOf(count, 'piece')} of work should have begun more than 5 minutes ago`,
    'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help against load.',
  )
  return coded('overdue', late, { count })
}

async function checkDeadWork({ client }: Patient): Promise<CodedFinding> {
  const count = await countOf(client, `from due_work where state = 'dead'`)
  if (count === 0) return coded('none_dead', ok('nothing failed for good'))
  const failed = warning(
    `${numberOf(count, 'piece')} of work failed for good`,
    'See why with "npm run embarque -- work list --dead", then run "npm run embarque -- work retry all".',
  )
  return coded('dead', failed, { count })
}

async function checkAbandonedWork({ client, alone }: Patient): Promise<CodedFinding> {
  const count = await countOf(
    client,
    `from due_work_claims where owner <> all($1::text[])`,
    await idsAlive(client, alone),
  )
  if (count === 0) return coded('none_abandoned', ok('everything under way belongs to a living process'))
  const text = `held by processes that are gone: ${numberOf(count, 'piece')} of work`
  return coded('abandoned', warning(text, TAKEN_OVER), { count })
}

async function checkTestClocks({ client, alone }: Patient): Promise<CodedFinding> {
  const count = await countOf(
    client,
    'from clocks where advancing_by is not null and advancing_by <> all($1::text[])',
    await idsAlive(client, alone),
  )
  if (count === 0) return coded('no_clock_held', ok('none is held by a process that is gone'))
  const text = `held by processes that are gone: ${numberOf(count, 'clock')}`
  return coded('clocks_held', warning(text, TAKEN_OVER), { count })
}

const TAKEN_OVER =
  'A running service frees this within 10 seconds: start one. If one runs and this stays, restart it.'

async function idsAlive(client: Patient['client'], alone: boolean): Promise<string[]> {
  return (await aliveProcesses(client, alone)).map(({ id }) => id)
}

async function countOf(client: Patient['client'], from: string, ...values: unknown[]): Promise<number> {
  return (await client.query(`select count(*)::int as count ${from}`, values)).rows[0].count
}
