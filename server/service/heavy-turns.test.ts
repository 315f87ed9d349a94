// Whose heavy work waits for whose: no search for a paper, no team's paper for those of another, and a team's own one
// after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { inTurns } from './heavy-turns.ts'

const SEARCH = {
  owner: { teamId: 'team', mode: 'live' },
  body: {},
  terms: { pricing: {} as never, suppliers: null, withoutAirlines: [], warnings: [] },
} as const

/** Papers that are drawn until somebody says otherwise, and searches that are done at once. */
function begun() {
  const drawing = new Map<string, () => void>()
  const heavy = inTurns({
    searches: async () => ({ content: Buffer.from('found') }),
    papers: (_name, input) =>
      new Promise((resolve) => {
        const { token } = input as { token: string }
        drawing.set(token, () => resolve({ name: token, content: Buffer.from('') }))
      }),
  })
  const draw = (whose: string, token: string) => heavy.run(whose, 'quotePdf', { token })
  const begins = (token: string) => eventually(`${token} is drawn`, () => drawing.has(token))
  return { heavy, drawing, draw, begins }
}

test('while one team has its papers drawn, searches are answered and papers of others begin', async () => {
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

test('papers of many teams wait for a place, never for more than one of each', async () => {
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
