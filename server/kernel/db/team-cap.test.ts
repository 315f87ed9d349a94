// A team holds at most half of the pool, and its waiters delay no other team.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { after, test } from 'node:test'
import { makeDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { makePool } from './db.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { capTeams, forJobs, forTeam } from './team-cap.ts'

type Pool = Parameters<typeof capTeams>[0]

/** A pool whose server has `limit` connections, and callers named by team and type: `A`, `A job`. */
function newPool(max: number, waitMs = 60_000) {
  const server = Object.assign(new EventEmitter(), {
    options: { max },
    limit: max,
    refusal: new Error('refused'),
    totalCount: 0,
    async connect() {
      if (server.totalCount >= server.limit) throw server.refusal
      server.totalCount++
      const client = {
        release() {
          server.totalCount--
          server.emit('release', undefined, client)
        },
      }
      return client
    },
  })
  const pool = capTeams(server as unknown as Pool, waitMs)
  const held: Record<string, (() => void)[]> = {}
  const order: string[] = []
  const failed: unknown[] = []

  async function ask(who: string, times = 1): Promise<void> {
    const [, team = '', job] = /^(\w*?) ?(job)?$/.exec(who) ?? []
    const take = () => forTeam(team, () => pool.connect())
    for (let n = 0; n < times; n++)
      (job === undefined ? take() : forJobs(take)).then(
        (client) => {
          order.push(who)
          held[who] = [...(held[who] ?? []), () => client.release()]
        },
        (error) => failed.push(error),
      )
    await turn()
  }

  return {
    server,
    order,
    failed,
    ask,
    held: (who: string) => held[who]?.length ?? 0,
    async release(who: string) {
      held[who]?.pop()?.()
      await turn()
    },
  }
}

async function turn(): Promise<void> {
  for (let n = 0; n < 10; n++) await null
}

test('one team holds at most half, each of several less, and one is left for the next', async () => {
  // Of 16, a quarter is reserved for jobs.
  for (const expected of [[6], [4, 4], [3, 3, 3]]) {
    const { ask, held } = newPool(16)
    const teams = expected.map((_, n) => `team${n}`)
    for (let n = 0; n < 20; n++) for (const team of teams) await ask(team)
    assert.deepEqual(teams.map(held), expected)
    await ask('another')
    assert.equal(held('another'), 1)
  }
  for (const max of [2, 3, 4, 8, 64]) {
    const { ask, held } = newPool(max)
    await ask('A', max)
    assert.ok(held('A') >= 1 && held('A') <= Math.ceil(max / 2), `${held('A')} of ${max}`)
  }
})

test('teams one after the other each get a connection, however few are left', async () => {
  const { ask, held } = newPool(16)
  for (const team of ['A', 'B', 'C']) await ask(team, 20)
  assert.deepEqual(['A', 'B', 'C'].map(held), [6, 3, 2])
})

test('requests and jobs leave a quarter of the pool to each other', async () => {
  const requests = newPool(16)
  for (let n = 0; n < 40; n++) await requests.ask(`team${n}`)
  assert.equal(requests.server.totalCount, 12)
  await requests.ask('job', 20)
  assert.equal(requests.held('job'), 4)
  const jobs = newPool(16)
  await jobs.ask('job', 20)
  assert.equal(jobs.held('job'), 12)
  for (let n = 0; n < 20; n++) await jobs.ask(`team${n}`)
  assert.equal(jobs.server.totalCount, 16)
})

test('jobs and requests of one team count together', async () => {
  const { ask, held } = newPool(16)
  await ask('A job', 20)
  await ask('A', 20)
  assert.equal(held('A job') + held('A'), 8)
  await ask('B job')
  assert.equal(held('B job'), 1)
})

test('work without a team is not capped', async () => {
  const { ask, held } = newPool(16)
  await ask('', 20)
  assert.equal(held(''), 12)
})

test('a waiting team at its cap lets others pass', async () => {
  const { ask, held, order, release } = newPool(4)
  await ask('', 3)
  await ask('A', 5)
  await ask('B')
  assert.deepEqual(order.splice(0), ['', '', ''])
  await release('')
  assert.deepEqual(order.splice(0), ['A'])
  await release('')
  assert.deepEqual(order.splice(0), ['B'], 'A holds as many as are free')
  await release('')
  await release('B')
  assert.deepEqual(order, ['A'])
  assert.equal(held('A'), 2)
})

test('a waiter fails after its time, like a database without connections', async () => {
  const { ask, failed, order, release } = newPool(4, 1)
  await ask('', 3)
  await ask('B', 2)
  await eventually('both failed', () => failed.length === 2)
  assert.ok(failed.every(isDatabaseUnavailable))
  assert.match(String(failed[0]), /no connection to the database was free in time for B/)
  await release('')
  assert.equal(order.length, 3, 'waiters that gave up are not served')
  await ask('B')
  assert.equal(order.at(-1), 'B')
})

test('a connection that could not be opened is not counted', async () => {
  const { ask, server, failed, held } = newPool(4)
  server.limit = 0
  await ask('A', 5)
  await eventually('all failed', () => failed.length === 5)
  server.limit = 4
  await ask('A', 2)
  assert.equal(held('A'), 2)
})

test('a statement of a real pool counts like a transaction, and releases its connection', async () => {
  const database = await makeDatabase()
  const pool = capTeams(makePool({ connectionString: database.url }, 4), 50)
  after(async () => {
    await pool.end()
    await database.drop()
  })
  const select = (team: string) => forTeam(team, () => pool.query('select 1 as one'))
  const clients = await Promise.all([1, 2].map(() => forTeam('A', () => pool.connect())))
  await assert.rejects(select('A'), { code: '53300' })
  assert.deepEqual((await select('B')).rows, [{ one: 1 }])
  for (const client of clients) client.release()
  for (let n = 0; n < 10; n++) await select('A')
  await assert.rejects(
    forTeam('A', () => pool.query('select 1 / 0')),
    { code: '22012' },
  )
  assert.deepEqual((await select('A')).rows, [{ one: 1 }])
})
