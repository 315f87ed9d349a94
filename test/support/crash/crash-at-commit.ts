// A service in a separate process that kills itself at commits of watched teams: right before a commit is
// sent, or right after it is acknowledged. Its parent controls it by messages.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import pg from 'pg'
import { readConfig } from '../../../server/app/boot/config.ts'
import { startService } from '../../../server/app/boot/start-service.ts'
import { createTeam } from '../../../server/features/teams/teams.ts'
import { makeLog } from '../../../server/kernel/process/log.ts'
import { type Watch, watchPool } from '../statements.ts'

export interface CrashPoint {
  /** The number of the commit that a process makes for the team, from 1. */
  commit: number
  when: 'before' | 'after'
}

export type Order =
  | { make: 'team' }
  | { watch: { teamId: string; point: CrashPoint | null }[] }
  | { commitsOf: string }

/** A request and its response share a number; the first response, numbered 0, is the address. */
export interface Message {
  id: number
  body: unknown
}

interface Counted {
  /** The tables that each commit wrote. */
  commits: string[]
  point: CrashPoint | null
  /** committing: its last commit was sent. stopped: all further statements are held back. */
  state: 'running' | 'committing' | 'stopped'
}

interface Writing {
  values: unknown[]
  tables: Set<string>
}

const TEAM = /^team_[0-9a-z]{26}$/
/** Ids that identify a team in its commits. API keys are excluded: their use is recorded at any time. */
const OF_TEAM = /^(?:rch|chg|wh|ord|rfd)_[0-9a-z]{26}$/

const teams = new Map<string, Counted>()
const owners = new Map<string, string>()
/** The open transactions, by their connection. */
const open = new WeakMap<object, Writing>()

const never = () => new Promise<never>(() => {})

/** Counts the commits of watched teams, and stops each at its point. */
const countCommits: Watch = ({ text, values, around, session = {} }, send) => {
  const commits = text === 'commit' || around?.commits === true
  if (text === 'begin' || around?.begins) open.set(session, { values: [], tables: new Set() })
  const transaction = open.get(session)
  if (commits || text === 'rollback') open.delete(session)
  const writing = transaction ?? { values: [], tables: new Set() }
  writing.values.push(...values.flat())
  for (const table of tablesOf(text)) writing.tables.add(table)
  // A single writing statement is its own commit.
  const ends = transaction === undefined ? writing.tables.size > 0 : commits
  const team = ends && !isClaimForAll(text) ? teamOf(writing) : undefined
  // At its point the process counts as dead: nothing more may be done for the team.
  if (team !== undefined && team.state !== 'running') return never()
  team?.commits.push([...writing.tables].join(' '))
  const isItsEnd = team !== undefined && team.commits.length === team.point?.commit
  return isItsEnd ? stopAt(team, send) : send()
}

async function stopAt(team: Counted, commit: () => Promise<unknown>): Promise<unknown> {
  team.state = 'committing'
  try {
    if (team.point!.when === 'after') await commit()
  } catch (error) {
    // The statement failed, so this was no commit.
    team.state = 'running'
    team.commits.pop()
    throw error
  }
  team.state = 'stopped'
  const isLast = [...teams.values()].every(({ point, state }) => point === null || state === 'stopped')
  if (isLast) process.kill(process.pid, 'SIGKILL')
  return never()
}

/** The last statement of a transaction names many tables, so its text does not show which it writes. */
function tablesOf(text: string): string[] {
  if (text.startsWith('/* flush */')) return ['flush']
  const found = text.matchAll(/(?:insert into|(?<!for |key |do )update|delete from) "?(\w+)/g)
  return [...found].map(([, table]) => table!)
}

/** A claim covers jobs of many teams: a stopped team must not hold back the others. */
function isClaimForAll(text: string): boolean {
  return /\beligible as\b.*insert into job_claims/s.test(text)
}

/** The team of a commit: named in it, or by an id that appeared together with the team before. */
function teamOf({ values }: Writing): Counted | undefined {
  const texts = values.filter((value) => typeof value === 'string')
  const teamId =
    texts.find((text) => TEAM.test(text)) ?? owners.get(texts.find((text) => owners.has(text)) ?? '')
  if (teamId === undefined) return undefined
  for (const text of texts) if (OF_TEAM.test(text)) owners.set(text, teamId)
  return teams.get(teamId)
}

/** Removes the heartbeats of dead processes, so that tests do not wait until they time out. */
async function forgetPredecessors(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('delete from processes').finally(() => client.end())
}

const answer = (id: number, body: unknown) => process.send!({ id, body } satisfies Message)

const config = readConfig(process.env)
// On standby: everything is loaded before its predecessor dies, and no port or connection is open.
await once(process, 'message')
await forgetPredecessors(config.databaseUrl!)
const { world, url, stop } = await startService(config, makeLog({ level: 'fatal' }), {
  wrapPool: (pool) => watchPool(pool, countCommits),
})
flushCompileCache()

process.on('message', async ({ id, body }: Message) => {
  const order = body as Order
  if ('make' in order) {
    const { team, secrets } = await createTeam(world, { name: 'Agência Sol', email: 'sol@example.com' })
    answer(id, { id: team.id, ...secrets })
  } else if ('watch' in order) {
    teams.clear()
    for (const { teamId, point } of order.watch) teams.set(teamId, { commits: [], point, state: 'running' })
    answer(id, null)
  } else {
    const { commits, state } = teams.get(order.commitsOf)!
    // At its point the process counts as dead, and sends nothing more.
    if (state === 'running') answer(id, commits)
  }
})
process.once('disconnect', () => process.exit())
answer(0, url)
await once(process, 'SIGTERM')
await stop()
process.exit()
