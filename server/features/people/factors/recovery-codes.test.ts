import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

test('there are ten different codes, in groups of four', () => {
  const codes = newRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}$/)
})

test('a code is accepted in any spelling, and only for its person', () => {
  const right = hashRecoveryCode('usr_1', '01k0-abcd-efgh-jkmn')
  for (const typed of [
    '01K0-ABCD-EFGH-JKMN',
    '01k0abcdefghjkmn',
    ' OIKO abcd efgh jkmn ',
    'olko-abcd-efgh-jkmn',
  ])
    assert.deepEqual(hashRecoveryCode('usr_1', typed), right, typed)
  assert.notDeepEqual(hashRecoveryCode('usr_2', '01k0-abcd-efgh-jkmn'), right)
  assert.notDeepEqual(hashRecoveryCode('usr_1', '01k0-abcd-efgh-jkmp'), right)
})
