// Turns of look-ups: a bounded number at once, a bounded part for each team, and nobody waits for ever.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskOf, settled } from '../../../test/support/desk.ts'
import { makeTurns, type TurnLimits } from './turns.ts'

const LIMITS: TurnLimits = {
  atOnce: 3,
  ofOneTeam: 2,
  waitingOfOneTeam: 2,
  waitMs: 1_000,
  tooLate: () => new Error('too late'),
}

const desk = (limits: Partial<TurnLimits> = {}) => deskOf(makeTurns({ ...LIMITS, ...limits }).take)

test('a team has its part, and what is left of the whole is for others', async () => {
  const { ask, begun, end } = desk()
  const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('b', 'b2')]
  await settled()
  assert.deepEqual(begun, ['a1', 'a2', 'b1'], 'two of the first team, three in all')
  await end('a1')
  await end('a2')
  await end('b1', 'a3', 'b2')
  assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3', 'b1', 'b2'])
})

test('teams are served one after the other, each in its own order', async () => {
  const { ask, begun, end } = desk({ atOnce: 1, ofOneTeam: 1, waitingOfOneTeam: 5 })
  const asked = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => ask(name.slice(0, 1), name))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3'])
  await Promise.all(asked)
})

test('who has too many waiting is refused at once, and nobody else is', async () => {
  const { ask, end, begun } = desk()
  const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  await assert.rejects(ask('a', 'a5'), /too late/)
  const other = ask('b', 'b1')
  await end('b1')
  assert.equal(await other, 'b1')
  await end('a1', 'a2')
  await end('a3', 'a4')
  assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3', 'a4'])
  assert.equal(begun.includes('a5'), false, 'its work never began')
})

test('who waits too long is told so, and its place is free for the next', async (context) => {
  context.mock.timers.enable()
  const { ask, begun, end } = desk({ ofOneTeam: 1, waitingOfOneTeam: 1, waitMs: 1_000 })
  const first = ask('a', 'a1')
  const late = assert.rejects(ask('a', 'a2'), /too late/)
  context.mock.timers.tick(999)
  await assert.rejects(ask('a', 'a3'), /too late/, 'the queue is full')
  context.mock.timers.tick(1)
  await late
  const next = ask('a', 'a4')
  await end('a1')
  assert.equal(await first, 'a1')
  await end('a4')
  assert.equal(await next, 'a4')
  assert.deepEqual(begun, ['a1', 'a4'])
  context.mock.timers.tick(10_000)
  assert.deepEqual(begun, ['a1', 'a4'], 'whoever was served is not refused later')
})

test('work that fails, at once or later, frees its place', async () => {
  const { ask, end, fail, begun } = desk({ atOnce: 1, ofOneTeam: 1 })
  const failing = assert.rejects(ask('a', 'a1'), /a1 failed/)
  const next = ask('b', 'b1')
  await settled()
  await fail('a1')
  await failing
  await end('b1')
  assert.equal(await next, 'b1')
  const turns = makeTurns({ ...LIMITS, atOnce: 1 })
  await assert.rejects(
    turns.take('a', () => {
      throw new Error('at once')
    }),
    /at once/,
  )
  assert.equal(await turns.take('b', async () => 'free'), 'free')
  assert.deepEqual(begun, ['a1', 'b1'])
})

test('never more at once than there may be, whoever asks and in which order they end', async () => {
  const limits = { atOnce: 4, ofOneTeam: 2, waitingOfOneTeam: 1_000 }
  const turns = makeTurns({ ...LIMITS, ...limits })
  const running = new Map<string, number>()
  let most = 0
  const asked = Array.from({ length: 300 }, (_, index) => {
    const team = ['a', 'b', 'c', 'a', 'a'][index % 5] ?? 'a'
    return turns.take(team, async () => {
      running.set(team, (running.get(team) ?? 0) + 1)
      const all = [...running.values()].reduce((sum, count) => sum + count, 0)
      most = Math.max(most, all)
      assert.ok(all <= limits.atOnce && (running.get(team) ?? 0) <= limits.ofOneTeam)
      for (let wait = 0; wait < (index * 7) % 5; wait++) await Promise.resolve()
      running.set(team, (running.get(team) ?? 0) - 1)
      return index
    })
  })
  const done = await Promise.all(asked)
  assert.deepEqual([done.length, most], [300, 4])
})
