// A malicious or broken issuer: whatever it sends, no unauthorised person signs in. An honest one is tested
// with a real provider.
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { realClock } from '../../kernel/process/clock.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { makeIdentityProviders, verifiedEmailIn } from './identity-providers.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Json = Record<string, unknown>
type FakeResponse = { status?: number; location?: string; body: Json | string }

/** Its responses by path, besides the standard ones. */
let routes: Record<string, (form: URLSearchParams) => FakeResponse> = {}
const asked: string[] = []
const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  let text = ''
  for await (const chunk of request) text += chunk
  const answer = routes[path]?.(new URLSearchParams(text)) ?? usual[path]
  const { status = answer === undefined ? 404 : 200, location, body = '' } = answer ?? {}
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => void server.close().closeAllConnections())
const { port } = server.address() as AddressInfo
const issuer = `http://127.0.0.1:${port}`
const DISCOVERY = '/.well-known/openid-configuration'
const endpoints = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
}
const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
const usual: Record<string, FakeResponse> = {
  [DISCOVERY]: { body: endpoints },
  '/jwks': { body: { keys: [jwk] } },
}

function makeProviders(loopbackOpen = true) {
  const made = makeIdentityProviders(
    {
      oidcProviders: new Map([['casa', issuer]]),
      oidcClientIds: new Map([['casa', 'embarque']]),
      oidcClientSecrets: new Map([['casa', 'secret']]),
    },
    { allowedCidrs: [], loopbackOpen, resolve: async () => [] },
    { wall: realClock, log: makeLog({ level: 'silent' }) },
  )
  after(() => made.close())
  return made
}

const flow = {
  redirectUri: 'https://painel.example/callback',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  codeVerifier: 'v'.repeat(43),
}
const answer = { code: 'a-code', state: flow.state }
const nowSeconds = () => Math.floor(realClock.now().getTime() / 1_000)

