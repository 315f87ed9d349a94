// Authentication with banks in both directions, allowed addresses, and valid account settings.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { mock, test } from 'node:test'
import { connect as tlsConnect } from 'node:tls'
import { eventually } from '../../../../test/support/eventually.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../../test/support/fakes/certificate.ts'
import { AGENCY_CERTIFICATE, AUTHORITY } from '../../../../test/support/fakes/client-certificates.ts'
import {
  confirmed,
  LOOPBACK,
  NOON,
  type OtherSettings,
  pixBank,
  pixOrder,
  withSettings,
} from '../../../../test/support/fakes/pix-bank.ts'
import { trustAuthority } from '../../../../test/support/trust-authority.ts'
import type { Outcome } from '../port.ts'
import { settingFaults } from './pix-settings.ts'

const FORBIDDEN = 'the bank was not reached: no public address was found for this host'
const REFUSED = 'the bank does not accept the credentials'
const { txid } = pixOrder()

function accountFault(outcome: Outcome<unknown>): string {
  assert.equal(outcome.outcome, 'rejected')
  const { reason, cause } = outcome as { reason: string; cause?: string }
  assert.equal(cause, 'account', reason)
  return reason
}

test('one token serves many requests, and simultaneous ones wait for the same', async (t) => {
  const { psp, bank } = await pixBank(t)
  psp.trouble('POST /oauth/token', 'hold')
  const opened = Array.from({ length: 20 }, () => bank.open(pixOrder()))
  await eventually('the bank was asked', () => psp.count('POST /oauth/token') > 0)
  psp.release()
  for (const outcome of await Promise.all(opened)) confirmed(outcome)
  confirmed(await bank.received(NOON, NOON))
  assert.equal(psp.count('POST /oauth/token'), 1)
  assert.equal(
    psp.calls[0]?.body,
    'grant_type=client_credentials&scope=cob.write+cob.read+pix.read+pix.write+webhook.write',
  )
})

test('a token is used until shortly before it expires', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const day = () => pixOrder({ expiresAt: new Date(NOON.getTime() + 86_400_000) })
  confirmed(await bank.open(day()))
  clock.advance(3_600_000 - 30_001)
  confirmed(await bank.open(day()))
  assert.equal(psp.count('POST /oauth/token'), 1)
  clock.advance(1)
  psp.tokenLifeSeconds = 10
  confirmed(await bank.open(day()))
  assert.equal(psp.count('POST /oauth/token'), 2)
  clock.advance(4_999)
  confirmed(await bank.open(day()))
  assert.equal(psp.count('POST /oauth/token'), 2, 'a short life is not shorter than its margin')
  clock.advance(1)
  confirmed(await bank.open(day()))
  assert.equal(psp.count('POST /oauth/token'), 3)
})

test('a token that the bank rejects is replaced once', async (t) => {
  const { psp, bank } = await pixBank(t)
  confirmed(await bank.open(pixOrder()))
  psp.revokeTokens()
  const opened = await Promise.all(Array.from({ length: 5 }, () => bank.open(pixOrder())))
  for (const outcome of opened) confirmed(outcome)
  assert.equal(psp.count('POST /oauth/token'), 2, 'for all five')
  psp.trouble('GET /cob/', 401, 401)
  assert.match(accountFault(await bank.read(txid)), /^the bank does not accept the credentials: Operação/)
  assert.equal(psp.count('GET /cob/'), 2)
  assert.equal(psp.count('POST /oauth/token'), 3)
})

test('a token in an error of the bank is masked', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  confirmed(await bank.open(pixOrder()))
  clock.advance(3_600_000)
  // The bank issues a token and then refuses it.
  psp.trouble('POST /oauth/token', (response) => {
    psp.revokeTokens()
    return response
  })
  assert.equal(
    accountFault(await bank.read(txid)),
    `${REFUSED}: Operação inválida.: Token inválido: Bearer ***`,
  )
  assert.equal(psp.count('GET /cob/'), 1, 'a fresh one is not replaced')
})

test('credentials that the bank refuses are reported', async (t) => {
  const { psp, bank, connect } = await pixBank(t)
  for (const wrong of [{ client_secret: 'wrong' }, { client_id: 'somebody' }]) {
    const outcome = await connect(wrong).register('https://agencia.example.com/x')
    assert.equal(accountFault(outcome), `${REFUSED} (invalid_client)`)
  }
  psp.trouble('POST /oauth/token', () => ({ status: 400, body: { error: psp.settings.client_secret } }))
  assert.equal(accountFault(await bank.read(txid)), `${REFUSED} (400)`)
  psp.scopes = 'cob.read pix.read'
  const outcome = await bank.open(pixOrder())
  assert.match(accountFault(outcome), /^the bank does not accept the credentials: .*cob\.write/)
  assert.equal((await bank.read(txid)).outcome, 'rejected')
})

