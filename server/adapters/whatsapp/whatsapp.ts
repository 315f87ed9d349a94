// WhatsApp Cloud API: template messages, which alone may open a conversation, with Pix order details if the
// account has them, and their completion once paid.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import { Agent } from 'undici'
import { shapeReader } from '../../kernel/values/input.ts'
import { MessageNotSent, type Messenger, type PhoneMessage, type PixOrder } from './messenger.ts'
import type { MessengerConfig } from './settings.ts'

export interface WhatsAppAccount {
  /** With the API's version, without a trailing slash. */
  url: string
  phoneNumberId: string
  token: string
  takesOrders: boolean
}

const TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 64 * 1024
const LANGUAGES = { 'pt-BR': 'pt_BR', en: 'en' } as const

function makeWhatsApp({ url, phoneNumberId, token, takesOrders }: WhatsAppAccount): Messenger {
  const agent = new Agent({ connections: 4, maxResponseSize: RESPONSE_BYTES_MAX })
  const target = new URL(`${url}/${encodeURIComponent(phoneNumberId)}/messages`)
  return {
    kind: 'whatsapp',
    takesOrders,
    async send(message) {
      const { status, body } = await post(agent, target, token, JSON.stringify(bodyOf(message)))
      if (status >= 200 && status < 300) return idIn(body)
      throw new MessageNotSent(`${status}${errorCode(body)}`, body.slice(0, 1_000))
    },
    close: () => agent.close(),
  }
}

async function post(
  agent: Agent,
  { origin, pathname }: URL,
  token: string,
  body: string,
): Promise<{ status: number; body: string }> {
  try {
    const response = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.statusCode, body: await response.body.text() }
  } catch (error) {
    const { code, name, message } = error as Error & { code?: string }
    throw new MessageNotSent(code ?? name, message)
  }
}

function bodyOf(message: PhoneMessage): object {
  const { to, template, language = 'pt-BR', parameters, link, order, paidOrder } = message
  const components = [
    { type: 'body', parameters: parameters.map((text) => ({ type: 'text', text: oneLine(text) })) },
    ...(order === null ? [] : [orderButton(order)]),
    ...(paidOrder === undefined ? [] : [orderPaid(paidOrder)]),
    ...(link === null || order !== null || paidOrder !== undefined ? [] : [linkButton(link)]),
  ]
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    template: {
      name: template,
      language: { policy: 'deterministic', code: LANGUAGES[language] },
      components,
    },
  }
}

/** The API refuses parameters that are empty or have line breaks, tabs or many spaces. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim() || '-'
}

function linkButton(link: string): object {
  return { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: link }] }
}

function orderButton(order: PixOrder): object {
  const amount = { value: order.amountCents, offset: 100 }
  const details = {
    reference_id: order.reference,
    type: 'digital-goods',
    payment_type: 'br',
    payment_settings: [
      {
        type: 'pix_dynamic_code',
        pix_dynamic_code: {
          code: order.code,
          merchant_name: order.merchantName,
          key: order.key,
          key_type: order.keyType,
        },
      },
    ],
    currency: 'BRL',
    total_amount: amount,
    order: {
      status: 'pending',
      tax: { value: 0, offset: 100 },
      items: [{ retailer_id: order.reference, name: order.itemName, amount, quantity: 1 }],
      subtotal: amount,
    },
  }
  return {
    type: 'button',
    sub_type: 'order_details',
    index: 0,
    parameters: [{ type: 'action', action: { order_details: details } }],
  }
}

/** Completes an earlier order: the app shows it as paid, so that it is not paid again. */
function orderPaid(reference: string): object {
  const update = { reference_id: reference, order: { status: 'completed' } }
  return { type: 'order_status', parameters: [{ type: 'order_status', order_status: update }] }
}

function idIn(body: string): string | null {
  const { messages } = parsed(body) as { messages?: { id?: unknown }[] }
  const id = messages?.[0]?.id
  return typeof id === 'string' ? id : null
}

