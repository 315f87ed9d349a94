// Queues of heavy work: searches never wait for documents, teams never for each other, and one team's
// documents run one after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { makeLog } from '../../kernel/process/log.ts'
import type { Config } from './config.ts'
import { heavyWorkOnThreads, inTurns } from './thread-pool.ts'

const SEARCH = {
  owner: { teamId: 'team', mode: 'live' },
  body: {},
  terms: { pricing: {} as never, suppliers: null, withoutAirlines: [], warnings: [], language: 'en' },
} as const

/** Documents that render until the test ends them, and searches that end at once. */
function begun() {
  const drawing = new Map<string, () => void>()
  const heavy = inTurns({
    searches: async () => ({ content: Buffer.from('found') }),
    documents: (_name, input) =>
      new Promise((resolve) => {
        const { token } = input as { token: string }
        drawing.set(token, () => resolve({ name: token, content: Buffer.from('') }))
      }),
  })
  const draw = (whose: string, token: string) => heavy.run(whose, 'quotePdf', { token })
  const begins = (token: string) => eventually(`${token} is drawn`, () => drawing.has(token))
  return { heavy, drawing, draw, begins }
}

test("while one team's documents are drawn, searches and documents of others start", async () => {
  const { heavy, drawing, draw, begins } = begun()
  const [first, second] = [draw('alfa', 'a1'), draw('alfa', 'a2')]
  for (const whose of ['alfa', 'beta'])
    assert.equal(String((await heavy.run(whose, 'search', SEARCH)).content), 'found')
  const others = draw('beta', 'b1')
  await begins('b1')
  drawing.get('b1')?.()
  assert.equal((await others).name, 'b1')
  assert.deepEqual([...drawing.keys()], ['a1', 'b1'], 'a team has one place')
  drawing.get('a1')?.()
  await first
  await begins('a2')
  drawing.get('a2')?.()
  assert.equal((await second).name, 'a2')
})

test('documents of many teams wait, at most one per team at a time', async () => {
  const { drawing, draw, begins } = begun()
  const asked = ['a', 'b', 'c', 'd', 'e'].flatMap((whose) => [
    draw(whose, `${whose}1`),
    draw(whose, `${whose}2`),
  ])
  await begins('d1')
  assert.deepEqual([...drawing.keys()], ['a1', 'b1', 'c1', 'd1'])
  for (const token of ['c1', 'c2']) {
    await begins(token)
    drawing.get(token)?.()
  }
  await Promise.all(asked.slice(4, 6))
  await begins('e1')
  assert.deepEqual([...drawing.keys()].slice(4), ['c2', 'e1'])
  const over = Array.from({ length: 101 }, (_one, n) => draw('f', `f${n}`))
  await assert.rejects(over.at(-1) ?? Promise.resolve(), { code: 'rate_limit_exceeded' })
})

test('identical work of an owner starts together, in one turn, beside running work', async () => {
  const begins: string[] = []
  const ends: (() => void)[] = []
  const heavy = inTurns({
    searches: async () => ({ content: Buffer.from('') }),
    documents: (_name, input) => {
      begins.push((input as { token: string }).token)
      return new Promise((resolve) => ends.push(() => resolve({})))
    },
  })
  const draw = (whose: string, token: string, same: string) => heavy.run(whose, 'quotePdf', { token }, same)
  const drawn = [draw('alfa', 'a1', 'x'), draw('alfa', 'a2', 'x'), draw('alfa', 'a3', 'y')]
  await eventually('two are drawn', () => begins.length === 2)
  drawn.push(draw('alfa', 'a4', 'x'), draw('beta', 'b1', 'x'))
  await eventually('four are drawn', () => begins.length === 4)
  assert.deepEqual(begins.toSorted(), ['a1', 'a2', 'a4', 'b1'])
  for (const end of ends.splice(0)) end()
  await eventually('the next is drawn', () => begins.at(-1) === 'a3')
  ends[0]?.()
  await Promise.all(drawn)
})

test('closed threads accept no work', async () => {
  const config = { heavyThreads: 1 } as Config
  const surroundings = { address: { url: '' }, tracing: undefined }
  const heavy = heavyWorkOnThreads(config, makeLog({ level: 'fatal' }), surroundings)
  await heavy.close()
  await assert.rejects(heavy.run('alfa', 'quotePdf', { token: 'a1' }), { code: 'service_unavailable' })
})