test('unusable tokens are reported', async (t) => {
  const { psp, bank } = await pixBank(t)
  const unfit = [
    { access_token: 'a\r\nx-other: b', token_type: 'Bearer', expires_in: 60 },
    { access_token: '', expires_in: 60 },
    { access_token: 7, expires_in: 60 },
    { access_token: 'x'.repeat(9_000), expires_in: 60 },
    { access_token: 'abc', token_type: 'mac', expires_in: 60 },
    { access_token: 'abc', token_type: { toString: 1 }, expires_in: 60 },
    { access_token: 'abc', expires_in: 0 },
    { access_token: 'abc', expires_in: -1 },
    { access_token: 'abc', expires_in: 'soon' },
    [],
    '',
  ]
  for (const body of unfit) {
    psp.trouble('POST /oauth/token', () => ({ status: 200, body }))
    assert.deepEqual(await bank.read(txid), {
      outcome: 'unknown',
      reason: 'the bank answered with a token that cannot be used',
    })
  }
  // Banks differ in these.
  psp.trouble('POST /oauth/token', ({ status, body }) => {
    return {
      status,
      body: { access_token: (body as { access_token: string }).access_token, expires_in: '60' },
    }
  })
  confirmed(await bank.open(pixOrder()))
})

test('without a token no further request is sent', async (t) => {
  const { psp, bank } = await pixBank(t)
  psp.trouble('POST /oauth/token', 503, 'reset', 'garbage')
  for (let count = 0; count < 3; count++) assert.equal((await bank.open(pixOrder())).outcome, 'unknown')
  assert.equal(psp.count('PUT'), 0)
  confirmed(await bank.open(pixOrder()))
})

test('the fake bank requires a client certificate of its authority', async (t) => {
  const { psp, connect } = await pixBank(t)
  const { hostname: host, port } = new URL(psp.settings.api_url)
  const bare = tlsConnect({ host, port: Number(port), ca: AUTHORITY }).on('error', () => {})
  bare.end('GET /api/v2/pix HTTP/1.1\r\nhost: bank\r\nconnection: close\r\n\r\n')
  let received = ''
  bare.on('data', (chunk) => {
    received += chunk
  })
  await new Promise((closed) => bare.once('close', closed))
  assert.equal(received, '')
  const stranger = connect({ certificate: CERTIFICATE, private_key: CERTIFICATE_KEY })
  assert.equal((await stranger.register(null)).outcome, 'unknown')
  // The bank sends the reason before it closes the connection, but the reason may get lost.
  await eventually("the bank's error arrives", async () => {
    const refused = (await connect({ certificate: '', private_key: '' }).register(null)) as { reason: string }
    return refused.reason === 'the bank does not accept the certificate'
  })
  assert.equal(psp.count(''), 0)
})

test('an invalid certificate is refused', async (t) => {
  const { psp, connect } = await pixBank(t)
  const wrong = [
    { certificate: 'x' },
    { private_key: 'x' },
    { private_key: CERTIFICATE_KEY },
    { private_key: psp.settings.private_key.replace(/[A-Z]/g, 'A') },
  ]
  for (const account of wrong) {
    const reason = accountFault(await connect(account).register(null))
    assert.equal(reason, 'the certificate or its private key cannot be used')
  }
  assert.equal(psp.count(''), 0)
})

test('the bank must present a valid certificate, on loopback too', async (t) => {
  const { psp, connect } = await pixBank(t)
  const open = { ...LOOPBACK, loopbackOpen: true }
  const reasonOf = async (account: OtherSettings, address = open as typeof open & object) => {
    return ((await connect(account, { address }).register(null)) as { reason: string }).reason
  }
  assert.match(
    await reasonOf({ authority: undefined }),
    /its certificate is signed by nobody known|without those/,
  )
  assert.match(
    await reasonOf({ authority: CERTIFICATE }),
    /its certificate is signed by nobody known|without those/,
  )
  const named = (name: string) => psp.settings.token_url.replace('127.0.0.1', name)
  const resolve = async () => ['127.0.0.1']
  const other = await reasonOf({ token_url: named('bank.other.test') }, { ...open, ...{ resolve } })
  assert.match(other, /its certificate is for another name/)
  assert.equal(psp.count(''), 0)
  const good = connect(
    {
      token_url: named('token.example.test'),
      api_url: psp.settings.api_url.replace('127.0.0.1', 'api.example.test'),
    },
    { address: { ...open, resolve } },
  )
  confirmed(await good.register(null))
})

