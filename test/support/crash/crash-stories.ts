// Stories during which a service is killed: each in its own team, with clients that retry, and the expected
// final state.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import pg from 'pg'
import { proveHeads, proveLines, provePayments } from '../../../server/features/wallet/ledger-proof.ts'
import { makeClient, type Reply } from '../client.ts'
import { makeDatabase } from '../database.ts'
import { together } from '../eventually.ts'
import { SECRET_KEY } from '../start-app.ts'
import type { CrashPoint } from './crash-at-commit.ts'
import { type RestartingService, startRestartingService, type WatchedTeam } from './restarting-service.ts'

export interface Installation {
  service: RestartingService
  database: pg.Pool
  databaseUrl: string
  /** The teams with running or due jobs: dozens of stories wait at once, each for its own. */
  busyTeams(): Promise<ReadonlySet<string>>
}

export interface CrashStory {
  name: string
  mode: 'live' | 'test'
  /** Runs before commits are counted. */
  prepare?(run: Run): Promise<void>
  play(run: Run): Promise<void>
  /** Runs while a request is in progress. */
  meanwhile?(run: Run): Promise<void>
  /** Additional state that must be equal, besides that of every story. */
  see?(run: Run): Promise<object>
  /** The tables that each of its commits writes. */
  commits: string[]
  events: string[]
  /** The balance at its end; a function if prices differ from day to day. */
  balance: string | ((run: Run) => string)
}

/** A story, and the commits at which its processes die: at most one in each. */
export interface Plan {
  story: CrashStory
  points: CrashPoint[]
}

export interface Run extends Installation, Plan {
  name: string
  team: WatchedTeam
  /** The number of responses by which the request was still in progress. */
  inProgress: number
  /** The duration of its slowest request, restarts included. */
  askedMs: number
  /** Repeated with its own Idempotency-Key until it gets a response. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Reply>
}

export interface Ended {
  run: Run
  /** What the last process has committed. */
  commits: string[]
  events: { id: string; type: string }[]
  balance: string
  /** The whole state, without what differs between runs. */
  state: object
  /** Recharges that failed or expired. */
  lost: { status: string; charge: string; txid: string }[]
}

/** The database may notice the end of a process a little later than the client does. */
const TRIES_MAX = 1_000

/**
 * A team that is stopped at its point keeps the connections of its jobs and requests: with more of them the others would
 * be refused, and never reach their points.
 */
const STORIES_AT_ONCE = 32

/** The connections of the test itself, which only reads. */
const SESSIONS = 4
const BUSY = `select distinct team_id from jobs j join clocks c on c.id = j.clock
  where run_at <= now() + c.offset_ms * interval '1 millisecond'
    or exists (select from job_claims where job_id = j.id)`

/** A service on a database that outlives it. */
export async function startInstallation(): Promise<Installation> {
  const { url, drop } = await makeDatabase()
  const database = new pg.Pool({ connectionString: url, max: SESSIONS })
  // At the end the database may stop before its last connections close.
  database.on('connect', (client) => client.on('error', () => {}))
  database.on('error', () => {})
  const service = await startRestartingService({
    PORT: '0',
    PUBLIC_URL: 'https://embarque.example.test',
    DATABASE_URL: url,
    // A transaction that is stopped before its commit keeps its connection.
    DATABASE_POOL_MAX: '100',
    SECRET_KEY,
    RATE_LIMIT_PER_MINUTE: '0',
  })
  after(async () => {
    await service.stop()
    await database.end()
    await drop()
  })
  return { service, database, databaseUrl: url, busyTeams: together(() => busyTeamsIn(database)) }
}

async function busyTeamsIn(database: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await database.query({ name: 'busy-teams', text: BUSY })
  return new Set(rows.map((row) => row.team_id))
}

/** Before and after each of its commits. */
export function pointsOf({ commits }: CrashStory): CrashPoint[] {
  const when = ['before', 'after'] as const
  return commits.flatMap((_, index) => when.map((side) => ({ commit: index + 1, when: side })))
}

/** Concurrent stories, so many at once. Those of a batch that have points all die by one kill, each at its own point. */
export async function runStories(installation: Installation, plans: Plan[]): Promise<Ended[]> {
  const ended: Ended[] = []
  for (const batch of batchesOf(plans)) ended.push(...(await runBatch(installation, batch)))
  return ended
}

export function batchesOf(plans: Plan[]): Plan[][] {
  const batches = Math.ceil(plans.length / STORIES_AT_ONCE)
  return Array.from({ length: batches }, (_, at) =>
    plans.slice(at * STORIES_AT_ONCE, (at + 1) * STORIES_AT_ONCE),
  )
}

async function runBatch(installation: Installation, plans: Plan[]): Promise<Ended[]> {
  const { service } = installation
  const runs: Run[] = []
  for (const plan of plans) {
    const run = makeRun(installation, plan, await service.makeTeam())
    await plan.story.prepare?.(run)
    runs.push(run)
  }
  await service.watch(runs.map(({ team, points }) => ({ teamId: team.id, points })))
  const ended = await Promise.all(
    runs.map(async (run) => {
      await run.story.play(run)
      await untilQuiet(run)
      // A process that is stopped at its point, but still alive, does not respond.
      const commits = await service.retry(() => service.commits(run.team.id))
      return { run, commits, ...(await service.retry(() => look(run))) }
    }),
  )
  for (const prove of [proveHeads, proveLines, provePayments])
    assert.deepEqual(await prove(installation.database), [], runs.map(({ name }) => name).join('; '))
  return ended
}

