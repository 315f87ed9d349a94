// The WhatsApp Cloud API adapter against a fake server on loopback.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { startFakeWhatsApp, whatsAppSettings } from '../../../test/support/fakes/fake-whatsapp.ts'
import { readSettings } from '../../kernel/process/settings.ts'
import { MessageNotSent, type PhoneMessage } from './messenger.ts'
import { MESSENGER_SETTINGS } from './settings.ts'
import { isSignedBy, makeMessenger, readReceipts, respondToChallenge } from './whatsapp.ts'

const fake = await startFakeWhatsApp()
after(() => fake.close())
const settings = whatsAppSettings(fake)
const open = (more: Record<string, string> = {}) => {
  const messenger = makeMessenger(readSettings(MESSENGER_SETTINGS, { ...settings, ...more }))
  after(() => messenger.close())
  return messenger
}
const MESSAGE: PhoneMessage = {
  to: '5511987654321',
  template: 'fatura_enviada',
  parameters: ['Ana\nSouza', 'Agência', '', 'R$ 150,00', '20/11/2026'],
  link: 'abc',
  order: null,
}

test('a template message has its parameters on one line and the link behind its button', async () => {
  const messenger = open()
  assert.deepEqual([messenger.kind, messenger.takesOrders], ['whatsapp', false])
  assert.equal(await messenger.send(MESSAGE), 'wamid.1')
  assert.deepEqual(fake.messages.at(-1), {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '5511987654321',
    type: 'template',
    template: {
      name: 'fatura_enviada',
      language: { policy: 'deterministic', code: 'pt_BR' },
      components: [
        {
          type: 'body',
          parameters: ['Ana Souza', 'Agência', '-', 'R$ 150,00', '20/11/2026'].map((text) => ({
            type: 'text',
            text,
          })),
        },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'abc' }] },
      ],
    },
  })
})

test("a template is in the receiver's language, Portuguese by default", async () => {
  const messenger = open()
  const codes: string[] = []
  for (const language of [undefined, 'pt-BR', 'en'] as const) {
    await messenger.send({ ...MESSAGE, ...(language && { language }) })
    codes.push(fake.messages.at(-1).template.language.code)
  }
  assert.deepEqual(codes, ['pt_BR', 'pt_BR', 'en'])
})

test('with an order the app shows how to pay by Pix', async () => {
  const messenger = open({ WHATSAPP_PIX: 'on' })
  assert.equal(messenger.takesOrders, true)
  const order = {
    reference: 'msg_1',
    code: '000201',
    merchantName: 'Agência',
    key: '39580525000189',
    keyType: 'CNPJ' as const,
    itemName: 'Fatura 2026-000001',
    amountCents: 15_000,
  }
  await messenger.send({ ...MESSAGE, order })
  const button = fake.messages.at(-1).template.components[1]
  assert.equal(button.sub_type, 'order_details')
  const details = button.parameters[0].action.order_details
  assert.deepEqual(
    [details.reference_id, details.payment_type, details.currency, details.total_amount],
    ['msg_1', 'br', 'BRL', { value: 15_000, offset: 100 }],
  )
  assert.deepEqual(details.payment_settings[0].pix_dynamic_code, {
    code: '000201',
    merchant_name: 'Agência',
    key: '39580525000189',
    key_type: 'CNPJ',
  })
})

test('a refused message is reported, without a secret in the text', async () => {
  const messenger = open()
  for (const [trouble, message] of [
    [{ status: 400 }, 'the message was not taken (400 131000)'],
    [{ status: 429, body: 'slow down' }, 'the message was not taken (429)'],
    [{ status: 500, body: '[]' }, 'the message was not taken (500)'],
  ] as const) {
    fake.trouble.push(trouble)
    const error = await messenger.send(MESSAGE).catch((failure) => failure)
    assert.ok(error instanceof MessageNotSent)
    assert.equal(error.message, message)
    assert.ok(!`${error.message}${error.reason}`.includes(fake.token))
  }
  const wrong = await open({ WHATSAPP_TOKEN: 'wrong' })
    .send(MESSAGE)
    .catch((failure) => failure)
  assert.equal(wrong.message, 'the message was not taken (401 190)')
  const away = await open({ WHATSAPP_URL: 'http://127.0.0.1:1/v24.0' })
    .send(MESSAGE)
    .catch((failure) => failure)
  assert.match(away.message, /ECONNREFUSED/)
})

test('without an account nothing is sent; an incomplete account is an error', async () => {
  const outbox = makeMessenger(readSettings(MESSENGER_SETTINGS, {}))
  assert.deepEqual([outbox.kind, await outbox.send(MESSAGE)], ['outbox', null])
  await outbox.close()
  for (const name of ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'])
    assert.throws(() => makeMessenger(readSettings(MESSENGER_SETTINGS, { [name]: 'x' })), /go together/)
})

// Callbacks have the shape of WhatsApp's own examples; others are ignored without an error.

const about = (...statuses: unknown[]) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses } }],
    },
  ],
})
const receipt = (status: string, more = {}) => ({
  id: 'wamid.HBgN',
  status,
  timestamp: '1763208000',
  recipient_id: '5511987654321',
  ...more,
})
const AT = new Date('2025-11-15T12:00:00.000Z')

test('delivered, read and failed receipts are read, with time and reason', () => {
  const errors = [
    { code: 131026, title: 'Message undeliverable', error_data: { details: 'not on WhatsApp' } },
  ]
  assert.deepEqual(
    readReceipts(
      about(receipt('sent'), receipt('delivered'), receipt('read'), receipt('failed', { errors })),
    ),
    [
      { providerId: 'wamid.HBgN', status: 'delivered', at: AT, error: null },
      { providerId: 'wamid.HBgN', status: 'read', at: AT, error: null },
      { providerId: 'wamid.HBgN', status: 'failed', at: AT, error: '131026 not on WhatsApp' },
    ],
  )
  const [bare] = readReceipts(about({ id: 'x', status: 'failed', timestamp: 'soon' }))
  assert.deepEqual(bare, { providerId: 'x', status: 'failed', at: null, error: 'no reason was given' })
  const [titled] = readReceipts(
    about(receipt('failed', { errors: [{ code: 1, title: `a\0${'x'.repeat(900)}` }] })),
  )
  assert.deepEqual([titled?.error?.length, titled?.error?.startsWith('1 ax')], [500, true])
})

test('other events are skipped', () => {
  for (const body of [
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { entry: 5 },
    { entry: [{}] },
    about(null, 5, {}, receipt('deleted')),
  ])
    assert.deepEqual(readReceipts(body), [])
  assert.equal(readReceipts(about(null, receipt('read'))).length, 1)
  assert.equal(readReceipts(about(...Array(5_000).fill(receipt('read')))).length, 1_000)
})

test("the signature is over the raw bytes, with the app's secret", () => {
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

test('the challenge is returned for the right token', () => {
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': 't', 'hub.challenge': '1158201444' }
  assert.equal(respondToChallenge('t', asked), '1158201444')
  for (const wrong of [
    {},
    { 'hub.mode': 'x' },
    { 'hub.verify_token': 'u' },
    { 'hub.challenge': '' },
    { 'hub.challenge': '<script>' },
  ])
    assert.equal(
      respondToChallenge('t', Object.keys(wrong).length === 0 ? {} : { ...asked, ...wrong }),
      undefined,
    )
})
