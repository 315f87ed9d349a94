// The name of an agent is reduced to one short line of plain letters, or to nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentNameOf, cleanAgentName } from './actor.ts'

const CLEANED: [given: string | undefined, left: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['   ', undefined],
  ['\u200b\u202e', undefined],
  ['claude-ai', 'claude-ai'],
  ['Claude Desktop', 'Claude Desktop'],
  ['  spaced   out  ', 'spaced out'],
  ['two\nlines', 'two lines'],
  ['tab\tand\rreturn', 'tab and return'],
  ['null\u0000byte', 'null byte'],
  ['Agência São João', 'Agencia Sao Joao'],
  ['ﬁnance ½', 'finance 1 2'],
  ['机票助手', undefined],
  ['bot 机票 7', 'bot 7'],
  ['right\u202eto left', 'right to left'],
  ['x'.repeat(100), 'x'.repeat(60)],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
]

for (const [given, left] of CLEANED)
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(left)}`, () => {
    assert.equal(cleanAgentName(given), left)
  })

const info = (name: unknown) => ({ name, version: '1' })
const META = 'io.modelcontextprotocol/clientInfo'

const CALLERS: [what: string, body: unknown, userAgent: string | undefined, name: string][] = [
  ['each request of today', { params: { _meta: { [META]: info('Today') } } }, 'curl', 'Today'],
  ['the handshake of 2025', { params: { clientInfo: info('Handshake') } }, 'curl', 'Handshake'],
  [
    'the request before the handshake',
    { params: { clientInfo: info('B'), _meta: { [META]: info('A') } } },
    '',
    'A',
  ],
  ['its User-Agent', { method: 'tools/list' }, 'node', 'node'],
  ['its User-Agent, where params are none', { params: null }, 'node', 'node'],
  ['its User-Agent, where a name is no text', { params: { clientInfo: info(7) } }, 'node', 'node'],
  ['nothing', undefined, undefined, 'unnamed agent'],
  ['a batch', [{ params: { clientInfo: info('A') } }], undefined, 'unnamed agent'],
  ['nothing that can be read', { params: { clientInfo: info('\u0000') } }, 'node', 'unnamed agent'],
]

for (const [what, body, userAgent, name] of CALLERS)
  test(`an agent is identified by ${what}`, () => {
    assert.equal(agentNameOf(body, userAgent), name)
  })
