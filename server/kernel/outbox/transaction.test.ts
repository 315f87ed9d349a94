// The transaction boundary under fire: conflicts, deadlocks, a connection lost, and what commits together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/start-app.ts'
import { emitUntyped } from '../../features/events/emit.ts'
import { scopeOf } from '../../features/world.ts'
import { teamJob } from '../jobs/declare-job.ts'
import { schedule } from '../jobs/schedule.ts'
import { record } from './audit.ts'
import { finish, type Tx, transaction } from './transaction.ts'

const app = await startApp({ settings: { DATABASE_POOL_MAX: '10' } })
const { world } = app.service
const teamId = (await app.live.get('/api/v1/me')).body.data.id
const scope = await scopeOf(world, { teamId, mode: 'live' })
const nothing = teamJob<null>('nothing', { waits: [], cap: 1 })
await app.asOwner('create table toys (id int primary key, n int not null); grant all on toys to public')
await world.pool.query('insert into toys select n, 0 from generate_series(1, 10) n')

const run = (tx: Tx, text: string, ...values: unknown[]) => tx.query({ text, values })
const count = async (text: string, ...values: unknown[]) =>
  Number((await world.pool.query(text, values)).rows[0].n)

test('of two deadlocked transactions one is repeated, and both succeed', async () => {
  let tries = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const oneIsThrough = Promise.withResolvers<void>()
  const add = async (a: number, b: number) => {
    await transaction(world, scope, async (tx) => {
      // The one that was undone lets the other finish first, or on a busy machine they may meet once more.
      if (tries === 2) await oneIsThrough.promise
      await run(tx, 'update toys set n = n + 1 where id = $1', a)
      if (++tries === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await run(tx, 'update toys set n = n + 1 where id = $1', b)
    })
    oneIsThrough.resolve()
  }
  await Promise.all([add(1, 2), add(2, 1)])
  assert.equal(tries, 3)
  assert.equal(await count('select n from toys where id = 1'), 2)
  assert.equal(await count('select n from toys where id = 2'), 2)
})

test('the buffer of a failed attempt is discarded before the next', async () => {
  let tries = 0
  await transaction(world, scope, async (tx) => {
    emitUntyped(tx, 'api_key.created', { id: 'buffered once' })
    schedule(tx, nothing, { at: tx.now, key: `try ${tries}`, payload: null })
    if (tries++ < 2) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  })
  assert.equal(tries, 3)
  assert.equal(await count(`select count(*) as n from events where payload like '%buffered once%'`), 1)
  assert.equal(await count(`select count(*) as n from jobs where type = 'nothing'`), 1)
})

test('endless conflicts are given up, and other errors are not retried', async () => {
  let tries = 0
  const always = (code: string) =>
    transaction(world, scope, async () => {
      tries++
      throw Object.assign(new Error('no'), { code })
    })
  await assert.rejects(always('40P01'))
  assert.equal(tries, 6)
  tries = 0
  await assert.rejects(always('23505'))
  assert.equal(tries, 1)
})

test('a connection lost midway: nothing is stored, the pool recovers, nothing is retried', async () => {
  let tries = 0
  const lost = transaction(world, scope, async (tx) => {
    tries++
    await run(tx, 'update toys set n = 100 where id = 3')
    const { rows } = await run(tx, 'select pg_backend_pid() as pid')
    await world.pool.query('select pg_terminate_backend($1)', [(rows[0] as { pid: number }).pid])
    await run(tx, 'select 1')
  })
  await assert.rejects(lost)
  assert.equal(tries, 1)
  assert.equal(await count('select n from toys where id = 3'), 0)
  await Promise.all(Array.from({ length: 20 }, () => world.pool.query('select 1')))
})

test('state, event and job commit together or not at all', async () => {
  const change = (id: number, fails: boolean) =>
    transaction(world, scope, async (tx) => {
      await run(tx, 'update toys set n = 7 where id = $1', id)
      emitUntyped(tx, 'api_key.created', { id: `toy ${id}` })
      schedule(tx, nothing, { at: tx.now, key: `toy ${id}`, payload: null })
      if (fails) throw new Error('after all')
    })
  await change(4, false)
  await assert.rejects(change(5, true))
  for (const [id, n] of [
    [4, 1],
    [5, 0],
  ]) {
    assert.equal(await count('select count(*) as n from toys where id = $1 and n = 7', id), n)
    assert.equal(await count(`select count(*) as n from events where payload like $1`, `%"toy ${id}"%`), n)
    assert.equal(await count('select count(*) as n from jobs where key = $1', `toy ${id}`), n)
  }
})

test('sequence order is commit order: a reader with a cursor misses nothing', async () => {
  const seen: number[] = []
  let reading = true
  const reader = (async () => {
    let cursor = 0
    while (reading || seen.length === 0) {
      const { rows } = await world.pool.query(
        `select sequence from events where team_id = $1 and mode = 'live' and sequence > $2 order by sequence`,
        [teamId, cursor],
      )
      for (const row of rows) seen.push(Number(row.sequence))
      cursor = seen.at(-1) ?? 0
    }
    const { rows } = await world.pool.query(
      `select max(sequence) as last from events where team_id = $1 and mode = 'live'`,
      [teamId],
    )
    return { cursor, last: Number(rows[0].last) }
  })()
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++) {
      await transaction(world, scope, async (tx) => {
        for (let k = 0; k <= writer % 3; k++)
          emitUntyped(tx, 'api_key.created', { id: `w${writer}-${n}-${k}` })
      })
    }
  })
  await Promise.all(writers)
  reading = false
  await reader
  for (let index = 1; index < seen.length; index++) assert.equal(seen[index], seen[index - 1]! + 1)
})

