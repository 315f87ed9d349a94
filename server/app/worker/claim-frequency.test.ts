// How often a worker claims jobs: each claim costs a query, so none is in vain.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { handleJob, handlersOf } from '../../features/job-handlers.ts'
import { scopeOf } from '../../features/world.ts'
import { teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { startWorker } from './worker.ts'

const app = await startApp({ settings: { ROLE: 'api' } })
const { world } = app.service
const ended: string[] = []
const gates: (() => void)[] = []
let failures = 0

const plain = teamJob<null>('plain', { waits: [], cap: 100 })
const narrow = teamJob<null>('narrow', { waits: [], cap: 1 })
const again = teamJob<null>('again', { waits: [0], cap: 10 })
const handlers = handlersOf(
  handleJob(plain, async (_world, { job }) => void ended.push(job.key)),
  handleJob(narrow, async (_world, { job }) => {
    await new Promise<void>((resolve) => gates.push(resolve))
    ended.push(job.key)
  }),
  handleJob(again, async (_world, { job }) => {
    if (failures-- > 0) throw new Error('not yet')
    ended.push(job.key)
  }),
)
// Nothing is found by looking now and then.
const worker = startWorker(world, handlers, { pollMs: 3_600_000 })
after(() => worker.stop())
const teamId = (await app.live.get('/api/v1/me')).body.data.id
const live = await scopeOf(world, { teamId, mode: 'live' })

const asked = mock.method(world.pool, 'query')
const claims = () =>
  asked.mock.calls.filter(({ arguments: [query] }) =>
    String((query as { text?: string }).text).includes('job_claims (job_id, queue, clock, process_id)'),
  ).length
const add = (work: typeof plain, keys: string[]) =>
  transaction(world, live, async (tx) => {
    for (const key of keys) schedule(tx, work, { at: world.wall.now(), key, payload: null })
  })
const left = async () => (await world.pool.query('select from jobs where team_id = $1', [teamId])).rowCount
const done = (keys: string[]) =>
  eventually(
    'all ended, and are recorded',
    async () => keys.every((key) => ended.includes(key)) && (await left()) === 0,
  )

test('a single job needs one claim query', async () => {
  await worker.idle()
  const before = claims()
  for (const key of ['a', 'b', 'c']) {
    await add(plain, [key])
    await done([key])
  }
  assert.equal(claims() - before, 3)
})

test('in a queue with a low cap, each job that ends makes room for the next', async () => {
  const keys = ['1', '2', '3', '4']
  await add(narrow, keys)
  for (const key of keys) {
    const open = await eventually(`${key} runs`, () => gates.shift())
    open()
  }
  await done(keys)
})

test('a job due again at once is claimed at once', async () => {
  failures = 1
  await add(again, ['d'])
  await done(['d'])
})
