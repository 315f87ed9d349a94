// A feed while events are stored and listeners come and go: each receives every event after its number, in order
// and once, and none after leaving.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREAM_EVENTS_MAX } from '../../../contract/limits.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { eventually } from '../../../test/support/eventually.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import { type Feed, feedsOf, type Listener, makeFeed } from './feed.ts'
import type { EventRow } from './store.ts'

const OWNER: Owner = { teamId: 'team_1', mode: 'test' }
const EVERYTHING = new Set(PERMISSIONS)

/** A database of events whose response can be delayed. */
function makeStore() {
  const store = {
    last: 0,
    forgotten: 0,
    reads: 0,
    isBroken: false,
    warnings: 0,
    before: async () => {},
    events: [] as EventRow[],
    topics: new Map<string, (name: string) => void>(),
    add(count: number) {
      for (let n = 0; n < count; n++) {
        const sequence = BigInt(++store.last)
        const payload = JSON.stringify({ type: 'wallet.credit', data: { object: {} } })
        store.events.push({ id: `evt_${sequence}`, sequence, payload, personal: null, actor: null })
      }
    },
  }
  const numbersOf = (names: string[], modes: string[]) =>
    names.map((team_id, index) => {
      const { last, forgotten } = store
      return { team_id, mode: modes[index], last: BigInt(last), forgotten: BigInt(forgotten) }
    })
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    await store.before()
    if (store.isBroken) throw new Error('the database is away')
    if (text.includes('team_counters')) {
      const [names, modes] = values as [string[], string[]]
      return { rows: numbersOf(names, modes) }
    }
    store.reads++
    const [after = 0n, limit = 0] = values.slice(2) as [bigint, number]
    return { rows: store.events.filter(({ sequence }) => sequence > after).slice(0, limit) }
  }
  const log = { warn: () => void store.warnings++ }
  const signals = {
    on: (topic: string, listener: (name: string) => void) => store.topics.set(topic, listener),
  }
  return { store, world: { pool: { query }, log, signals } as unknown as World }
}

interface Hearing extends Listener {
  readonly numbers: number[]
  readonly resets: string[]
}

