// Password hashes: each with a salt of its own, right for one password alone, and readable by later versions.
import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { controlWork, settled } from '../../../test/support/controlled-work.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { hashPassword, isPassword, isWeakHash, makePasswordTurns, PASSWORD_COST } from './passwords.ts'

const PASSWORD = 'três tristes tigres'
const hash = await hashPassword(PASSWORD, 'a')

test('a hash names its parameters and is salted', async () => {
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(await hashPassword(PASSWORD, 'a'), hash)
  assert.equal(isWeakHash(hash), false)
})

test('the right password is accepted in any Unicode form', async () => {
  assert.equal(await isPassword(PASSWORD, hash, 'a'), true)
  assert.equal(await isPassword(PASSWORD.normalize('NFD'), hash, 'a'), true)
  for (const wrong of ['', `${PASSWORD} `, PASSWORD.toUpperCase(), 'tres tristes tigres'])
    assert.equal(await isPassword(wrong, hash, 'a'), false, wrong)
})

test('without a stored hash every password is wrong', async () => {
  for (const password of ['', PASSWORD, '\u0000'.repeat(16)])
    assert.equal(await isPassword(password, null, 'a'), false)
})

test('a hash of lower cost is still accepted, and known to be weak', async () => {
  const nonce = Buffer.alloc(16, 7)
  const cost = { memory: 8 * 1024, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost })
  const text = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${text.join('$')}`
  assert.deepEqual([await isPassword(PASSWORD, old, 'a'), isWeakHash(old)], [true, true])
  assert.equal(await isPassword('another one', old, 'a'), false)
})

test('tests may use a lower cost, which a service with the default considers weak', async () => {
  const small = { memory: 8, passes: 1, parallelism: 1 }
  const cheap = await hashPassword(PASSWORD, 'a', small)
  assert.match(cheap, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  assert.equal(await isPassword(PASSWORD, cheap, 'a', small), true)
  assert.equal(await isPassword(PASSWORD, null, 'a', small), false)
  assert.deepEqual([isWeakHash(cheap, small), isWeakHash(cheap, PASSWORD_COST)], [false, true])
})

test('an unreadable hash is a server error, not a wrong password', async () => {
  for (const broken of ['', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$', hash.replace('argon2id', 'argon2i')])
    await assert.rejects(isPassword(PASSWORD, broken, 'a'), /cannot be read/)
})

test('too many requests of one network are refused; others have their turn, and the event loop is free', async () => {
  const delays = monitorEventLoopDelay({ resolution: 2 })
  delays.enable()
  // One network, however many addresses it has.
  const greedy = Array.from({ length: 30 }, (_, index) =>
    isPassword(PASSWORD, hash, `2001:db8:1:2::${index + 1}`).catch((error) => error),
  )
  const [polite, ...responses] = await Promise.all([isPassword(PASSWORD, hash, 'polite'), ...greedy])
  delays.disable()
  assert.equal(polite, true)
  const refused = responses.filter((response) => response instanceof Fail)
  assert.ok(refused.length > 0 && refused.length < 30, `${refused.length} were refused`)
  for (const { code, options } of refused)
    assert.deepEqual([code, options.retryAfterSeconds], ['service_unavailable', 5])
  assert.ok(delays.percentile(50) < 25_000_000, `${delays.percentile(50)} ns`)
})

test('unknown addresses share one of two slots; those known to an account use the other', async () => {
  const inTurn = makePasswordTurns()
  const strange = controlWork(inTurn)
  const known = controlWork((account, work) => inTurn({ account }, work))
  for (let n = 0; n < 200; n++) void strange.ask(`198.51.100.${n}`, `stranger ${n}`).catch(() => {})
  await settled()
  assert.deepEqual(strange.begun, ['stranger 0'])
  for (const name of ['ana', 'bia', 'eva']) void known.ask(name, name)
  await settled()
  assert.deepEqual(known.begun, ['ana'])
  await known.end('ana')
  await known.end('bia')
  await known.end('eva')
  assert.deepEqual(known.begun, ['ana', 'bia', 'eva'])
  assert.deepEqual(strange.begun, ['stranger 0'])
  for (let n = 0; n < 200; n++) await strange.end(`stranger ${n}`)
  assert.equal(strange.begun.length, 200)
})
