// A token is valid for exactly the confirmed call, for five minutes, and cannot be forged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecretBox } from '../../kernel/crypto/secret-box.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { type Agreed, makeConfirmations } from './confirmation.ts'

const START = new Date('2026-11-16T12:00:00Z')
const MINUTE_MS = 60_000
const AGREED: Agreed = {
  caller: 'team_1 test key_1',
  tool: 'confirm_booking',
  given: { id: 'ord_1', passengers: [{ name: 'Ana', age: 30 }, { name: 'Bia' }] },
  shown: ['1234.56', { type: 'balance' }],
}

function begun(key = 1) {
  const clock = fixedClock(START)
  const confirmations = makeConfirmations(makeSecretBox(Buffer.alloc(32, key)), clock)
  const { token, expiresAt } = confirmations.begin(AGREED)
  const why = (changes: Partial<Agreed> = {}, written: unknown = token) => {
    const confirmed = confirmations.check(written, { ...AGREED, ...changes })
    return confirmed.ok ? 'ok' : confirmed.why
  }
  return { clock, confirmations, token, expiresAt, why }
}

test('the same input is the same in any order of fields', () => {
  const { why } = begun()
  assert.equal(why(), 'ok')
  const given = { passengers: [{ age: 30, name: 'Ana' }, { name: 'Bia' }], id: 'ord_1' }
  assert.equal(why({ given }), 'ok')
})

const OTHERS: [what: string, changes: Partial<Agreed>, why: string][] = [
  ['another key', { caller: 'team_1 test key_2' }, 'other_caller'],
  ['another mode', { caller: 'team_1 live key_1' }, 'other_caller'],
  ['another team', { caller: 'team_2 test key_1' }, 'other_caller'],
  ['another tool', { tool: 'cancel_booking' }, 'other_arguments'],
  ['another booking', { given: { id: 'ord_2' } }, 'other_arguments'],
  ['one argument more', { given: { ...Object(AGREED.given), extra: 1 } }, 'other_arguments'],
  ['no arguments', { given: {} }, 'other_arguments'],
  [
    'lists in another order',
    { given: { id: 'ord_1', passengers: [{ name: 'Bia' }, { name: 'Ana', age: 30 }] } },
    'other_arguments',
  ],
  [
    'a number in place of its text',
    { given: { id: 'ord_1', passengers: [{ name: 'Ana', age: '30' }, { name: 'Bia' }] } },
    'other_arguments',
  ],
  ['another price', { shown: ['1234.57', { type: 'balance' }] }, 'changed'],
  ['another payment', { shown: ['1234.56', { type: 'card' }] }, 'changed'],
]

for (const [what, changes, why] of OTHERS)
  test(`${what} is not covered by the consent`, () => {
    assert.equal(begun().why(changes), why)
  })

test('a token is valid for exactly five minutes', () => {
  const { clock, expiresAt, why } = begun()
  assert.equal(expiresAt.getTime() - START.getTime(), 5 * MINUTE_MS)
  clock.advance(5 * MINUTE_MS - 1)
  assert.equal(why(), 'ok')
  clock.advance(1)
  assert.equal(why(), 'expired')
})

test('only a token of this service is valid', () => {
  const { token, why } = begun()
  const bytes = Buffer.from(token, 'base64url')
  const flipped = Array.from({ length: bytes.length }, (_, place) => {
    const copy = Buffer.from(bytes)
    copy[place] = (copy[place] ?? 0) ^ 1
    return copy.toString('base64url')
  })
  const strange = [undefined, null, 7, {}, [], '', 'x', 'e30', token.slice(1), `${token}AA`, begun(2).token]
  for (const written of [...flipped, ...strange])
    assert.equal(why({}, written ?? 'none'), 'unknown', String(written))
})

test('each token has a stable idempotency key of its own', () => {
  const { confirmations, token } = begun()
  const keyOf = (written: string) => {
    const confirmed = confirmations.check(written, AGREED)
    return confirmed.ok ? confirmed.idempotencyKey : assert.fail(confirmed.why)
  }
  const keys = Array.from({ length: 50 }, () => keyOf(confirmations.begin(AGREED).token))
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(keyOf(token), keyOf(token))
  for (const key of keys) assert.match(key, /^mcp-[0-9a-f]{24}$/)
})

test('a token discloses nothing of its content', () => {
  const text = Buffer.from(begun().token, 'base64url').toString('latin1')
  assert.doesNotMatch(text, /ord_1|key_1|1234|confirm/)
})
