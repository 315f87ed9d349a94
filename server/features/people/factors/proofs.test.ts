// Proofs and codes without a service: the lifetime of a proof, codes that match an independent app, the encryption
// of secrets, and how mails and lists show a passkey.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scan } from '../../../../test/support/authenticator-app.ts'
import { makeSecretBox } from '../../../kernel/crypto/secret-box.ts'
import { frozenClock } from '../../../kernel/process/clock.ts'
import { demandProof, proofEnd, provenUntil } from './proofs.ts'
import { passkeyView } from './read-factors.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import {
  decryptTotpSecret,
  encryptTotpSecret,
  newTotpSecret,
  stepOfCode,
  totpUri,
  typedSecret,
} from './totp.ts'
import { creationOptions, relyingParty, requestOptions, userHandle } from './webauthn.ts'

const PROVEN = new Date('2026-11-16T12:00:00.000Z')
const later = (ms: number) => new Date(PROVEN.getTime() + ms)
const MINUTES_MS = 10 * 60_000

/** Sessions of which one was proven then. */
const sessions = {
  query: async ({ values = [] }: { values?: unknown[] }) => ({
    rows: values[0] === 'ses_1' ? [{ at: PROVEN }] : [],
    rowCount: 1,
  }),
}

const PROOFS: [string, number, boolean][] = [
  ['ses_1', 0, true],
  ['ses_1', MINUTES_MS - 1, true],
  ['ses_1', MINUTES_MS, false],
  ['ses_1', 24 * 60 * 60_000, false],
  ['ses_gone', 0, false],
]

for (const [session, ms, counts] of PROOFS) {
  test(`the proof of ${session} ${counts ? 'counts' : 'does not count'} after ${ms} ms`, async () => {
    const until = await provenUntil(sessions, session, later(ms))
    assert.deepEqual(until, counts ? proofEnd(PROVEN) : null)
    const demand = demandProof(sessions, session, later(ms))
    if (counts) await demand
    else await assert.rejects(demand, { code: 'proof_required', status: 403 })
  })
}

const anyMoment = fc.date({ min: new Date(60_000), max: new Date('2100-01-01'), noInvalidDate: true })
const anySecret = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes))

test('an app that scans the address shows accepted codes, within one step', () => {
  fc.assert(
    fc.property(anySecret, anyMoment, (secret, now) => {
      const app = scan(totpUri(secret, 'Embarque', 'ana@sol.example'), frozenClock(now))
      const step = Math.floor(now.getTime() / 30_000)
      for (const aside of [-1, 0, 1]) {
        // Two steps may have the same code; then the later one is meant.
        const found = stepOfCode(secret, app(aside), now)
        assert.ok(found !== undefined && found >= step + aside, `${aside}: ${found} of ${step}`)
      }
    }),
  )
})

test('a code is not valid for another secret', () => {
  const now = PROVEN
  const [mine, yours] = [newTotpSecret(), newTotpSecret()]
  const app = scan(totpUri(mine, 'Embarque', 'ana@sol.example'), frozenClock(now))
  const near = [-1, 0, 1].map((steps) =>
    scan(totpUri(yours, 'Embarque', 'bia@sol.example'), frozenClock(now))(steps),
  )
  assert.equal(stepOfCode(yours, app(), now) !== undefined, near.includes(app()))
})

test('a secret is typed in base32, five bits per letter', () => {
  fc.assert(
    fc.property(anySecret, (secret) => {
      const bits = [...typedSecret(secret)].map((letter) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
      )
      assert.equal(bits.join(''), [...secret].map((byte) => byte.toString(2).padStart(8, '0')).join(''))
    }),
  )
})

test('an encrypted secret decrypts only for its person and key', () => {
  const secretBox = makeSecretBox(Buffer.alloc(32, 1))
  const secret = newTotpSecret()
  const encrypted = encryptTotpSecret({ secretBox }, 'usr_1', secret)
  assert.deepEqual(decryptTotpSecret({ secretBox }, 'usr_1', encrypted), secret)
  assert.ok(!encrypted.includes(secret) && !encrypted.includes(secret.toString('hex')))
  assert.throws(() => decryptTotpSecret({ secretBox }, 'usr_2', encrypted))
  assert.throws(() =>
    decryptTotpSecret({ secretBox: makeSecretBox(Buffer.alloc(32, 2)) }, 'usr_1', encrypted),
  )
})

