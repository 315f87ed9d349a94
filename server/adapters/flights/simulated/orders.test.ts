import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locatorOf, ticketNumber } from './orders.ts'

test('locators are six unambiguous characters, unique, unlike their neighbours', () => {
  const seen = new Set<string>()
  for (let number = 1n; number <= 200_000n; number++) {
    const locator = locatorOf(number)
    assert.match(locator, /^[A-HJ-NP-Z2-9]{6}$/)
    seen.add(locator)
  }
  assert.equal(seen.size, 200_000)
  const alike = [...locatorOf(1n)].filter((letter, index) => letter === locatorOf(2n)[index])
  assert.ok(alike.length < 4)
})

test('tickets are 13 digits: the airline, the order, the traveller', () => {
  assert.equal(ticketNumber('957', 1n, 0), '9570000000100')
  assert.equal(ticketNumber('957', 1n, 17), '9570000000117')
  assert.equal(ticketNumber('001', 99_999_999n, 8), '0019999999908')
})