function signed(changes: Json = {}, { key = keys.privateKey, header = {} as Json } = {}): string {
  const [iat, exp] = [nowSeconds(), nowSeconds() + 300]
  const usualClaims = { iss: issuer, aud: 'embarque', sub: 'ana', nonce: flow.nonce, iat, exp }
  const claims = { ...usualClaims, email: 'ana@agencia.example', email_verified: true, ...changes }
  const text = [{ alg: 'RS256', kid: 'one', ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

const tokens = (id_token: string) => ({ body: { access_token: 'x', token_type: 'Bearer', id_token } })

/** The outcome of a sign-in with these responses. */
function finishWith(paths: typeof routes, sent: Record<string, string> = answer) {
  routes = paths
  return makeProviders().finish('casa', flow, sent)
}

test('a valid token identifies its person; the verifier is sent with the code', async () => {
  let form = new URLSearchParams()
  const identity = await finishWith({
    '/token': (sent) => {
      form = sent
      return tokens(signed())
    },
  })
  assert.deepEqual(identity, { issuer, subject: 'ana', verifiedEmail: 'ana@agencia.example', name: null })
  assert.deepEqual([form.get('code'), form.get('code_verifier')], ['a-code', flow.codeVerifier])
  const begun = new URL(await makeProviders().begin('casa', flow))
  const challenge = createHash('sha256').update(flow.codeVerifier).digest('base64url')
  assert.equal(begun.searchParams.get('code_challenge'), challenge)
})

test('a token of another audience, time, sign-in or issuer is refused', async () => {
  const bad: Record<string, string> = {
    'another nonce': signed({ nonce: 'x'.repeat(43) }),
    'no nonce': signed({ nonce: undefined }),
    'another audience': signed({ aud: 'somebody' }),
    'another issuer': signed({ iss: 'https://evil.example' }),
    expired: signed({ iat: nowSeconds() - 7_200, exp: nowSeconds() - 3_600 }),
    'no subject': signed({ sub: undefined }),
    'the key of another issuer': signed({}, { key: others.privateKey }),
    'a key that is not there': signed({}, { header: { kid: 'two' } }),
    'no signature': `${signed({}, { header: { alg: 'none' } })
      .split('.')
      .slice(0, 2)
      .join('.')}.`,
    'no token': 'nonsense',
  }
  for (const [what, token] of Object.entries(bad)) {
    const outcome = await finishWith({ '/token': () => tokens(token) })
    assert.equal(outcome, 'refused', what)
  }
})

test('another state, another issuer and an error in the callback are refused before any request', async () => {
  const wrong = [
    { ...answer, state: 'other' },
    { ...answer, iss: 'https://evil.example' },
    { state: answer.state },
  ]
  for (const sent of wrong) {
    asked.length = 0
    assert.equal(await finishWith({}, sent), 'refused')
    assert.ok(!asked.includes('/token'))
  }
  const said = (error: string) => finishWith({}, { error, state: flow.state })
  assert.deepEqual([await said('access_denied'), await said('server_error')], ['cancelled', 'refused'])
})

test('an address missing in the token is requested, and must be of the same subject', async () => {
  const userinfo_endpoint = `${issuer}/me`
  const bare = () => tokens(signed({ email: undefined, email_verified: undefined }))
  const paths = (sub: string) => ({
    [DISCOVERY]: () => ({ body: { ...endpoints, userinfo_endpoint } }),
    '/token': bare,
    '/me': () => ({ body: { sub, email: 'ana@agencia.example', email_verified: true } }),
  })
  assert.deepEqual(await finishWith(paths('ana')), {
    issuer,
    subject: 'ana',
    verifiedEmail: 'ana@agencia.example',
    name: null,
  })
  assert.equal(await finishWith(paths('rita')), 'refused')
  const identity = await finishWith({ '/token': bare })
  assert.deepEqual(identity, { issuer, subject: 'ana', verifiedEmail: null, name: null })
})

test('redirects are not followed, endless responses cut off, private addresses refused', async () => {
  const away: Record<string, () => FakeResponse> = {
    redirect: () => ({ status: 302, location: `${issuer}/jwks`, body: '' }),
    endless: () => ({ body: `{"a":"${'x'.repeat(600_000)}"}` }),
    broken: () => ({ status: 500, body: 'oops' }),
    another: () => ({ body: { ...endpoints, issuer: 'https://evil.example' } }),
  }
  for (const [what, discovery] of Object.entries(away)) {
    routes = { [DISCOVERY]: discovery }
    asked.length = 0
    const outcome = await makeProviders().begin('casa', flow)
    assert.equal(outcome, 'unavailable', what)
    assert.deepEqual(asked, [DISCOVERY], what)
  }
  assert.equal(await finishWith({ '/token': () => ({ body: 'x'.repeat(600_000) }) }), 'unavailable')
  routes = {}
  asked.length = 0
  assert.equal(await makeProviders(false).begin('casa', flow), 'unavailable')
  assert.deepEqual(asked, [])
})

test('an unavailable issuer is asked again the next time, and one that responded is cached', async () => {
  const providers = makeProviders()
  routes = { [DISCOVERY]: () => ({ status: 503, body: '' }) }
  await providers.begin('casa', flow)
  routes = {}
  asked.length = 0
  for (let n = 0; n < 3; n++) assert.match(await providers.begin('casa', flow), /^http/)
  assert.deepEqual(asked, [DISCOVERY])
})

// Only an address that the issuer has verified counts.

const GOOGLE = 'https://accounts.google.com'
const MICROSOFT = 'https://login.microsoftonline.com/0f1e/v2.0'
const email = 'Ana@Agencia.example'

test('an address counts if the issuer states that it was verified', () => {
  assert.equal(verifiedEmailIn({ email, email_verified: true }, GOOGLE), 'ana@agencia.example')
  for (const email_verified of [false, 'true', 1, null, undefined])
    assert.equal(verifiedEmailIn({ email, email_verified }, GOOGLE), null, String(email_verified))
  for (const other of [undefined, null, 7, '', 'ana', ['ana@agencia.example']])
    assert.equal(verifiedEmailIn({ email: other, email_verified: true }, GOOGLE), null)
})

test('a character that becomes an address only in lower case is refused', () => {
  // The Kelvin sign becomes a K only in lower case: at the issuer it is another person's address.
  const kelvin = 'mar\u212a@agencia.example'
  assert.equal(kelvin.toLowerCase(), 'mark@agencia.example')
  assert.equal(verifiedEmailIn({ email: kelvin, email_verified: true }, GOOGLE), null)
  const own = verifiedEmailIn({ email: 'JOÃO@agencia.example', email_verified: true }, GOOGLE)
  assert.equal(own, 'joão@agencia.example')
})

test("Microsoft's own claim of verification counts, and only for Microsoft", () => {
  for (const xms_edov of [true, 1, '1', 'true'])
    assert.equal(verifiedEmailIn({ email, xms_edov }, MICROSOFT), 'ana@agencia.example')
  for (const xms_edov of [false, 0, '0', undefined])
    assert.equal(verifiedEmailIn({ email, xms_edov }, MICROSOFT), null)
  for (const issuer of [GOOGLE, 'https://login.microsoftonline.com.evil.example/v2.0'])
    assert.equal(verifiedEmailIn({ email, xms_edov: true }, issuer), null)
})
