// The session cookie as it is written and read, and the device cookie.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import type { World } from '../../features/world.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { browserAt, tokenReader } from './session-authentication.ts'
import type { HttpConfig } from './settings.ts'

const TOKEN = `${'abcdefghijklmnopqrstuvwxyz'}${'0123456789'.repeat(3).slice(0, 26)}`
const START = new Date('2026-11-16T12:00:00.500Z')

function visit(publicUrl: string | null, headers: Record<string, string> = {}) {
  const written: string[] = []
  const header = (name: string, value: string) => void written.push(`${name}: ${value}`)
  const world = { config: { publicUrl }, wall: fixedClock(START) } as unknown as World<HttpConfig>
  const request = { ip: '203.0.113.9', id: 'req_1', headers } as unknown as FastifyRequest
  return { browser: browserAt(world)(request, { header } as unknown as FastifyReply), written }
}

const WAYS: [publicUrl: string | null, name: string, end: string][] = [
  [null, 'embarque', ''],
  ['http://painel.example', 'embarque', ''],
  ['https://painel.example', '__Host-embarque', '; Secure'],
]

for (const [publicUrl, name, end] of WAYS)
  test(`at ${publicUrl}: a cookie lasts the remaining seconds, and is deleted with the same attributes`, () => {
    const { browser, written } = visit(publicUrl)
    browser.keep(TOKEN, new Date(START.getTime() + 3_600_999))
    browser.forget()
    const attributes = `Path=/; HttpOnly; SameSite=Lax${end}`
    assert.deepEqual(written, [
      `set-cookie: ${name}=${TOKEN}; Max-Age=3600; ${attributes}`,
      `set-cookie: ${name}=; Max-Age=0; ${attributes}`,
    ])
  })

test('a browser is described by address, request and user agent, truncated and well-formed', () => {
  const { browser } = visit(null, { cookie: `embarque=${TOKEN}`, 'user-agent': `${'x'.repeat(299)}😀` })
  const { address, requestId, token, userAgent } = browser
  assert.deepEqual([address, requestId, token], ['203.0.113.9', 'req_1', TOKEN])
  assert.equal(userAgent, `${'x'.repeat(299)}\ufffd`, 'half a character could not be stored')
  const silent = visit(null).browser
  assert.deepEqual([silent.userAgent, silent.token], [null, undefined])
})

const read = tokenReader({ publicUrl: null })
const others = fc.array(
  anyCharacters({ maxLength: 12 }).map((text) => `x${text.replaceAll(';', '')}`),
  { maxLength: 6 },
)

test('the token is found among other cookies', () => {
  fc.assert(
    fc.property(others, others, fc.constantFrom('; ', ';', ' ;  '), (before, after, between) => {
      const cookie = [...before, `embarque=${TOKEN}`, ...after].join(between)
      assert.equal(read(cookie), TOKEN)
    }),
  )
})

test('of two cookies the first counts, valid or not, so that a planted second one is ignored', () => {
  const other = TOKEN.replace('a', 'b')
  assert.equal(read(`embarque=${TOKEN}; embarque=${other}`), TOKEN)
  assert.equal(read(`embarque=wrong; embarque=${TOKEN}`), undefined)
})

test('a malformed token is ignored', () => {
  fc.assert(
    fc.property(anyCharacters(), (text) => {
      const token = read(`embarque=${text}`)
      assert.ok(token === undefined || /^[a-z0-9]{52}$/.test(token))
    }),
  )
  for (const near of [
    TOKEN.toUpperCase(),
    TOKEN.slice(1),
    `${TOKEN}0`,
    `${TOKEN.slice(1)}\n`,
    `%61${TOKEN.slice(1)}`,
  ])
    assert.equal(read(`embarque=${near}`), undefined, near)
  assert.equal(read(`Embarque=${TOKEN}`), undefined, 'names of cookies are as they are written')
})