/** The provider's error number, which its documentation explains. */
function errorCode(body: string): string {
  const { error } = parsed(body) as { error?: { code?: unknown } }
  return typeof error?.code === 'number' ? ` ${error.code}` : ''
}

function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

// Reads WhatsApp's callbacks: the challenge that verifies our address, and the state of messages. Others,
// such as replies of clients, are ignored.

/** The state of an accepted message. */
export interface Receipt {
  /** The messaging app's id of the message. */
  readonly providerId: string
  readonly status: 'delivered' | 'read' | 'failed'
  /** Null if unknown. */
  readonly at: Date | null
  /** Why it failed. */
  readonly error: string | null
}

/** More than it sends in one call. */
const RECEIPTS_MAX = 1_000
const ERROR_CHARACTERS_MAX = 500

const readCallback = shapeReader(
  Type.Object({
    entry: Type.Array(
      Type.Object({
        changes: Type.Array(
          Type.Object({ value: Type.Object({ statuses: Type.Optional(Type.Array(Type.Unknown())) }) }),
        ),
      }),
    ),
  }),
)
const Fault = Type.Object({
  code: Type.Optional(Type.Number()),
  title: Type.Optional(Type.String()),
  error_data: Type.Optional(Type.Object({ details: Type.Optional(Type.String()) })),
})
const readStatus = shapeReader(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 500 }),
    status: Type.Enum(['delivered', 'read', 'failed']),
    timestamp: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Fault)),
  }),
)

/** Unknown entries are ignored, and the others are read. */
export function readReceipts(body: unknown): Receipt[] {
  const changes = readCallback(body)?.entry.flatMap(({ changes }) => changes) ?? []
  return changes
    .flatMap(({ value }) => value.statuses ?? [])
    .slice(0, RECEIPTS_MAX)
    .flatMap((one) => {
      const read = readStatus(one)
      if (read === null) return []
      const { id, status, timestamp, errors } = read
      const error = status === 'failed' ? reasonOf(errors?.[0]) : null
      return [{ providerId: id, status, at: timeOf(timestamp), error }]
    })
}

/** The error number and its text. */
function reasonOf(fault: Type.Static<typeof Fault> | undefined): string {
  const { code, title, error_data } = fault ?? {}
  const words = [code, error_data?.details ?? title].filter((part) => part !== undefined).join(' ')
  return words.replaceAll('\0', '').slice(0, ERROR_CHARACTERS_MAX) || 'no reason was given'
}

/** Seconds since 1970, as text. */
function timeOf(timestamp: string | undefined): Date | null {
  return timestamp !== undefined && /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1000) : null
}

/** Whether these bytes were signed with our app's secret. */
export function isSignedBy(appSecret: string, raw: Buffer, signature: string | undefined): boolean {
  const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
  return isSameText(expected, signature ?? '')
}

/** The response to a challenge; undefined if it is none or has a wrong token. */
export function respondToChallenge(verifyToken: string, asked: Challenge): string | undefined {
  const challenge = asked['hub.challenge'] ?? ''
  const isRight =
    asked['hub.mode'] === 'subscribe' && isSameText(verifyToken, asked['hub.verify_token'] ?? '')
  return isRight && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
}

interface Challenge {
  readonly 'hub.mode'?: string
  readonly 'hub.verify_token'?: string
  readonly 'hub.challenge'?: string
}

/** Compared in constant time. */
function isSameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

// Chooses the messaging adapter. Without an account nothing is sent: the message stays stored.

export function makeMessenger(config: MessengerConfig): Messenger {
  const { whatsappToken: token, whatsappPhoneNumberId: phoneNumberId, whatsappUrl: url } = config
  if (token === null && phoneNumberId === null) return OUTBOX
  if (token === null || phoneNumberId === null)
    throw new Error('WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID go together; set both or none')
  return makeWhatsApp({ token, phoneNumberId, url, takesOrders: config.whatsappPix === 'on' })
}

const OUTBOX: Messenger = {
  kind: 'outbox',
  takesOrders: false,
  send: async () => null,
  close: async () => {},
}
