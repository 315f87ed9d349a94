// Queries the lists of two teams in turns, and records PostgreSQL's plans for the large one.
import { request } from 'undici'
import { type Connection, withClient } from '../server/kernel/db/db.ts'
import type { Recorder } from '../test/support/statements.ts'
import type { GrownTeams, Measured } from './grow-fill.ts'
import { ASKED, addressOf, PLACES, WALKED } from './grow-lists.ts'

const WARM_UP_ROUNDS = 5

interface Growth {
  readonly name: string
  readonly times: number
  readonly small: number
  readonly large: number
}

export async function* measureAll(
  url: string,
  { small, large }: GrownTeams,
  ids: readonly string[],
  rounds: number,
): AsyncGenerator<Growth> {
  for (const id of ids)
    for (const [name, asking] of Object.entries(ASKED[id]!)) {
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
        const one = await timed(url, small, addressOf(id, small, asking(small)))
        const other = await timed(url, large, addressOf(id, large, asking(large)))
        if (round < WARM_UP_ROUNDS) continue
        times.small.push(one)
        times.large.push(other)
      }
      // The minimum of each: other load only adds time.
      const [few, many] = [Math.min(...times.small), Math.min(...times.large)]
      yield { name: `${id} ${name}`, times: many / few, small: few, large: many }
    }
}

/** Pages that a cursor leads to, of the small team and of the large one. */
export async function* measureCursors(
  url: string,
  { small, large }: GrownTeams,
  ids: readonly string[],
  rounds: number,
): AsyncGenerator<Growth> {
  for (const id of WALKED.filter((one) => ids.includes(one)))
    for (const [name, pageOf] of Object.entries(PLACES)) {
      const after = async (team: Measured) =>
        addressOf(id, team, { starting_after: await cursorAt(url, team, id, pageOf(team.rows)) })
      const [one, other] = [await after(small), await after(large)]
      const times = { small: [] as number[], large: [] as number[] }
      for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
        const [few, many] = [await timed(url, small, one), await timed(url, large, other)]
        if (round < WARM_UP_ROUNDS) continue
        times.small.push(few)
        times.large.push(many)
      }
      const [few, many] = [Math.min(...times.small), Math.min(...times.large)]
      yield { name: `${id} ${name}`, times: many / few, small: few, large: many }
    }
}

async function cursorAt(url: string, { key, ...team }: Measured, id: string, page: number): Promise<string> {
  const address = addressOf(id, team, { page: String(page) })
  const { statusCode, body } = await request(url + address, { headers: { authorization: `Bearer ${key}` } })
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode} ${await body.text()}`)
  const answer = (await body.json()) as { pagination?: Cursor; data: { pagination?: Cursor } }
  return (answer.pagination ?? answer.data.pagination)?.next_cursor ?? ''
}

interface Cursor {
  readonly next_cursor: string | null
}

async function timed(url: string, { key }: Measured, address: string): Promise<number> {
  const start = performance.now()
  const { statusCode, body } = await request(url + address, { headers: { authorization: `Bearer ${key}` } })
  const text = await body.text()
  const took = performance.now() - start
  if (statusCode !== 200) throw new Error(`${address}: ${statusCode} ${text}`)
  return took
}

/** Of each list and filter. Problems: a scan over all teams' rows, or a sort of thousands. */
export async function plansOf(
  connection: Connection,
  record: Recorder['record'],
  url: string,
  team: Measured,
  ids: readonly string[],
): Promise<{ plans: string; faults: string[] }> {
  const texts: string[] = []
  const faults: string[] = []
  await withClient(connection, async (client) => {
    for (const id of ids)
      for (const [name, asking] of Object.entries(ASKED[id]!)) {
        const { queries } = await record(() => timed(url, team, addressOf(id, team, asking(team))))
        for (const { text, values } of queries) {
          if (!/^\s*(with|select)\b/i.test(text) || text.includes('pg_')) continue
          const { rows } = await client.query(`explain (analyze, buffers) ${text}`, values)
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
          texts.push(`== ${id} ${name}\n${text}\n${plan}\n`)
          for (const line of faultsIn(plan)) faults.push(`${id} ${name}: ${line}`)
        }
      }
  })
  return { plans: texts.join('\n'), faults }
}

const ROWS_MAX = 5_000

function faultsIn(plan: string): string[] {
  return plan.split('\n').filter((line) => {
    const rows = Number(/actual time=\S+ rows=(\d+)/.exec(line)?.[1] ?? 0)
    const isWalk = /Seq Scan on (?!installation|clocks)/.test(line) && rows > 100
    return isWalk || (/^\s*(->\s*)?(Incremental )?Sort/.test(line) && rows > ROWS_MAX) || rows > ROWS_MAX
  })
}
