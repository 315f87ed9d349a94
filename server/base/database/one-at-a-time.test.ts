import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { oneAtATime } from './one-at-a-time.ts'

function asking() {
  const asked: PromiseWithResolvers<number>[] = []
  const ask = oneAtATime(() => {
    const question = Promise.withResolvers<number>()
    asked.push(question)
    return question.promise
  })
  return { asked, ask }
}

const isAsked = (asked: readonly unknown[], times: number) =>
  eventually(`it is asked ${times} times`, () => asked.length === times)

test('who comes while a question is on its way shares the next one', async () => {
  const { asked, ask } = asking()
  const first = ask()
  const later = [ask(), ask(), ask()]
  assert.equal(asked.length, 1)
  asked[0]?.resolve(1)
  assert.equal(await first, 1)
  await isAsked(asked, 2)
  const last = ask()
  asked[1]?.resolve(2)
  assert.deepEqual(await Promise.all(later), [2, 2, 2])
  await isAsked(asked, 3)
  asked[2]?.resolve(3)
  assert.equal(await last, 3)
})

test('one that fails fails for those who shared it, and the next is asked', async () => {
  const { asked, ask } = asking()
  const first = ask()
  const later = ask()
  asked[0]?.reject(new Error('away'))
  await assert.rejects(first, /away/)
  await isAsked(asked, 2)
  asked[1]?.resolve(2)
  assert.equal(await later, 2)
})
