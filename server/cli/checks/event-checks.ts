// Proofs over stored events: their numbers, and the months that they are stored in.
import type { Check, Patient } from '../../checks/check.ts'
import { type Finding, numberOf, ok, problem, warning } from '../../readiness/finding.ts'

export const EVENT_CHECKS: readonly Check[] = [
  { name: 'event sequences', run: checkSequences },
  { name: 'months', run: checkMonths },
]

const NAMED_MAX = 5

interface Sequence {
  team_id: string
  mode: string
  counter: string
  events: string
  doubles: string
  last: string
}

/**
 * Numbers are unique within a month, and between months by the lock on their counter alone: so they are read in their
 * order, and each is compared with the one before. As many events as there are numbers from the first to the last means
 * then that none is missing between them. Those before the first are past their time.
 */
async function checkSequences({ client }: Patient): Promise<Finding> {
  const { rows } = await client.query<Sequence>(
    `select team_id, mode, coalesce(c.event_sequence, 0)::text as counter, coalesce(e.events, 0)::text as events,
       coalesce(e.doubles, 0)::text as doubles, coalesce(e.last, 0)::text as last
     from team_counters c full join (
       select team_id, mode, count(*) as events, max(sequence) as last, min(sequence) as first,
         count(*) filter (where sequence = before) as doubles
       from (
         select team_id, mode, sequence,
           lag(sequence) over (partition by team_id, mode order by sequence) as before
         from events) numbered
       group by team_id, mode) e using (team_id, mode)
     where coalesce(c.event_sequence, 0) <> coalesce(e.last, c.events_forgotten, 0) or e.doubles > 0
       or e.events <> e.last - e.first + 1 or e.first < 1 or e.first > c.events_forgotten + 1
     order by team_id, mode`,
  )
  if (rows.length === 0) return ok('every team has its events without a gap')
  const named = rows
    .slice(0, NAMED_MAX)
    .map(
      ({ team_id, mode, counter, events, doubles, last }) =>
        `${team_id} ${mode}: ${events} events, ${doubles === '0' ? '' : `${doubles} of them doubles, `}` +
        `the last number ${last}, the counter at ${counter}`,
    )
  return problem(
    `${numberOf(rows.length, 'sequence')} of events with gaps (${named.join('; ')})`,
    'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.',
  )
}

interface Part {
  table: string
  strays: number
  missing: string[]
}

const PARTS = ['events', 'deliveries', 'delivery_attempts'] as const
const KEYS = { events: 'id', deliveries: 'id', delivery_attempts: 'delivery_id' } as const

/** What younger rows of a month that was dropped are kept among is below every month, and right there. */
async function checkMonths({ client, wall }: Patient): Promise<Finding> {
  const parts = PARTS.map(
    (table) =>
      `select '${table}' as table, (select count(*)::int from ${table}_default
         where ${KEYS[table]} >= (select min(first) from months_of('${table}'))) as strays,
       array(select to_char(m, 'YYYY-MM') from missing_months('${table}', $1) m) as missing`,
  )
  const { rows } = await client.query<Part>(parts.join(' union all '), [wall.now()])
  const strays = rows.filter((part) => part.strays > 0)
  const missing = new Set(rows.flatMap((part) => part.missing))
  if (strays.length === 0 && missing.size === 0) return ok('every event and delivery is in its month')
  const found = [
    ...(missing.size > 0 ? [`${numberOf(missing.size, 'month')} not made: ${[...missing].join(', ')}`] : []),
    ...strays.map((part) => `${numberOf(part.strays, 'row')} of ${part.table} outside of their months`),
  ]
  return warning(
    found.join('; '),
    'Housekeeping makes months and moves what belongs in them: see the log for why it does not ("months of events").',
  )
}
