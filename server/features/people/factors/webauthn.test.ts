import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAuthenticator, type Spoilt } from '../../../../test/support/software-authenticator.ts'
import {
  challengeIn,
  creationOptions,
  judgeAssertion,
  judgeCreation,
  relyingParty,
  requestOptions,
} from './webauthn.ts'

const partyAt = (url: string) => relyingParty({ address: { url } })
const party = partyAt('https://painel.example.com/base')
const person = { id: 'usr_1', email: 'ana@sol.example', name: 'Ana' }
const REFUSED = { code: 'passkey_refused' }

test('a passkey belongs to the host of the public address, or to localhost', () => {
  assert.deepEqual(party, { id: 'painel.example.com', origin: 'https://painel.example.com' })
  for (const host of ['127.0.0.1', '0.0.0.0', '[::1]', '[::]', 'localhost'])
    assert.deepEqual(partyAt(`http://${host}:3000`), { id: 'localhost', origin: 'http://localhost:3000' })
  for (const url of [
    'http://painel.example.com',
    'https://203.0.113.5',
    'http://10.0.0.5:3000',
    'https://[2001:db8::1]',
  ])
    assert.throws(() => partyAt(url), { code: 'passkeys_unavailable' }, url)
})

test('a valid authenticator response is accepted, any altered one refused', async () => {
  const device = makeAuthenticator(party.origin)
  const toCreate = creationOptions(party, 'Y3JlYXRl', person, [])
  const created = device.create(toCreate)
  assert.equal(challengeIn(created), 'Y3JlYXRl')
  const credential = await judgeCreation(party, 'Y3JlYXRl', created)
  assert.deepEqual([credential.credential_id, credential.counter], [created.id, 0n])
  const ways: Spoilt[] = [
    { origin: 'https://painel.example.com.evil.example' },
    { rpId: 'example.com' },
    { challenge: 'b3RoZXI' },
    { isUnverified: true },
  ]
  for (const way of [...ways, { type: 'webauthn.get' }])
    await assert.rejects(judgeCreation(party, 'Y3JlYXRl', device.create(toCreate, way)), REFUSED)

  const toGet = requestOptions(party, 'Z2V0', [credential])
  assert.deepEqual(toGet.allowCredentials, [{ id: created.id, type: 'public-key', transports: ['internal'] }])
  const judged = await judgeAssertion(party, 'Z2V0', device.get(toGet), credential)
  assert.deepEqual(judged, { counter: 1n, backed_up: false })
  for (const way of [...ways, { type: 'webauthn.create' }, { isForged: true }])
    await assert.rejects(judgeAssertion(party, 'Z2V0', device.get(toGet, way), credential), REFUSED)
})

test('a malformed response is refused', () => {
  const { response, ...answer } = makeAuthenticator(party.origin).create({ challenge: 'x' })
  for (const data of ['', 'null', '{}', '{"challenge":1}', '{"challenge'])
    assert.throws(() =>
      challengeIn({
        ...answer,
        response: { ...response, clientDataJSON: Buffer.from(data).toString('base64url') },
      }),
    )
})
