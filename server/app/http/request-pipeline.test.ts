// Requests that are refused although a route exists, and the headers of every response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import type { World } from '../../features/world.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { addResponseHeaders } from './headers.ts'
import { refuseUnusualRequest } from './request-pipeline.ts'
import type { HttpConfig } from './settings.ts'

function verdictOn(url: string, operation: object | undefined, caller?: object): string {
  const request = { url, caller } as unknown as FastifyRequest
  try {
    refuseUnusualRequest(request, operation as Operation | undefined)
    return 'let in'
  } catch (error) {
    assert.ok(error instanceof Fail)
    return error.message
  }
}

const keyed = (mode: string) => ({ owner: { mode }, via: { kind: 'key' } })
const signed = (mode: string) => ({ owner: { mode }, via: { kind: 'person' } })
const [testOnly, liveOnly] = [
  { access: 'team.read', testModeOnly: true, response: { kind: 'data' } },
  { access: 'team.read', liveModeOnly: true, response: { kind: 'data' } },
]

const MODES: [name: string, operation: object, caller: object | undefined, verdict: RegExp][] = [
  ['a test key, for the sandbox', testOnly, keyed('test'), /^let in$/],
  ['a live key, for the sandbox', testOnly, keyed('live'), /needs a test key; nothing here is for live mode/],
  ['a session in live, for the sandbox', testOnly, signed('live'), /needs "Embarque-Mode: test"/],
  ['a session in test, for the sandbox', testOnly, signed('test'), /^let in$/],
  ['no credentials, for the sandbox', testOnly, undefined, /needs a test key/],
  ['a live key, for the team', liveOnly, keyed('live'), /^let in$/],
  ['a test key, for the team', liveOnly, keyed('test'), /needs a live key; it changes the team itself/],
  ['a session in test, for the team', liveOnly, signed('test'), /needs "Embarque-Mode: live"/],
  ['a session in live, for the team', liveOnly, signed('live'), /^let in$/],
]

for (const [name, operation, caller, verdict] of MODES)
  test(`the mode: ${name}`, () => assert.match(verdictOn('/api/v1/x', operation, caller), verdict))

const site = { access: 'open', response: { kind: 'site' } }
const page = { access: 'open', response: { kind: 'page' } }
const data = { access: 'team.read', response: { kind: 'data' } }

const ADDRESSES: [url: string, operation: object | undefined, verdict: RegExp][] = [
  ['/painel/', site, /^let in$/],
  ['/painel/assets/index-B2x_9.js', site, /^let in$/],
  ['/painel/clients?search=%2e%2e%2f', site, /^let in$/],
  ['/painel/../../etc/passwd', site, /^Route not found/],
  ['/painel/%2e%2e/secret', site, /^Route not found/],
  ['/painel/.env', site, /^Route not found/],
  ['/painel//evil.example', site, /^Route not found/],
  ['/painel/a\\b', site, /^Route not found/],
  ['/painel/x%00.js', site, /^Route not found/],
  ['/pagar/abc', page, /^let in$/],
  ['/pagar/abc%00', page, /^Route not found/],
  ['/pagar/abc?x=%00', page, /must not contain %00/],
  ['/api/v1/clients/%00', data, /must not contain %00/],
  ['/api/v1/clients?search=a%00b', data, /must not contain %00/],
  ['/api/v1/clients?search=%2500', data, /^let in$/],
  ['/nowhere', undefined, /^let in$/],
  ['/nowhere%00', undefined, /must not contain %00/],
]

for (const [url, operation, verdict] of ADDRESSES)
  test(`the address ${url}`, () => assert.match(verdictOn(url, operation, keyed('live')), verdict))

test('no operation is restricted to both test mode and live mode', () => {
  const operations: Operation[] = Object.values(OPERATIONS)
  assert.deepEqual(
    operations.filter(({ testModeOnly, liveModeOnly }) => testModeOnly && liveModeOnly),
    [],
  )
})

function dressAt(publicUrl: string | null): Record<string, string> {
  const worn: Record<string, string> = {}
  const reply = {
    headers: (headers: object) => Object.assign(worn, headers) && reply,
    header: (name: string, value: string) => Object.assign(worn, { [name]: value }) && reply,
  }
  const world = { config: { publicUrl } } as unknown as World<HttpConfig>
  addResponseHeaders(world)(
    { id: 'req_7', url: '/api/v1/me' } as FastifyRequest,
    reply as unknown as FastifyReply,
  )
  return worn
}

test('every response has headers against framing, sniffing, caching and scripts, and its request id', () => {
  const { 'content-security-policy': policy, ...rest } = dressAt(null)
  assert.match(policy ?? '', /default-src 'none'; frame-ancestors 'none'/)
  assert.deepEqual(rest, {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-request-id': 'req_7',
    'embarque-version': '2026-11-01',
  })
})

test('Strict-Transport-Security is sent only for an https address', () => {
  const strict = (publicUrl: string | null) => dressAt(publicUrl)['strict-transport-security']
  assert.match(strict('https://painel.example') ?? '', /^max-age=31536000/)
  assert.deepEqual([strict('http://painel.example'), strict(null)], [undefined, undefined])
})
