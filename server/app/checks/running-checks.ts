// Whether the service is alive and gets its work done.

import { CLOCK_ADVICE, judgeClock, offsetText } from '../../features/readiness/readiness.ts'
import { type CodedFinding, coded, numberOf, ok, problem, warning } from '../../features/readiness/readiness.ts'
import { aliveProcesses, doesWork, lacksProcesses, missedParents } from '../../kernel/jobs/processes.ts'
import type { Patient, QuickCheck } from './check.ts'

export const RUNNING_CHECKS: readonly QuickCheck[] = [
  { name: 'processes', run: checkProcesses },
  { name: 'clocks', run: checkClocks },
  { name: 'overdue work', run: checkOverdueWork },
  { name: 'dead work', run: checkDeadWork },
  { name: 'abandoned work', run: checkAbandonedWork },
  { name: 'test clocks', run: checkTestClocks },
]

async function checkProcesses({ client, alone }: Patient): Promise<CodedFinding> {
  const alive = await aliveProcesses(client, alone)
  if (alive.length === 0) return coded('nothing_runs', ok('no service is running on this database'))
  const names = alive.map(({ description }) => description)
  const text = `running: ${names.join(', ')}`
  const values = { names: names.join(', ') }
  const silent = missedParents(names)
  if (silent.length > 0) {
    const advice =
      'A parent that hangs takes no new connections, and nobody replaces what ends. Kill it (SIGKILL); the others ' +
      'end with it, and whatever keeps the service running starts it anew.'
    const finding = problem(`${text}; not to be heard: ${silent.join(', ')}`, advice)
    return coded('parent_silent', finding, { ...values, silent: silent.join(', ') })
  }
  if (names.some(lacksProcesses)) {
    const advice =
      'They may be starting still; one that ended or is stuck is replaced by itself, within a minute, and the log ' +
      'says so ("a process ended", "a process is stuck").'
    return coded('processes_missing', warning(`${text}; some of a parent are missing`, advice), values)
  }
  if (names.some(doesWork)) return coded('processes_run', ok(text), values)
  const idle = warning(`${text}; none of them does due work`, 'Start one with ROLE=worker or ROLE=all.')
  return coded('nobody_works', idle, values)
}

async function checkClocks({ client, alone }: Patient): Promise<CodedFinding> {
  const offsets = (await aliveProcesses(client, alone)).map(({ description, clock_offset_ms: ms }) => ({
    state: judgeClock(Math.abs(ms ?? 0)),
    text: offsetText(description, ms ?? 0),
  }))
  const off = offsets.filter(({ state }) => state !== 'ok')
  if (off.length === 0)
    return coded('clocks_agree', ok('no machine of a process is a second or more from the database'))
  const state = off.some((one) => one.state === 'problem') ? 'problem' : 'warning'
  const text = off.map((one) => one.text).join(', ')
  return coded('clocks_differ', { state, text, advice: CLOCK_ADVICE }, { names: text })
}

const OVERDUE_MS = 5 * 60_000

async function checkOverdueWork({ client, wall }: Patient): Promise<CodedFinding> {
  const { rows } = await client.query<{ count: number; ms: number }>(
    `select count(*)::int as count, max(extract(epoch from now - w.run_at) * 1000)::float8 as ms from due_work w
     join clocks c on c.id = w.clock
     cross join lateral (select $1::timestamptz + c.offset_ms * interval '1 millisecond' as now) t
     where w.state = 'waiting' and w.run_at <= now - $2 * interval '1 millisecond'
       and not exists (select from due_work_claims where work_id = w.id)`,
    [wall.now(), OVERDUE_MS],
  )
  const { count = 0, ms = 0 } = rows[0] ?? {}
  if (count === 0) return coded('none_overdue', ok('nothing has waited for more than 5 minutes'))
  const minutes = Math.floor(ms / 60_000)
  const late = warning(
    `${numberOf(count, 'piece')} of work should have begun more than 5 minutes ago, the first ${minutes} minutes ago`,
    'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help against load.',
  )
  return coded('overdue', late, { count, minutes })
}

async function checkDeadWork({ client }: Patient): Promise<CodedFinding> {
  const count = await countOf(client, `from due_work where state = 'dead'`)
  if (count === 0) return coded('none_dead', ok('nothing failed for good'))
  const failed = warning(
    `${numberOf(count, 'piece')} of work failed for good`,
    'See why with "npx embarque work list --dead", then run "npx embarque work retry all".',
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