/** The state without any crash, with which all others are compared. */
export async function runWithoutCrash(installation: Installation, story: CrashStory): Promise<Ended> {
  const before = installation.service.restarts
  const [ended] = await runStories(installation, [{ story, points: [] }])
  const { run, commits, events, balance, lost } = ended!
  assert.equal(installation.service.restarts, before)
  // Changes at the same time may be recorded together or one after the other.
  const distinct = (all: string[]) => all.filter((tables, index) => tables !== all[index - 1])
  assert.deepEqual(distinct(commits), distinct(story.commits), story.name)
  assert.deepEqual(
    events.map(({ type }) => type),
    story.events,
    story.name,
  )
  const expected = typeof story.balance === 'string' ? story.balance : story.balance(run)
  assert.deepEqual([balance, lost], [expected, []], story.name)
  return ended!
}

function makeRun(installation: Installation, { story, points }: Plan, team: WatchedTeam): Run {
  const { service } = installation
  const ends = points.map(({ commit, when }) => `${when} commit ${commit}`).join(', then ')
  const name = `${story.name}, killed ${ends || 'never'}`
  let requests = 0
  const run: Run = {
    ...installation,
    story,
    points,
    name,
    team,
    inProgress: 0,
    askedMs: 0,
    async send(method, path, body) {
      const headers = { 'idempotency-key': `request-${++requests}` }
      const once = () => {
        const client = makeClient(service.url, team[story.mode])
        if (method === 'DELETE') return client.delete(path, headers)
        return method === 'POST' ? client.post(path, body, headers) : client.put(path, body, headers)
      }
      const start = performance.now()
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const answer = await service.retry(once)
        run.askedMs = Math.max(run.askedMs, performance.now() - start)
        if (answer.body.code !== 'request_in_progress') return answer
        run.inProgress++
        await story.meanwhile?.(run)
      }
      throw new Error(`${name}: ${method} ${path} stays in progress`)
    },
  }
  return run
}

/** True if no job of the team is running or due. */
export async function untilQuiet({ name, service, busyTeams, team }: Run): Promise<void> {
  await service.eventually(`${name}: nothing is due`, async () => !(await busyTeams()).has(team.id))
}

/** What the API shows, and the rows behind it. */
async function look(run: Run): Promise<Omit<Ended, 'run' | 'commits'>> {
  const { service, database, team, story } = run
  const client = makeClient(service.url, team[story.mode])
  const see = async (path: string) => {
    const { status, body, text } = await client.get(path)
    assert.equal(status, 200, text)
    return body
  }
  const rows = async (sql: string) => (await database.query(sql, [team.id])).rows
  const state = {
    balance: await see('/api/v1/wallet/balance'),
    completed: await see('/api/v1/wallet/recharges?status=completed'),
    lines: await see('/api/v1/wallet/transactions'),
    events: await see('/api/v1/events?after_sequence=0'),
    payments: await rows(
      `select p.amount_cents, c.status, c.method from charge_payments p join charges c on c.id = charge_id
       where team_id = $1`,
    ),
    work: await rows('select type, state, attempts from jobs where team_id = $1 order by type'),
    keys: await rows(
      'select key, status, body is null as open from idempotency_keys where team_id = $1 order by key',
    ),
    ...(await story.see?.(run)),
    clock: await rows('select target, advancing_by from clocks where id = $1'),
    webhooks: await rows('select total_deliveries, failed_deliveries from webhooks where team_id = $1'),
    deliveries: await rows(
      `select d.type, d.status, d.attempts from deliveries d join webhooks w on w.id = webhook_id
       where team_id = $1 order by d.type`,
    ),
  }
  const lost = await rows(
    `select r.status, c.status as charge, c.txid from recharges r join charges c on c.id = charge_id
     where r.team_id = $1 and r.status <> 'completed' and r.held_cents = 0`,
  )
  return { state: plain(state), lost, events: state.events.data, balance: state.balance.data.balance }
}

const DIFFERENT: ReadonlySet<string> = new Set([
  'booking_reference',
  'unique_identifier',
  'reference',
  'txid',
  'payment_id',
  'url',
  'copy_paste',
  'barcode',
  'digitable_line',
])

/** Replaces ids, times and links, which differ in every run; equal ids stay equal. */
function plain(state: object): object {
  const seen: string[] = []
  const numbered = (id: string, kind = 'uuid') => {
    if (!seen.includes(id)) seen.push(id)
    return `<${kind} ${seen.indexOf(id) + 1}>`
  }
  const differs = (name: string) => /^(?:pix_|boleto_|.*_url$)/.test(name) || DIFFERENT.has(name)
  const text = JSON.stringify(state, (name, value) => {
    // The service itself may finish what a caller began.
    if (name === 'actor') return '<actor>'
    if (name === 'description' || name === 'display_description')
      return value.replace(/\b[2-9A-HJ-NP-Z]{6}\b/, '<locator>')
    // Pix codes and lines of boletos.
    if (typeof value === 'string' && /^(?:000201|\d{47}$)/.test(value)) return '<code>'
    return differs(name) && value !== '' ? `<${name}>` : value
  })
  return JSON.parse(
    text
      .replace(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, numbered)
      // The ids of payments and returns at the tests' bank.
      .replace(/\b(?:E12345678|med)[0-9a-f]{11,}\b/g, (id) => numbered(id, 'bank'))
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => numbered(id))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\d{4}-\d\d-\d\d/g, '<day>'),
  )
}