test('a change that cannot be numbered is an error, and its transaction stores nothing', async () => {
  const unknownScope = { ...scope, owner: { teamId: 'team_without_counters', mode: 'live' as const } }
  const change = { topic: 'money', object: 'wallet', objectId: 'toy', before: null, after: {} } as const
  for (const note of [(tx: Tx) => emitUntyped(tx, 'api_key.created', {}), (tx: Tx) => record(tx, change)])
    await assert.rejects(
      transaction(world, unknownScope, async (tx) => {
        await run(tx, 'update toys set n = 9 where id = 6')
        note(tx)
      }),
      /null value in column/,
    )
  assert.equal(await count('select n from toys where id = 6'), 0)
})

test('a commit refused by its last statement stores nothing, and the connection stays usable', async () => {
  await app.asOwner('alter table toys add column friend int references toys deferrable initially deferred')
  const befriend = (id: number, friend: number) =>
    transaction(world, scope, async (tx) => {
      await run(tx, 'update toys set friend = $2 where id = $1', id, friend)
      emitUntyped(tx, 'api_key.created', { id: `friend ${friend}` })
    })
  for (let round = 0; round < 20; round++) await assert.rejects(befriend(7, 1000), /foreign key/)
  await befriend(7, 8)
  assert.equal(await count('select friend as n from toys where id = 7'), 8)
  assert.equal(await count(`select count(*) as n from events where payload like '%"friend 1000"%'`), 0)
  const idle = `select count(*) as n from pg_stat_activity where state like 'idle in transaction%'
    and datname = current_database()`
  assert.equal(await count(idle), 0)
})

test('a failed first statement leaves nothing behind', async () => {
  for (let round = 0; round < 20; round++)
    await assert.rejects(
      transaction(world, scope, (tx) =>
        run(tx, 'update toys set n = $1 where id = 9', round ? 'text' : null),
      ),
      /null value|invalid input/,
    )
  await transaction(world, scope, (tx) => run(tx, 'update toys set n = $1 where id = 9', 1))
  assert.equal(await count('select n from toys where id = 9'), 1)
})

test('a job finished and scheduled again under the same key is refused, not lost', async () => {
  const job = {
    id: 1n,
    type: 'nothing',
    key: 'again',
    queue: 'nothing',
    team_id: teamId,
    mode: 'live' as const,
  }
  const running = { ...job, payload: '{}', attempt: 1, claim: 1n, trace: null, at_once: true }
  await assert.rejects(
    transaction(world, scope, async (tx) => {
      finish(tx, running)
      schedule(tx, nothing, { at: tx.now, key: 'again', payload: null })
    }),
    /give the new job a new key/,
  )
})

test('everything a transaction writes has the same time', async () => {
  const times = await transaction(world, scope, async (tx) => {
    const first = tx.now
    await run(tx, 'select pg_sleep(0.01)')
    return [first, tx.now]
  })
  assert.equal(times[0], times[1])
})
