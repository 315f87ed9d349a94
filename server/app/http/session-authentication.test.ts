// What a request with a session must carry: origin, team and mode; and its cookie.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { Mode } from '../../../contract/teams.ts'
import type { SignedIn } from '../../features/people/sessions.ts'
import { Fail } from '../../kernel/values/fail.ts'
import {
  callerFor,
  cookieName,
  makeSessionAuthentication,
  sessionMayAccess,
  tokenReader,
} from './session-authentication.ts'
import type { HttpConfig } from './settings.ts'

const TOKEN = 'a1'.repeat(26)

function requestOf(method: string, headers: Record<string, string> = {}, query = {}): FastifyRequest {
  return { method, headers, query, host: 'viagens.example:8443' } as unknown as FastifyRequest
}

const sessionsAt = (publicUrl: string | null) =>
  makeSessionAuthentication({ publicUrl } as HttpConfig, {
    find: async (token) => ({ token }) as never,
    flushUses: async () => {},
  })

const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'let in'
  } catch (error) {
    assert.ok(error instanceof Fail)
    return error.code
  }
}

const SITES: [name: string, headers: Record<string, string>, own: boolean, atPublic: boolean][] = [
  ['nothing', {}, false, false],
  ['the host itself', { origin: 'https://viagens.example:8443' }, true, false],
  ['the host without TLS', { origin: 'http://viagens.example:8443' }, true, false],
  ['the public address', { origin: 'https://painel.example' }, false, true],
  ['the public address without TLS', { origin: 'http://painel.example' }, false, false],
  ['another port', { origin: 'https://viagens.example' }, false, false],
  ['a name that begins so', { origin: 'https://viagens.example:8443.evil.example' }, false, false],
  ['a page of nowhere', { origin: 'null' }, false, false],
  ['what the browser says', { 'sec-fetch-site': 'same-origin' }, true, true],
  ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://painel.example' }, false, false],
]

for (const [name, headers, own, atPublic] of SITES) {
  test(`a change that comes from ${name}`, () => {
    for (const [sessionAuth, isOurs] of [
      [sessionsAt(null), own],
      [sessionsAt('https://painel.example/'), atPublic],
    ] as const) {
      const verdict = isOurs ? 'let in' : 'cross_site_request'
      assert.equal(
        codeOf(() => sessionAuth.demandOwnSite(requestOf('POST', headers))),
        verdict,
      )
      assert.equal(
        codeOf(() => sessionAuth.demandOwnSite(requestOf('GET', headers))),
        'let in',
      )
      const unsaid = Object.keys(headers).length === 0
      assert.equal(
        codeOf(() => sessionAuth.refuseOtherSite(requestOf('POST', headers))),
        unsaid ? 'let in' : verdict,
      )
    }
  })
}

test('the cookie has a name per scheme, and only a well-formed token is looked up', () => {
  const [plain, secure] = [{ publicUrl: 'http://x.example' }, { publicUrl: 'https://x.example' }]
  assert.deepEqual([plain, secure, { publicUrl: null }].map(cookieName), [
    'embarque',
    '__Host-embarque',
    'embarque',
  ])
  const [read, readSecure] = [tokenReader(plain), tokenReader(secure)]
  assert.equal(read(`a=b; embarque=${TOKEN}; c=d`), TOKEN)
  assert.equal(readSecure(`__Host-embarque=${TOKEN}`), TOKEN)
  assert.equal(readSecure(`embarque=${TOKEN}`), undefined, 'what plain HTTP could have set')
  assert.equal(read(undefined), undefined)
  for (const cookie of ['', 'embarque', 'embarque=', `xembarque=${TOKEN}`, `embarque="${TOKEN}"`])
    assert.equal(read(cookie), undefined, cookie)
  assert.equal(read(`embarque=${TOKEN}x`), undefined)
})

test('a request with a key ignores the cookie', async () => {
  const cookie = `embarque=${TOKEN}`
  const sessionAuth = sessionsAt(null)
  assert.deepEqual(await sessionAuth.find(requestOf('GET', { cookie }), () => {}), { token: TOKEN })
  assert.equal(await sessionAuth.find(requestOf('GET', { cookie, authorization: '' }), () => {}), null)
  assert.equal(await sessionAuth.find(requestOf('GET'), () => {}), null)
})

const inTeam = (id: string) => ({ team: { id }, callers: { live: `${id} live`, test: `${id} test` } })
const signedIn = (...ids: string[]) => ({ teams: ids.map(inTeam) }) as unknown as SignedIn

const WISHES: [
  teams: string[],
  method: string,
  team: string | null,
  mode: Mode | 'x' | null,
  verdict: string,
][] = [
  [['a'], 'GET', null, null, 'a live'],
  [['a'], 'HEAD', null, null, 'a live'],
  [['a'], 'POST', null, null, 'mode_required'],
  [['a'], 'DELETE', null, 'live', 'a live'],
  [['a'], 'GET', 'a', 'test', 'a test'],
  [['a'], 'GET', 'b', 'test', 'team_not_found'],
  [['a', 'b'], 'GET', null, 'live', 'team_required'],
  [['a', 'b'], 'PATCH', 'b', 'test', 'b test'],
  [['a', 'b'], 'GET', 'b', 'x', 'invalid_request_parameters'],
  [[], 'GET', 'a', 'live', 'team_not_found'],
  [[], 'GET', null, 'live', 'forbidden'],
]

for (const [teams, method, team, mode, verdict] of WISHES) {
  test(`${method} by a person of ${teams.join(' and ') || 'no team'}, for ${team} in ${mode}: ${verdict}`, () => {
    const request = requestOf(method, {
      ...(team !== null && { 'embarque-team': team }),
      ...(mode !== null && { 'embarque-mode': mode }),
    })
    let caller: unknown
    const code = codeOf(() => {
      caller = callerFor(request, signedIn(...teams))
    })
    assert.equal(code === 'let in' ? caller : code, verdict)
  })
}

test('the query may name team and mode of a read; a header takes precedence', () => {
  const query = { embarque_team: 'b', embarque_mode: 'test' }
  const callerOf = (method: string, headers = {}) =>
    callerFor(requestOf(method, headers, query), signedIn('a', 'b'))
  assert.deepEqual(callerOf('GET'), 'b test')
  assert.deepEqual(callerOf('GET', { 'embarque-team': 'a', 'embarque-mode': 'live' }), 'a live')
  assert.equal(
    codeOf(() => callerOf('POST')),
    'team_required',
  )
})

test('before the second factor only that step is open, and afterwards it is not', () => {
  const session = (awaitsFactor: boolean) => ({ session: { awaitsFactor } }) as SignedIn
  const access = (word: 'pending' | 'person' | 'team.read') => ({ access: word }) as never
  assert.deepEqual(
    (['pending', 'person', 'team.read'] as const).map((word) =>
      [true, false].map((owes) => sessionMayAccess(session(owes), access(word))),
    ),
    [
      [true, false],
      [false, true],
      [false, true],
    ],
  )
})