function makeListener(drained = async () => {}): Hearing {
  const listener: Hearing = {
    permissions: EVERYTHING,
    position: 0,
    turn: 0,
    numbers: [],
    resets: [],
    drained,
    give(frames) {
      for (const [, id, event] of frames.toString().matchAll(/^id: (\d+)\nevent: (.+)$/gm)) {
        if (event === 'reset') listener.resets.push(/"reason":"(\w+)"/.exec(frames.toString())?.[1] ?? '')
        else listener.numbers.push(Number(id))
      }
    },
  }
  return listener
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

async function readyFeed(count = 0): Promise<{ feed: Feed } & ReturnType<typeof makeStore>> {
  const { store, world } = makeStore()
  store.add(count)
  const feed = makeFeed(world, OWNER)
  await feed.ready
  assert.equal(feed.position, count)
  return { feed, store, world }
}

/** With one who listens already. */
async function joinedFeed(count = 0) {
  const ready = await readyFeed(count)
  const listener = makeListener()
  await ready.feed.join(listener)
  return { ...ready, listener }
}

const receives = (listener: Hearing, last: number) =>
  eventually(`event ${last} arrives`, () => listener.numbers.at(-1) === last)

test('a listener that joins now receives later events only', async () => {
  const { feed, store, listener } = await joinedFeed(7)
  store.add(120)
  feed.wake()
  await receives(listener, 127)
  assert.deepEqual(listener.numbers, from(8, 127))
})

test('many listeners cost one read', async () => {
  const { feed, store } = await readyFeed()
  const listeners = from(1, 40).map(() => makeListener())
  for (const listener of listeners) await feed.join(listener)
  store.add(3)
  feed.wake()
  for (const listener of listeners) await receives(listener, 3)
  assert.ok(store.reads <= 2, `${store.reads} reads`)
})

for (const after of [0, 1, 49, 50, 51, 150, 199])
  test(`a listener that has ${after} of 200 reads the rest in pages`, async () => {
    const { feed } = await readyFeed(200)
    const listener = makeListener()
    await feed.join(listener, after)
    assert.deepEqual([listener.numbers, listener.resets], [from(after + 1, 200), []])
  })

test('events stored during catch-up are delivered once', async () => {
  const { feed, store } = await readyFeed(100)
  const listener = makeListener(async () => {
    if (store.last >= 160) return
    store.add(20)
    feed.wake()
  })
  await feed.join(listener, 10)
  store.add(5)
  feed.wake()
  await receives(listener, 165)
  assert.deepEqual(listener.numbers, from(11, 165))
})

test('a listener that rejoins after a pause continues where it was', async () => {
  const { feed, store, listener } = await joinedFeed()
  for (const last of [10, 60, 61]) {
    feed.part(listener)
    store.add(last - store.last)
    feed.wake()
    await eventually('the feed has read it', () => feed.position === last)
    await feed.join(listener, listener.position)
    assert.deepEqual(listener.numbers, from(1, last))
  }
})

test('a listener that leaves during catch-up receives nothing more', async () => {
  const { feed, store } = await readyFeed(200)
  const listener = makeListener(async () => feed.part(listener))
  await feed.join(listener, 0)
  assert.deepEqual(listener.numbers, from(1, 50))
  const other = makeListener()
  await feed.join(other)
  store.add(1)
  feed.wake()
  await receives(other, 201)
  assert.equal(listener.numbers.length, 50)
})

const RESETS: [after: number, forgotten: number, reason: string | undefined][] = [
  [1_500, 0, undefined],
  [1_501, 0, 'unknown'],
  [9_999, 0, 'unknown'],
  [1_500 - STREAM_EVENTS_MAX, 0, undefined],
  [1_500 - STREAM_EVENTS_MAX - 1, 0, 'too_many'],
  [1_400, 1_400, undefined],
  [1_399, 1_400, 'forgotten'],
]

for (const [after, forgotten, reason] of RESETS)
  test(`after ${after} of 1500, of which ${forgotten} are deleted: ${reason ?? 'no'} reset`, async () => {
    const { feed, store } = await readyFeed(1_500)
    store.forgotten = forgotten
    const listener = makeListener()
    await feed.join(listener, after)
    assert.deepEqual(listener.resets, reason === undefined ? [] : [reason])
    assert.deepEqual(listener.numbers, reason === undefined ? from(after + 1, 1_500) : [])
    store.add(1)
    feed.wake()
    await receives(listener, 1_501)
  })

test('events deleted during catch-up do not block the listener', async () => {
  const { feed, store } = await readyFeed(200)
  const listener = makeListener(async () => {
    store.events = []
  })
  await feed.join(listener, 100)
  assert.deepEqual([listener.numbers, listener.position], [from(101, 150), 200])
})

test('a failed read is logged, and the next one delivers everything', async () => {
  const { feed, store, listener } = await joinedFeed()
  store.add(4)
  store.isBroken = true
  feed.wake()
  await eventually('the warning is logged', () => store.warnings === 1)
  store.isBroken = false
  store.add(1)
  feed.wake()
  await receives(listener, 5)
  assert.deepEqual(listener.numbers, from(1, 5))
})

test('a feed is shared by its listeners, ends with the last, and recovers missed signals', async () => {
  const { store, world } = makeStore()
  const feeds = feedsOf(world)
  assert.equal(feedsOf(world), feeds)
  await feeds.look()
  const feed = feeds.enter(OWNER)
  assert.equal(feeds.enter({ ...OWNER }), feed)
  assert.notEqual(feeds.enter({ ...OWNER, mode: 'live' }), feed)
  await feed.ready
  feeds.leave(OWNER)
  assert.equal(feeds.enter(OWNER), feed)
  const listener = makeListener()
  await feed.join(listener)
  const signal = store.topics.get('events') ?? assert.fail('no listener for signals')
  store.add(1)
  signal('team_2 test')
  assert.equal(feed.position, 0, 'a signal for others')
  signal('team_1 test')
  await receives(listener, 1)
  store.add(1)
  await feeds.look()
  await receives(listener, 2)
  store.add(1)
  signal('')
  await receives(listener, 3)
  for (let n = 0; n < 3; n++) feeds.leave(OWNER)
  assert.notEqual(feeds.enter(OWNER), feed, 'a new one, that begins from now')
})
