// How connections are shared: a team's part, room for reads and for due work, turns between teams, an end of waiting.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { shareFairly } from './fair-pool.ts'
import { isDatabaseAway } from './is-database-away.ts'
import { takenAtOnceFor, takenFor } from './taken-for.ts'

type Taken = (error: Error | undefined, client: object | undefined) => void
type Shared = Parameters<typeof shareFairly>[0]

/** Connections that cost nothing; beyond `limit` the database refuses them as it is told. */
function newPool(max: number, waitMs = 60_000) {
  const bare = Object.assign(new EventEmitter(), {
    options: { max },
    limit: max,
    refusal: new Error('refused'),
    totalCount: 0,
    most: 0,
    /** While there is one, connections are made only after it. */
    busy: undefined as Promise<void> | undefined,
    connect(taken: Taken) {
      if (bare.busy === undefined) make(taken)
      else void bare.busy.then(() => make(taken))
    },
  })
  function make(taken: Taken): void {
    if (bare.totalCount >= bare.limit) return void taken(bare.refusal, undefined)
    bare.most = Math.max(bare.most, ++bare.totalCount)
    const release = () => {
      bare.totalCount--
      bare.emit('release', undefined, client)
    }
    const client = { release }
    taken(undefined, client)
  }
  const pool = shareFairly(bare as unknown as Shared, waitMs)
  const held: Record<string, (() => void)[]> = {}
  const order: string[] = []
  const gone: unknown[] = []
  const note = (name: string) => (error: Error | undefined, client?: { release(): void }) => {
    if (client === undefined) return void gone.push(error)
    order.push(name)
    held[name] = [...(held[name] ?? []), () => client.release()]
  }
  /** `A write`, `A work`; without a team `write`. */
  async function ask(what: string, times = 1): Promise<void> {
    const [part = '', team = ''] = what.split(' ').reverse()
    for (let n = 0; n < times; n++)
      takenFor({ team: part === 'read' ? team : 'whoever asks', isWork: part === 'work' }, () => {
        if (part === 'read') return pool.connect(note(what))
        const taken = takenAtOnceFor(team, () => pool.connect())
        return taken.then((client) => note(what)(undefined, client), note(what))
      })
    await turn()
  }
  return {
    bare,
    order,
    gone,
    ask,
    held: (what: string) => held[what]?.length ?? 0,
    async release(what: string) {
      held[what]?.pop()?.()
      await turn()
    },
  }
}

/** Whoever waits for a promise has heard of it. */
async function turn(): Promise<void> {
  for (let n = 0; n < 10; n++) await null
}

test('a team alone holds half, each of two a third, each of three a quarter', async () => {
  // Of what is not kept: two for transactions and two for due work, or four for reads and two for due work.
  const shares = { read: [[6], [4, 4], [3, 3, 3]], write: [[5], [4, 3], [3, 3, 2]] }
  for (const [part, rows] of Object.entries(shares))
    for (const expected of rows) {
      const { ask, held, bare } = newPool(16)
      const teams = expected.map((_, n) => `team${n} ${part}`)
      for (let n = 0; n < 20; n++) for (const team of teams) await ask(team)
      assert.deepEqual(teams.map(held), expected)
      await ask(`another ${part}`)
      assert.equal(held(`another ${part}`), 1, 'and there is one left for whoever comes')
      assert.ok(bare.most <= 16)
    }
})

test('one team after the other: each finds room, however few are left', async () => {
  const { ask, held } = newPool(16)
  for (const team of ['A', 'B', 'C', 'D']) await ask(`${team} write`, 20)
  assert.deepEqual(
    ['A', 'B', 'C', 'D'].map((team) => held(`${team} write`)),
    [5, 3, 1, 1],
  )
  const small = newPool(4)
  await small.ask('A read', 3)
  await small.ask('B read', 3)
  assert.deepEqual([small.held('A read'), small.held('B read')], [2, 1])
})

