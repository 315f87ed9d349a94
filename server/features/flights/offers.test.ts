import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isId } from '../../kernel/values/ids.ts'
import { makeSearchId, offerIdOf, readOfferId } from './offers.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')

test('an offer id encodes its search and place', () => {
  const searchId = makeSearchId(NOW)
  assert.ok(isId('offerRequest', searchId))
  for (const place of [0, 1, 30, 31, 32, 199, 1_022]) {
    const id = offerIdOf(searchId, place)
    assert.ok(isId('offer', id))
    assert.deepEqual(readOfferId(id), { searchId, place })
  }
})

test('a hundred thousand searches of one millisecond have unique offer ids', () => {
  const seen = new Set<string>()
  for (let count = 0; count < 100_000; count++) seen.add(offerIdOf(makeSearchId(NOW), 0))
  assert.equal(seen.size, 100_000)
})

test('an invalid offer id has no search', () => {
  const searchId = makeSearchId(NOW)
  const offerId = offerIdOf(searchId, 5)
  for (const text of [
    '',
    'off_',
    searchId,
    `${offerId}0`,
    offerId.slice(0, -1),
    offerId.toUpperCase(),
    `off_${searchId.slice(4)}`,
  ])
    assert.equal(readOfferId(text), undefined, text)
})
