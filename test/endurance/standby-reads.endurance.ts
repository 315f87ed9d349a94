// Lists and reports from a real standby: whatever was answered before is in them, whichever process answered it; and
// where the standby is behind, gone, or nobody's standby any more, the primary answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '../../server/base/process/metrics.ts'
import { newAgency } from '../support/agency.ts'
import { makeClient } from '../support/client.ts'
import { type PairServer, startPrimary, startStandby } from '../support/endurance/server-pair.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

const ROUNDS = 60
const CLIENTS = '/api/v1/clients'

const urlOf = ({ host }: PairServer) => `postgresql://embarque@/embarque?host=${host}`

async function readFrom(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('embarque_lists_read_total')?.get()
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.from, value]))
}

/** How many lists came from where while `work` ran. */
async function counted(work: () => Promise<void>): Promise<{ standby: number; primary: number }> {
  const before = await readFrom()
  await work()
  const after = await readFrom()
  const since = (from: string) => (after[from] ?? 0) - (before[from] ?? 0)
  return { standby: since('standby'), primary: since('primary') }
}

const primary = await startPrimary()
const standby = await startStandby(primary)
const settings = { DATABASE_READ_URL: urlOf(standby).replace('embarque@', 'embarque_service@') }
const one = await startApp({ databaseUrl: urlOf(primary), settings })
const other = await startApp({ databaseUrl: urlOf(primary), settings })
const agency = await newAgency(one)
const elsewhere = makeClient(other.url, agency.liveKey)
let made = 0

/** Each is in the very next list, of both processes. */
async function writeAndList(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const writer = round % 2 === 0 ? agency.live : elsewhere
    const name = `Cliente ${++made}`
    const { status } = await writer.post(CLIENTS, {
      client_type: 'individual',
      full_name: name,
      email: `cliente${made}@example.com`,
    })
    assert.equal(status, 201)
    for (const reader of [elsewhere, agency.live]) {
      const { body } = await reader.get(`${CLIENTS}?limit=1`)
      assert.deepEqual([body.data[0].full_name, body.pagination.total], [name, made])
    }
  }
}

test('what was just written through one process is in the lists of both, and the standby answered', async (t) => {
  const { standby: there, primary: here } = await counted(() => writeAndList(ROUNDS))
  t.diagnostic(`${there} lists from the standby, ${here} from the primary`)
  assert.equal(there + here, 2 * ROUNDS)
  assert.ok(there > here, `${there} from the standby, ${here} from the primary`)
})

test('a single thing is read where it is written', async () => {
  const reads = await counted(async () => {
    const [{ id }] = (await agency.live.get(`${CLIENTS}?limit=1`)).body.data
    assert.equal((await agency.live.get(`${CLIENTS}/${id}`)).status, 200)
  })
  assert.equal(reads.standby + reads.primary, 1)
})

test('while the standby is behind the primary answers, and after that the standby again', async () => {
  await standby.query('select pg_wal_replay_pause()')
  const behind = await counted(() => writeAndList(5))
  assert.deepEqual(behind, { standby: 0, primary: 10 })
  await standby.query('select pg_wal_replay_resume()')
  await eventually('the standby answers again', async () => {
    const { standby: there } = await counted(() => writeAndList(1))
    return there > 0
  })
})

test('one that was promoted is a standby no more, and one that is gone is not missed', async () => {
  await standby.query('select pg_promote()')
  assert.deepEqual(await counted(() => writeAndList(3)), { standby: 0, primary: 6 })
  await standby.kill()
  assert.deepEqual(await counted(() => writeAndList(3)), { standby: 0, primary: 6 })
})
