// WhatsApp Cloud API: template messages, as nothing else may open a conversation, with PIX order details where the
// account has them, and their end once they are paid.
import { Agent } from 'undici'
import { MessageNotSent, type Messenger, type PhoneMessage, type PixOrder } from './messenger.ts'

export interface WhatsAppAccount {
  /** With the API's version, without a slash at its end. */
  url: string
  phoneNumberId: string
  token: string
  takesOrders: boolean
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 64 * 1024
const LANGUAGES = { 'pt-BR': 'pt_BR', en: 'en' } as const

export function makeWhatsApp({ url, phoneNumberId, token, takesOrders }: WhatsAppAccount): Messenger {
  const agent = new Agent({ connections: 4, maxResponseSize: ANSWER_BYTES_MAX })
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
    const answer = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.statusCode, body: await answer.body.text() }
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

/** Parameters with line breaks, tabs or many spaces are refused, and so are empty ones. */
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

/** Ends an order that was sent before: the app shows it as paid, and nobody pays it again. */
function orderPaid(reference: string): object {
  const update = { reference_id: reference, order: { status: 'completed' } }
  return { type: 'order_status', parameters: [{ type: 'order_status', order_status: update }] }
}

function idIn(body: string): string | null {
  const { messages } = parsed(body) as { messages?: { id?: unknown }[] }
  const id = messages?.[0]?.id
  return typeof id === 'string' ? id : null
}

/** The provider's number of the fault, which its documentation explains. */
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
