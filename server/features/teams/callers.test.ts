// The memory of callers: asks once, forgets at a signal, never keeps what may be older than the signal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { hashApiKey } from './api-keys.ts'
import { gatherUses, makeCallerMemory } from './callers.ts'

const SECRET = 'secret'
const NOBODY = () => []

function worldOf() {
  const state = { connected: true, forget: (_what = '') => {} }
  const on = (_: string, listener: (what: string) => void) => {
    state.forget = (what = '') => listener(what)
  }
  const signals = {
    on,
    get connected() {
      return state.connected
    },
  }
  return { state, world: { signals } as unknown as World }
}

test('a caller is read once, then cached until a change', async () => {
  const { state, world } = worldOf()
  let reads = 0
  let guards = 0
  const memory = makeCallerMemory(world, async () => ({ version: ++reads }), NOBODY)
  const find = () => memory.find(SECRET, () => void guards++)
  assert.deepEqual(await find(), { version: 1 })
  assert.deepEqual(await find(), { version: 1 })
  state.forget()
  assert.deepEqual(await find(), { version: 2 })
  assert.deepEqual(await memory.readAgain(SECRET), { version: 3 })
  assert.deepEqual(await find(), { version: 3 })
  assert.equal(guards, 2, 'asked before each read, and before nothing else')
})

test('a change invalidates the callers that depend on it, and no others', async () => {
  const { state, world } = worldOf()
  const teams = [['usr_1', 'team_1'], ['usr_2', 'team_1', 'team_2'], ['team_3']]
  const reads = [0, 0, 0]
  const read = async (hash: Buffer) => {
    const at = [...teams.keys()].findIndex((n) => hashApiKey(String(n)).equals(hash))
    reads[at] = (reads[at] ?? 0) + 1
    return { at }
  }
  const memory = makeCallerMemory(world, read, ({ at }) => teams[at] ?? [])
  const readsAfter = async (what: string) => {
    state.forget(what)
    for (const at of teams.keys()) await memory.find(String(at), () => {})
    return [...reads]
  }
  assert.deepEqual(await readsAfter('team_9'), [1, 1, 1])
  assert.deepEqual(await readsAfter('usr_1'), [2, 1, 1])
  assert.deepEqual(await readsAfter('team_2'), [2, 2, 1])
  assert.deepEqual(await readsAfter('team_1'), [3, 3, 1])
  assert.deepEqual(await readsAfter(''), [4, 4, 2])
})

test('while signals are not received, nothing is read from the cache', async () => {
  const { state, world } = worldOf()
  let reads = 0
  const memory = makeCallerMemory(world, async () => ({ version: ++reads }), NOBODY)
  await memory.find(SECRET, () => {})
  state.connected = false
  assert.deepEqual(await memory.find(SECRET, () => {}), { version: 2 })
})

test('without a signal, the cache expires after five seconds', async (t) => {
  const { world } = worldOf()
  let reads = 0
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  const memory = makeCallerMemory(world, async () => ({ version: ++reads }), NOBODY)
  await memory.find(SECRET, () => {})
  now += 4_999
  assert.deepEqual(await memory.find(SECRET, () => {}), { version: 1 })
  now += 1
  assert.deepEqual(await memory.find(SECRET, () => {}), { version: 2 })
})

test('a result read during a change is not cached, nor is an absence', async () => {
  const { state, world } = worldOf()
  const responses = [{ role: 'owner' }, { role: 'viewer' }, undefined, { role: 'agent' }]
  const memory = makeCallerMemory(
    world,
    async () => {
      if (responses.length === 4) state.forget()
      return responses.shift()
    },
    NOBODY,
  )
  assert.deepEqual(await memory.find(SECRET, () => {}), { role: 'owner' })
  assert.deepEqual(await memory.find(SECRET, () => {}), { role: 'viewer' })
  state.forget()
  assert.equal(await memory.find(SECRET, () => {}), null)
  assert.deepEqual(await memory.find(SECRET, () => {}), { role: 'agent' })
})

test('uses are written once per batch, and known while they are written', async () => {
  const written: string[][] = []
  let arrive = () => {}
  const uses = gatherUses(async (batch) => {
    written.push([...batch.keys()])
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
  })
  await uses.flush()
  const at = new Date('2026-11-16T00:00:00.000Z')
  uses.note('key_1', at)
  uses.note('key_2', at)
  uses.note('key_1', at)
  const flushing = uses.flush()
  assert.equal(uses.lastOf('key_1'), at)
  arrive()
  await flushing
  assert.equal(uses.lastOf('key_1'), undefined)
  assert.deepEqual(written, [['key_1', 'key_2']])
})