test('neither transactions nor due work take what reads have for their own, nor each other', async () => {
  const { ask, held } = newPool(16)
  for (let n = 0; n < 40; n++) await ask(`team${n} write`)
  const writes = () => Array.from({ length: 40 }, (_, n) => held(`team${n} write`)).reduce((a, b) => a + b)
  assert.equal(writes(), 10)
  for (let n = 0; n < 40; n++) await ask(`team${n} work`)
  const work = Array.from({ length: 40 }, (_, n) => held(`team${n} work`)).reduce((a, b) => a + b)
  assert.equal(work, 2)
  for (let n = 0; n < 5; n++) await ask(`reader${n} read`)
  const reads = Array.from({ length: 5 }, (_, n) => held(`reader${n} read`)).reduce((a, b) => a + b)
  assert.equal(reads, 4)
})

test('what is for no team in particular is not bound by a share', async () => {
  const { ask, held } = newPool(16)
  await ask('read', 20)
  assert.equal(held('read'), 12, 'but for what transactions and due work have for their own')
})

test('who waits gets its turn between the teams, not by how much it asks', async () => {
  const { ask, held, order, release } = newPool(4)
  await ask('read', 4)
  await ask('A read', 5)
  await ask('B read')
  await ask('C write')
  assert.deepEqual(order.splice(0), ['read', 'read', 'read', 'read'])
  for (let n = 0; n < 3; n++) await release('read')
  assert.deepEqual(order.splice(0), ['A read', 'B read', 'C write'])
  await ask('B read')
  await release('read')
  await release('C write')
  assert.deepEqual(order, ['A read'], 'and one is left for others')
  assert.equal(held('A read'), 2)
})

test('due work of a team keeps to its own part for as long as a request of the same team waits', async () => {
  const { ask, held, release, order } = newPool(16)
  const holds = () => ['A write', 'A work'].map(held)
  await ask('A work', 20)
  await ask('A write', 8)
  assert.deepEqual(holds(), [1, 5])
  for (let n = 0; n < 3; n++) await release('A work')
  assert.deepEqual(holds(), [4, 2])
  await release('A work')
  assert.deepEqual(order.slice(-1), ['A work'], 'it has its turn in there')
  for (let n = 0; n < 4; n++) await release('A write')
  assert.deepEqual(holds(), [4, 2])
  await release('A write')
  assert.deepEqual(holds(), [3, 3], 'and takes more as soon as no request waits')
  await ask('B work', 2)
  assert.equal(held('B work'), 2, 'others are not bound by it')
})

test('waiting ends after its time, as if the database had no connection left', async () => {
  const { ask, gone, order, release } = newPool(4, 1)
  await ask('read', 4)
  await ask('B read')
  await ask('B write')
  await eventually('both gave up', () => gone.length === 2)
  assert.ok(gone.every(isDatabaseAway))
  assert.match(String(gone[0]), /no connection to the database was free in time for B/)
  await release('read')
  assert.equal(order.length, 4, 'who has left is not served')
  await ask('B read')
  assert.equal(order.at(-1), 'B read')
})

test('it ends no later where the connection of its turn is still being made, which then serves others', async () => {
  const { ask, bare, gone, held, release } = newPool(4, 20)
  await ask('read', 4)
  await ask('B read')
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  bare.busy = made
  await release('read')
  await eventually('it gave up', () => gone.length === 1)
  assert.ok(isDatabaseAway(gone[0]))
  await ask('C read')
  make()
  await eventually('the next is served', () => held('C read') === 1)
  assert.equal(held('B read'), 0)
  assert.equal(bare.totalCount, 4)
})

test('a connection that could not be made is nobody’s, and the next may try', async () => {
  const { ask, bare, gone, held } = newPool(4)
  bare.limit = 0
  await ask('A write', 5)
  assert.equal(gone.length, 5)
  bare.limit = 4
  await ask('A write', 2)
  assert.equal(held('A write'), 2)
})

test('a database that has few left: those there are serve everybody, and more once it has more', async () => {
  const { ask, bare, gone, held, release } = newPool(16)
  bare.refusal = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  bare.limit = 3
  for (const team of ['A', 'B', 'C', 'D', 'E', 'F']) await ask(`${team} write`)
  const holders = () => ['A', 'B', 'C', 'D', 'E', 'F'].filter((team) => held(`${team} write`) > 0)
  assert.equal(holders().length, 3)
  assert.equal(bare.most, 3)
  await release('A write')
  assert.deepEqual(holders().at(-1), 'D', 'in their turn')
  bare.limit = 16
  await eventually('it is asked for more', () => holders().length === 5)
  assert.deepEqual(gone, [])
})
