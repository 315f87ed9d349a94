// Events and deliveries past their time are deleted in batches, the oldest first, while the service works.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { API_VERSION } from '../../contract/common.ts'
import { DATA_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { forgetOldEvents } from '../../server/features/events/store.ts'
import { forgetOldDeliveries } from '../../server/features/webhooks/delivery-store.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { startApp } from '../support/start-app.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00Z'))
// No worker: nothing is deleted but by the tests.
const app = await startApp({ wall, settings: { ROLE: 'api' } })
const { world } = app.service
const { pool } = world

const daysAgo = (days: number) => new Date(wall.now().getTime() - days * 86_400_000)

interface Stored {
  number: number
  created: Date
  mode?: string
}

async function store(teamId: string, events: readonly Stored[]): Promise<string[]> {
  const ids: string[] = []
  for (const { number, created, mode = 'live' } of events) {
    const id = `evt_${teamId.slice(-8)}${mode}${number}`
    const event = { id, type: 'wallet.credit', api_version: API_VERSION, created_at: created }
    const payload = JSON.stringify({ ...event, data: { object: {} }, team_id: teamId })
    await pool.query(
      `insert into events (id, team_id, mode, sequence, type, payload, created_at)
       values ($1, $2, $3, $4, 'wallet.credit', $5, $6)`,
      [id, teamId, mode, number, payload, created],
    )
    await pool.query(
      `update team_counters set event_sequence = greatest(event_sequence, $3), last_event_at = $4
       where team_id = $1 and mode = $2`,
      [teamId, mode, number, created],
    )
    ids.push(id)
  }
  return ids
}

async function areLeft(table: string, key: string, ids: readonly string[]): Promise<boolean[]> {
  const { rows } = await pool.query(`select ${key} as id from ${table} where ${key} = any($1)`, [ids])
  const left = new Set(rows.map(({ id }) => id))
  return ids.map((id) => left.has(id))
}

const checkSequences = () =>
  DATA_CHECKS.find(({ name }) => name === 'event sequences')!.run({
    ...world,
    client: pool as unknown as pg.Client,
    alone: false,
  })

test('old events are deleted during writes; newer ones and their sequences stay', async () => {
  const agency = await newAgency(app)
  const ids = await store(agency.id, [
    { number: 1, created: daysAgo(100) },
    { number: 2, created: daysAgo(91) },
    { number: 3, created: daysAgo(90) },
    { number: 4, created: daysAgo(1) },
  ])
  const sandbox = await store(agency.id, [
    { number: 1, created: daysAgo(95), mode: 'test' },
    // Its clock was years ahead.
    { number: 2, created: daysAgo(-1_000), mode: 'test' },
  ])
  let isOver = false
  const writing = (async () => {
    let written = 0
    for (; !isOver; written++) await agency.live.post('/api/v1/api-keys', { name: `key ${written}` })
    return written
  })()
  await forgetOldEvents(world, daysAgo(90)).finally(() => {
    isOver = true
  })
  const written = await writing
  assert.ok(written > 0)
  assert.deepEqual(await areLeft('events', 'id', ids), [false, false, true, true])
  assert.deepEqual(await areLeft('events', 'id', sandbox), [false, true], 'by its own clock')
  const { rows } = await pool.query(
    'select mode, events_deleted_until::int as last from team_counters where team_id = $1 order by mode',
    [agency.id],
  )
  assert.deepEqual(rows, [
    { mode: 'live', last: 2 },
    { mode: 'test', last: 1 },
  ])
  assert.equal((await checkSequences())?.state, 'ok')
  const { data, pagination } = (await agency.live.get('/api/v1/events?after_sequence=0')).body
  assert.deepEqual(
    [data[0].sequence, pagination.total],
    [3, 2 + written],
    'the last two of the old, and the new',
  )
})

test('more than a batch is deleted, even if all have the same time', async () => {
  const agency = await newAgency(app)
  await pool.query(
    `insert into events (id, team_id, mode, sequence, type, payload, created_at)
     select 'evt_many' || n, $1, 'live', n, 'wallet.credit', '{}', $2 from generate_series(1, 2500) n`,
    [agency.id, daysAgo(100)],
  )
  await pool.query(
    `update team_counters set event_sequence = 2500, last_event_at = $2 where team_id = $1 and mode = 'live'`,
    [agency.id, daysAgo(100)],
  )
  await forgetOldEvents(world, daysAgo(90))
  const { rowCount } = await pool.query('select from events where team_id = $1', [agency.id])
  assert.equal(rowCount, 0)
  assert.equal((await checkSequences())?.state, 'ok')
})

test('deliveries are deleted with their attempts; pending ones stay until their events are deleted', async () => {
  const agency = await newAgency(app)
  const made = await agency.live.post('/api/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] })
  const webhook = made.body.data.id
  await pool.query('update webhooks set active = false where id = $1', [webhook])
  const put = async (name: string, status: string, created: Date) => {
    const id = `dlv_${name}`
    await pool.query(
      `insert into deliveries (id, webhook_id, event_id, type, status, created_at)
       values ($1, $2, 'evt_x', 'wallet.credit', $3, $4)`,
      [id, webhook, status, created],
    )
    await pool.query(
      `insert into delivery_attempts (delivery_id, number, at, duration_ms, body) values ($1, 1, $2, 1, '')`,
      [id, created],
    )
    return id
  }
  const ids = [
    await put('a', 'delivered', daysAgo(60)),
    await put('b', 'waiting', daysAgo(100)),
    await put('c', 'waiting', daysAgo(60)),
    await put('d', 'failed', daysAgo(31)),
    await put('e', 'failed', daysAgo(29)),
  ]
  await forgetOldDeliveries(world, daysAgo(30), daysAgo(90))
  for (const [table, key] of [
    ['deliveries', 'id'],
    ['delivery_attempts', 'delivery_id'],
  ] as const)
    assert.deepEqual(await areLeft(table, key, ids), [false, false, true, false, true])
})

test('a missing sequence is found, and a duplicate one is refused', async () => {
  const agency = await newAgency(app)
  await store(agency.id, [
    { number: 1, created: daysAgo(1) },
    { number: 2, created: daysAgo(1) },
    { number: 4, created: daysAgo(1) },
  ])
  const gap = await checkSequences()
  assert.equal(gap?.state, 'problem')
  assert.match(gap.text, /live: 3 events, the last number 4, the counter at 4/)
  const again = pool.query(
    `insert into events (id, team_id, mode, sequence, type, payload, created_at)
     values ('evt_again', $1, 'live', 2, 'wallet.credit', '{}', $2)`,
    [agency.id, wall.now()],
  )
  await assert.rejects(again, /duplicate key/)
})
