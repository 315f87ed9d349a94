// A separate agency for each test, and a record of its events, mails, money and the carrier's books.
import assert from 'node:assert/strict'
import type { Mode } from '../../contract/teams.ts'
import { createTeam, type TeamTerms } from '../../server/features/teams/teams.ts'
import { type Client, makeClient, type Reply } from './client.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './start-app.ts'

export interface Agency {
  id: string
  live: Client
  test: Client
  /** For another service on the same database. */
  liveKey: string
  testKey: string
  /** Moves its test clock; all jobs due by then have run, and none failed. */
  advance(by: string): Promise<void>
  diary(mode?: Mode): Diary
}

/** Each read waits until nothing is due, and returns what is new since the last read, in order. */
export interface Diary {
  events(): Promise<StoredEvent[]>
  /** Their types alone. */
  types(): Promise<string[]>
  /** Each mail's kind and receiver: `created client`, `created agency`; the agency's collected news is left out. */
  mails(): Promise<string[]>
  /** `debit 513.98 booking`. */
  money(): Promise<string[]>
  /** The states of all orders at the carrier, not only the new ones. */
  orders(): Promise<string[]>
}

export interface StoredEvent {
  id: string
  type: string
  created_at: string
  sequence: number
  // biome-ignore lint/suspicious/noExplicitAny: objects of every kind
  data: { object: any; previous_attributes?: any }
}

const PAGE = 100
const AGENCY = { name: 'Agência Sol', email: 'sol@agencia.example', markupPercent: '10', feeAmount: '35.00' }

export async function newAgency(app: TestApp, terms: Partial<TeamTerms> = {}): Promise<Agency> {
  const { team, secrets } = await createTeam(app.service.world, { ...AGENCY, ...terms })
  const agency: Agency = {
    id: team.id,
    live: makeClient(app.url, secrets.live),
    test: makeClient(app.url, secrets.test),
    liveKey: secrets.live,
    testKey: secrets.test,
    async advance(by) {
      for (;;) {
        const { body, text } = await agency.test.post('/api/v1/test/clock/advance', { by })
        assert.deepEqual(body.data?.failed, [], text)
        // On a slow machine the advance may stop early; the same call then continues it.
        if (body.data.complete) return
      }
    },
    diary: (mode = 'test') => keepDiary(app, agency, mode),
  }
  return agency
}

function keepDiary(app: TestApp, { id, ...clients }: Agency, mode: Mode): Diary {
  const { pool } = app.service.world
  const read = { sequence: 0, mails: 0, lines: 0 }
  const settle = () => untilSettled(app, id, mode)

  async function events(): Promise<StoredEvent[]> {
    await settle()
    const found: StoredEvent[] = []
    for (;;) {
      const path = `/api/v1/events?limit=${PAGE}&after_sequence=${read.sequence}`
      const page: StoredEvent[] = (await clients[mode].get(path)).body.data
      found.push(...page)
      read.sequence = page.at(-1)?.sequence ?? read.sequence
      if (page.length < PAGE) break
    }
    // Skips what a new agency has from the start.
    return found.filter(({ type }) => type !== 'api_key.created')
  }

  return {
    events,
    types: async () => (await events()).map(({ type }) => type),
    async mails() {
      await settle()
      const { rows } = await pool.query(
        `select key, status, subject from mails
         where team_id = $1 and mode = $2 and key not like 'news %' order by id offset $3`,
        [id, mode, read.mails],
      )
      read.mails += rows.length
      for (const { key, status, subject } of rows) {
        assert.match(status, /^(?:stored|sent)$/, key)
        assert.equal(/^\[TESTE\] [^[]/.test(subject), mode === 'test', subject)
      }
      return rows.map(({ key }) => key.replace(/^booking ord_\w+ /, ''))
    },
    async money() {
      await settle()
      const { rows } = await pool.query(
        `select type || ' ' || (amount_cents / 100.0)::numeric(20, 2) || ' ' || reference_type as line
         from wallet_lines l join wallets w on w.id = wallet_id
         where team_id = $1 and mode = $2 order by seq offset $3`,
        [id, mode, read.lines],
      )
      read.lines += rows.length
      return rows.map(({ line }) => line)
    },
    async orders() {
      await settle()
      const { rows } = await pool.query(
        `select o.status from carrier_orders o join bookings b on b.id = o.reference
         where b.team_id = $1 and b.mode = $2 order by o.number`,
        [id, mode],
      )
      return rows.map(({ status }) => status)
    },
  }
}

/** True if no job of the agency is running or due. */
export async function untilSettled({ service }: TestApp, teamId: string, mode: Mode): Promise<void> {
  const { pool, wall } = service.world
  await eventually('nothing is due', async () => {
    // Jobs of this process are known without a query.
    if ((service.worker?.running ?? 0) > 0) return false
    const { rows } = await pool.query({ ...SELECT_DUE, values: [teamId, mode, wall.now()] })
    return rows.length === 0
  })
}

/** The most frequent query: named, so that each session plans it once. */
const SELECT_DUE = {
  name: 'due-of-agency',
  text: `select from jobs j join clocks c on c.id = j.clock
    where j.team_id = $1 and j.mode = $2 and j.state = 'waiting'
      and (run_at <= $3::timestamptz + c.offset_ms * interval '1 millisecond'
        or exists (select from job_claims where job_id = j.id)) limit 1`,
}

export async function balanceOf(client: Client): Promise<string> {
  return (await client.get('/api/v1/wallet/balance')).body.data.balance
}

/** The issue of each field, without its sentence. */
export function issuesOf(details: readonly { field: string; issue: string }[] = []) {
  return details.map(({ field, issue }) => ({ field, issue }))
}

/** Asserts the contract's error; if a field caused it, that field alone or first. */
export function assertError(answer: Reply, status: number, error: string, field?: string): void {
  assert.deepEqual([answer.status, answer.body?.error], [status, error], answer.text)
  assert.equal(answer.body.success, false)
  assert.equal(answer.body.details?.[0].field, field, answer.text)
}