test('recovery codes are accepted in any grouping and spelling', () => {
  const [code = ''] = newRecoveryCodes()
  const right = hashRecoveryCode('usr_1', code)
  const spelt = fc.array(fc.constantFrom('', ' ', '-', '\t', ' - '), { minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(spelt, fc.boolean(), (gaps, isLoud) => {
      const typed = [...code].map((letter, index) => `${letter}${gaps[index] ?? ''}`).join('')
      assert.deepEqual(hashRecoveryCode('usr_1', isLoud ? typed.toUpperCase() : typed), right)
    }),
  )
  assert.notDeepEqual(hashRecoveryCode('usr_1', code.slice(0, -1)), right)
})

const PARTIES: [string, string | null][] = [
  // The public address; for whom passkeys are, or null where there are none.
  ['https://painel.example.com', 'painel.example.com'],
  ['https://painel.example.com:8443/embarque/', 'painel.example.com'],
  ['https://agência.example', 'xn--agncia-jva.example'],
  ['http://sol.localhost:3000', 'sol.localhost'],
  ['http://localhost.example', null],
  ['http://notlocalhost', null],
  ['https://127.0.0.2', null],
  ['http://192.168.0.10:3000', null],
]

for (const [url, id] of PARTIES) {
  test(`passkeys at ${url} are ${id === null ? 'unavailable' : `for ${id}`}`, () => {
    const party = () => relyingParty({ address: { url } })
    if (id === null) assert.throws(party, { code: 'passkeys_unavailable', status: 422 })
    else assert.deepEqual(party(), { id, origin: new URL(url).origin })
  })
}

test('registration asks for a discoverable passkey and excludes existing ones', () => {
  const party = relyingParty({ address: { url: 'https://painel.example.com' } })
  const known = [
    { credential_id: 'AAAA', transports: ['usb', 'nfc'] },
    { credential_id: 'BBBB', transports: [] },
  ]
  const described = [
    { id: 'AAAA', type: 'public-key', transports: ['usb', 'nfc'] },
    { id: 'BBBB', type: 'public-key' },
  ]
  const ana = { id: 'usr_1', email: 'ana@sol.example', name: 'Ana' }
  const creation = creationOptions(party, 'x', ana, known)
  assert.deepEqual(creation.user, { id: userHandle('usr_1'), name: 'ana@sol.example', displayName: 'Ana' })
  assert.deepEqual(creation.excludeCredentials, described)
  assert.deepEqual(
    creation.pubKeyCredParams.map(({ alg }) => alg),
    [-7, -8, -257],
  )
  assert.deepEqual([creation.attestation, creation.timeout], ['none', 300_000])
  assert.equal(creation.authenticatorSelection.userVerification, 'required')
  const request = requestOptions(party, 'x', known)
  assert.deepEqual([request.allowCredentials, request.userVerification], [described, 'required'])
})

test('a passkey is returned with name and use, without its key', () => {
  const row = {
    id: 'psk_1',
    person_id: 'usr_1',
    credential_id: 'AAAA',
    public_key: Buffer.from('key'),
    counter: 7n,
    transports: ['usb'],
    name: 'Celular',
    created_at: PROVEN,
  }
  const shown = { id: 'psk_1', name: 'Celular', created_at: '2026-11-16T12:00:00.000Z' }
  assert.deepEqual(passkeyView({ ...row, backed_up: false, last_used_at: null }), {
    ...shown,
    synchronised: false,
    last_used_at: null,
  })
  assert.deepEqual(passkeyView({ ...row, backed_up: true, last_used_at: later(1) }), {
    ...shown,
    synchronised: true,
    last_used_at: '2026-11-16T12:00:00.001Z',
  })
})
