// The cached pricing of teams: read once, forgotten when the team changes or after five seconds, and not used while
// changes of other processes could be missed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pricingOf } from './pricing.ts'

const OWNER = { teamId: 'team_1', mode: 'live' } as const

/** A world whose database answers when it is told to, with a fee that grows by each reading. */
function makeWorld() {
  const waiting: (() => void)[] = []
  const listeners: ((what: string) => void)[] = []
  const state = { reads: 0, isSlow: false, connected: true }
  const pool = {
    async query({ values = [] }: { values?: unknown[] }) {
      const fee_cents = BigInt(++state.reads)
      if (state.isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      return { rows: [{ version: 1, markup_percent: '10', fee_cents, rules: [], updated_at: null, values }] }
    },
  }
  const signals = {
    get connected() {
      return state.connected
    },
    on: (_: string, listener: (what: string) => void) => void listeners.push(listener),
  }
  const world = { pool, signals } as unknown as Parameters<typeof pricingOf>[0]
  return {
    state,
    change: (teamId: string = OWNER.teamId) => {
      for (const listener of listeners) listener(teamId)
    },
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
    feeOf: async (owner: Parameters<typeof pricingOf>[1] = OWNER) =>
      (await pricingOf(world, owner)).fee_cents,
  }
}

test('pricing is read once for each team and mode', async () => {
  const { feeOf, state } = makeWorld()
  assert.deepEqual([await feeOf(), await feeOf()], [1n, 1n])
  assert.equal(await feeOf({ ...OWNER, mode: 'test' }), 2n)
  assert.equal(await feeOf({ ...OWNER, teamId: 'team_2' }), 3n)
  assert.deepEqual([await feeOf(), state.reads], [1n, 3])
})

test('a change of the team, or one of whom is not known, lets it be read again; that of another does not', async () => {
  const { feeOf, change } = makeWorld()
  assert.equal(await feeOf(), 1n)
  change('team_2')
  assert.equal(await feeOf(), 1n)
  change()
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 2n])
  change('')
  assert.equal(await feeOf(), 3n)
})

test('what was read while something changed is answered, and not remembered', async () => {
  const { feeOf, change, answer, state } = makeWorld()
  assert.equal(await feeOf({ ...OWNER, mode: 'test' }), 1n, 'it listens from the first reading on')
  state.isSlow = true
  const reading = feeOf()
  change()
  answer()
  assert.equal(await reading, 2n)
  state.isSlow = false
  assert.equal(await feeOf(), 3n)
})

test('while changes could be missed it is read each time', async () => {
  const { feeOf, state } = makeWorld()
  assert.equal(await feeOf(), 1n)
  state.connected = false
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 3n])
})

test('without any signal it expires five seconds after its reading began', async (t) => {
  const { feeOf, answer, state } = makeWorld()
  let now = 1_000
  t.mock.method(performance, 'now', () => now)
  state.isSlow = true
  const reading = feeOf()
  now += 1_000
  answer()
  assert.equal(await reading, 1n)
  state.isSlow = false
  now += 3_999
  assert.equal(await feeOf(), 1n)
  now += 1
  assert.deepEqual([await feeOf(), await feeOf()], [2n, 2n])
})

test('two worlds know nothing of each other', async () => {
  const [one, two] = [makeWorld(), makeWorld()]
  assert.equal(await one.feeOf(), 1n)
  one.change()
  assert.equal(await two.feeOf(), 1n)
  assert.deepEqual([await one.feeOf(), await two.feeOf()], [2n, 1n])
})