test('addresses given by a team cannot lead to internal hosts', async (t) => {
  const { psp, connect } = await pixBank(t)
  const connects = mock.method(Socket.prototype, 'connect')
  t.after(() => connects.mock.restore())
  const { api_url, token_url } = psp.settings
  const closed = { ...LOOPBACK, allowedCidrs: [] }
  for (const inside of ['https://10.0.0.5/token', 'https://169.254.169.254/', 'https://[::1]/', token_url]) {
    const outcome = await connect({ token_url: inside }, { address: closed }).register(null)
    assert.equal(accountFault(outcome), FORBIDDEN)
  }
  const resolve = async () => ['8.8.8.8', '192.168.0.1']
  const name = connect({ token_url: 'https://bank.example/token' }, { address: { ...closed, resolve } })
  assert.equal(accountFault(await name.register(null)), FORBIDDEN)
  assert.equal(connects.mock.callCount(), 0)
  // The token's address is allowed, the other one is not.
  const half = connect({ api_url: 'https://10.0.0.5/api/v2' })
  for (const outcome of [await half.open(pixOrder()), await half.read(txid), await half.withdraw(txid)]) {
    assert.equal(accountFault(outcome), FORBIDDEN)
  }
  const hosts = connects.mock.calls.map(({ arguments: [to] }) => (to as { host?: string }).host)
  assert.deepEqual([...new Set(hosts)], ['127.0.0.1'])
  const before = psp.count('')
  const unfit = [api_url.replace('https', 'http'), api_url.replace('//', '//user:pass@'), 'bank', '']
  for (const url of unfit) {
    for (const account of [{ api_url: url }, { token_url: url }]) {
      const reason = accountFault(await connect(account).open(pixOrder()))
      assert.equal(reason, 'only https addresses without credentials are called')
    }
  }
  assert.equal(psp.count(''), before)
})

test('account settings are validated field by field', async (t) => {
  const { psp } = await pixBank(t)
  const fieldsOf = (changes: OtherSettings, at = NOON) =>
    settingFaults(withSettings(psp, changes), at).map(({ field, issue }) => `${field} ${issue}`)
  assert.deepEqual(fieldsOf({}), [])
  assert.deepEqual(fieldsOf({ authority: undefined }), [])
  assert.deepEqual(
    fieldsOf({ certificate: AGENCY_CERTIFICATE + AUTHORITY, authority: AUTHORITY + CERTIFICATE }),
    [],
  )
  const url = 'must be an https address without credentials'
  for (const wrong of [
    '',
    'bank',
    'http://bank.example',
    'https://a:b@bank.example',
    'https://a b.example',
  ]) {
    assert.deepEqual(fieldsOf({ api_url: wrong, token_url: wrong }), [`api_url ${url}`, `token_url ${url}`])
  }
  assert.deepEqual(fieldsOf({ client_id: 'a:b' }), ['client_id must not be empty, nor have a colon'])
  assert.deepEqual(fieldsOf({ client_id: '', client_secret: '' }).length, 2)
  assert.deepEqual(fieldsOf({ certificate: 'x' }), ['certificate must be a certificate in PEM'])
  const mangled = AGENCY_CERTIFICATE.replace(/M/g, 'A')
  assert.deepEqual(fieldsOf({ certificate: mangled }), ['certificate must be a certificate in PEM'])
  assert.deepEqual(fieldsOf({ private_key: AGENCY_CERTIFICATE }), [
    'private_key must be a private key in PEM, without a passphrase',
  ])
  assert.deepEqual(fieldsOf({ private_key: CERTIFICATE_KEY }), [
    'private_key does not belong to the certificate',
  ])
  assert.deepEqual(fieldsOf({ authority: 'x' }), ['authority must be certificates in PEM'])
  assert.deepEqual(fieldsOf({ authority: '' }), ['authority must be certificates in PEM'])
  assert.deepEqual(fieldsOf({}, new Date('2127-01-01T00:00:00Z')), ['certificate has expired'])
  assert.deepEqual(fieldsOf({}, new Date('2026-01-01T00:00:00Z')), ['certificate is not valid yet'])
})

test("Pix keys are accepted in the banks' forms", async (t) => {
  const { psp } = await pixBank(t)
  const isFit = (pix_key: string) => settingFaults({ ...psp.settings, pix_key }, NOON).length === 0
  const good = [
    '123e4567-e12b-12d1-a456-426655440000',
    '12345678909',
    '12345678000195',
    '12ABC34501DE35',
    'financeiro@agencia-sol.com.br',
    '+5511999998888',
    '+551133334444',
  ]
  const bad = [
    '',
    '123.456.789-09',
    '123456789',
    '11999998888a',
    '+1212555123',
    '5511999998888',
    'agencia',
    'a@b',
    'a b@c.com',
    `${'x'.repeat(70)}@agencia.com`,
    '123e4567e12b12d1a456426655440000',
    ' 12345678909',
    '12345678909\n',
  ]
  assert.deepEqual(
    good.filter((key) => !isFit(key)),
    [],
  )
  assert.deepEqual(bad.filter(isFit), [])
})

test('public authorities are trusted unless the team names another', async (t) => {
  const { psp, connect } = await pixBank(t)
  trustAuthority(AUTHORITY)
  confirmed(await connect({ authority: undefined }).register(null))
  const before = psp.count('')
  assert.equal((await connect({ authority: CERTIFICATE }).register(null)).outcome, 'unknown')
  assert.equal(psp.count(''), before)
  confirmed(await connect({ authority: CERTIFICATE + AUTHORITY }).register(null))
})
