// The hand-written countries compared with Unicode's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountryCode } from './countries.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

/** Named by Unicode, but not in the standard: groups, islands with reserved codes, codes for private use. */
const NOT_IN_THE_STANDARD = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' ')

test('exactly the 249 codes of the standard, each with a Unicode name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  // Codes of the past (DD, SU) are still named, as the country that followed.
  const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
  const named = PAIRS.filter((code) => names.of(code) !== undefined && isCurrent(code))
  const expected = named.filter((code) => !NOT_IN_THE_STANDARD.includes(code))
  assert.equal(expected.length, 249)
  assert.deepEqual(PAIRS.filter(isCountryCode), expected)
})

test('lower case and other lengths are invalid', () => {
  for (const text of ['br', 'Br', '', 'B', 'BRA', ' BR', 'BR ', 'ÄA', '12']) {
    assert.equal(isCountryCode(text), false, text)
  }
})
