// What WhatsApp tells is read from its own examples' shape; whatever else comes is passed over, and nothing breaks.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { answerToChallenge, isSignedBy, readReceipts } from './whatsapp.ts'

const about = (...statuses: unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses } }],
    },
  ],
})
const told = (status: string, more = {}) => ({
  id: 'wamid.HBgN',
  status,
  timestamp: '1763208000',
  recipient_id: '5511987654321',
  ...more,
})
const AT = new Date('2025-11-15T12:00:00.000Z')

test('arrived, read and failed are read, with the time and the reason', () => {
  const errors = [
    { code: 131026, title: 'Message undeliverable', error_data: { details: 'not on WhatsApp' } },
  ]
  assert.deepEqual(
    readReceipts(about(told('sent'), told('delivered'), told('read'), told('failed', { errors }))),
    [
      { providerId: 'wamid.HBgN', status: 'delivered', at: AT, error: null },
      { providerId: 'wamid.HBgN', status: 'read', at: AT, error: null },
      { providerId: 'wamid.HBgN', status: 'failed', at: AT, error: '131026 not on WhatsApp' },
    ],
  )
  const [bare] = readReceipts(about({ id: 'x', status: 'failed', timestamp: 'soon' }))
  assert.deepEqual(bare, { providerId: 'x', status: 'failed', at: null, error: 'no reason was told' })
  const [titled] = readReceipts(
    about(told('failed', { errors: [{ code: 1, title: `a\0${'x'.repeat(900)}` }] })),
  )
  assert.deepEqual([titled?.error?.length, titled?.error?.startsWith('1 ax')], [500, true])
})

test('what is something else is passed over', () => {
  for (const body of [
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { entry: 5 },
    { entry: [{}] },
    about(null, 5, {}, told('deleted')),
  ])
    assert.deepEqual(readReceipts(body), [])
  assert.equal(readReceipts(about(null, told('read'))).length, 1)
  assert.equal(readReceipts(about(...Array(5_000).fill(told('read')))).length, 1_000)
})

test('the signature is over the bytes, with the secret of the app', () => {
  const raw = Buffer.from('{"a":"\\u00e9"}')
  const right = createHmac('sha256', 'secret').update(raw).digest('hex')
  assert.ok(isSignedBy('secret', raw, `sha256=${right}`))
  for (const wrong of [
    undefined,
    '',
    right,
    `sha1=${right}`,
    `sha256=${right.toUpperCase()}`,
    `sha256=${right}0`,
  ])
    assert.equal(isSignedBy('secret', raw, wrong), false, String(wrong))
  assert.equal(isSignedBy('other', raw, `sha256=${right}`), false)
  assert.equal(isSignedBy('secret', Buffer.from('{"a":"é"}'), `sha256=${right}`), false)
})

test('a challenge is answered to who knows the token', () => {
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': 't', 'hub.challenge': '1158201444' }
  assert.equal(answerToChallenge('t', asked), '1158201444')
  for (const wrong of [
    {},
    { 'hub.mode': 'x' },
    { 'hub.verify_token': 'u' },
    { 'hub.challenge': '' },
    { 'hub.challenge': '<script>' },
  ])
    assert.equal(
      answerToChallenge('t', Object.keys(wrong).length === 0 ? {} : { ...asked, ...wrong }),
      undefined,
    )
})
