// A new password is refused if it is short or easy to guess; only an accepted one is hashed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD_CHARACTERS_MIN } from '../../../contract/limits.ts'
import { englishOf } from '../../../contract/phrases/issues.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { isPassword, newPassword, PASSWORD_COST } from './passwords.ts'

const OWN = { name: 'Beatriz Melo', email: 'bia.melo@aurora.example' }

const ROWS: [password: string, issue: string][] = [
  ['', 'must have at least 10 characters'],
  ['kX9#vT2!q', 'must have at least 10 characters'],
  ['🛫'.repeat(PASSWORD_CHARACTERS_MIN - 1), 'must have at least 10 characters'],
  ['🛫'.repeat(PASSWORD_CHARACTERS_MIN), 'must have more different characters'],
  ['abcdefghij', 'must not be a run of letters or digits'],
  ['31/12/1999', 'must not be a date or a short number'],
  ['Palmeiras1914', 'must not be one of the most usual passwords'],
  ['BeatrizMelo1', 'must not be made of your name or e-mail address'],
  ['melo@aurora!', 'must not be made of your name or e-mail address'],
]

for (const [password, issue] of ROWS)
  test(`${password || 'nothing'} is refused: it ${issue}`, async () => {
    await assert.rejects(newPassword(password, OWN, '192.0.2.1', PASSWORD_COST), (error) => {
      assert.ok(error instanceof Fail && error.code === 'invalid_request_parameters')
      const [detail, ...others] = error.options.details ?? []
      assert.ok(detail && others.length === 0)
      assert.deepEqual([detail.field, englishOf(detail.issue)], ['password', issue])
      return true
    })
  })

test("an accepted password is stored as a matching hash, and may contain another person's name", async () => {
  const ana = { name: 'Ana', email: 'ana@x.example' }
  const hash = await newPassword('Beatriz-Melo-85', ana, '192.0.2.1', PASSWORD_COST)
  assert.match(hash, /^\$argon2id\$/)
  assert.ok(!hash.includes('Beatriz'))
  assert.equal(await isPassword('Beatriz-Melo-85', hash, '192.0.2.1'), true)
})
