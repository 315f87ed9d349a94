// The log of a webhook with many deliveries: totals that were counted once are right again after each change, whatever
// ended, came, or was forgotten meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from '../../../contract/webhooks.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { forgetOldDeliveries } from './delivery-store.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const MINUTE_MS = 60_000
const wall = fixedClock(NOW)
const app = await startApp({ wall, settings: { ROLE: 'api' } })
const agency = await newAgency(app)
const webhookId = 'wh_00000000000000000000000001'
await app.asOwner(`insert into webhooks (id, team_id, mode, url, url_key, events, secret, created_at, updated_at)
  values ('${webhookId}', '${agency.id}', 'live', 'https://example.com', 'x', '{*}', '\\x00', now(), now())`)
const TYPES = ['invoice.sent', 'wallet.credit']
const ENDS = ['delivered', 'failed', 'skipped']

interface Stored extends Pick<Delivery, 'id' | 'status' | 'type'> {
  readonly at: Date
}
let stored: Stored[] = []

const minutesAgo = (minutes: number) => new Date(wall.now().getTime() - minutes * MINUTE_MS)
const made = (number: number, status: string, at: Date): Stored => ({
  id: `dlv_${String(number).padStart(26, '0')}`,
  status: status as Stored['status'],
  type: TYPES[number % 2]!,
  at,
})

async function store(deliveries: readonly Stored[]): Promise<void> {
  const values = deliveries.map(
    ({ id, status, type, at }) =>
      `('${id}', '${webhookId}', 'evt_1', '${type}', '${status}', '${at.toISOString()}')`,
  )
  await app.asOwner(
    `insert into deliveries (id, webhook_id, event_id, type, status, created_at) values ${values.join()}`,
  )
  stored = [...stored, ...deliveries]
}

const QUERIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { start_date: '2026-11-15' },
  { end_date: '2026-11-14' },
  { start_date: '2026-11-14', end_date: '2026-11-14' },
].flatMap((days) => [
  days,
  { ...days, type: TYPES[0]! },
  ...[...ENDS, 'waiting'].map((status) => ({ ...days, status })),
  { ...days, status: 'delivered', type: TYPES[1]! },
])

async function assertAll(): Promise<void> {
  for (const query of QUERIES) {
    const { status, type, start_date = '', end_date = '9999' } = query
    const fits = (one: Stored) => {
      const day = new Date(one.at.getTime() - 180 * MINUTE_MS).toISOString().slice(0, 10)
      return (
        (status ?? one.status) === one.status &&
        (type ?? one.type) === one.type &&
        day >= start_date &&
        day <= end_date
      )
    }
    const wanted = stored
      .filter(fits)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
    for (let page = 1; page <= Math.ceil(wanted.length / 20) + 1; page++) {
      const text = `/api/v1/webhooks/${webhookId}/deliveries?${new URLSearchParams({ ...query, page: String(page) })}`
      const { data, pagination } = (await agency.live.get(text)).body
      assert.deepEqual(
        [data.map(({ id }: Delivery) => id), pagination.total],
        [wanted.slice(page * 20 - 20, page * 20).map(({ id }) => id), wanted.length],
        text,
      )
    }
  }
}

test('totals are right for many ended deliveries and one that waits', async () => {
  const old = Array.from({ length: 90 }, (_, n) =>
    made(n, n === 60 ? 'waiting' : ENDS[n % 3]!, minutesAgo(2_000 - 20 * n)),
  )
  await store(old)
  await assertAll()
  await assertAll()
})

test('totals are right after one ends and new ones arrive', async () => {
  await app.asOwner(`update deliveries set status = 'delivered' where id = '${made(60, '', NOW).id}'`)
  stored = stored.map((one) => (one.status === 'waiting' ? { ...one, status: 'delivered' } : one))
  await store([
    made(100, 'waiting', minutesAgo(1)),
    made(101, 'delivered', minutesAgo(0)),
    made(102, 'failed', minutesAgo(3)),
  ])
  await assertAll()
  wall.set(new Date(NOW.getTime() + 30 * MINUTE_MS))
  await assertAll()
  await store([made(103, 'failed', minutesAgo(0))])
  await assertAll()
})

test('totals are right after the oldest are deleted', async () => {
  const [before, never] = [minutesAgo(1_000), new Date(0)]
  await forgetOldDeliveries(app.service.world, before, never)
  stored = stored.filter(({ at }) => at >= before)
  assert.ok(stored.length > 20 && stored.length < 60)
  await assertAll()
})
