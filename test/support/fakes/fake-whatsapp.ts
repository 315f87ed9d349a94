// A fake WhatsApp Cloud API: a server on loopback that accepts template messages, or refuses on request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeWhatsApp {
  /** With the API's version. */
  url: string
  token: string
  phoneNumberId: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  messages: any[]
  /** The responses to the next calls, one each; later calls succeed. */
  trouble: ({ status: number; body?: string } | 'hang')[]
  close(): Promise<void>
}

export async function startFakeWhatsApp(): Promise<FakeWhatsApp> {
  const fake: FakeWhatsApp = {
    url: '',
    token: 'EAAG-secret-token',
    phoneNumberId: '106540352242922',
    messages: [],
    trouble: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object | string) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const body = await text(request)
    const trouble = fake.trouble.shift()
    if (trouble === 'hang') return
    if (trouble !== undefined)
      return answer(trouble.status, trouble.body ?? refusal(131000, 'Something went wrong'))
    if (request.headers.authorization !== `Bearer ${fake.token}`)
      return answer(401, refusal(190, 'Invalid OAuth access token'))
    if (request.method !== 'POST' || request.url !== `/v24.0/${fake.phoneNumberId}/messages`)
      return answer(404, refusal(100, 'Unknown path'))
    const message = JSON.parse(body)
    const fault = faultOf(message) ?? orderFault(message, fake.messages)
    if (fault !== null) return answer(400, refusal(132000, fault))
    fake.messages.push(message)
    answer(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to }],
      messages: [{ id: `wamid.${fake.messages.length}` }],
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v24.0`
  return fake
}

/** The settings with which the service uses it. */
export function whatsAppSettings({ url, token, phoneNumberId }: FakeWhatsApp) {
  return { WHATSAPP_URL: url, WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId }
}

function refusal(code: number, message: string): object {
  return { error: { message, type: 'OAuthException', code, fbtrace_id: 'x' } }
}

/** The rules of its documentation that are easily broken. */
// biome-ignore lint/suspicious/noExplicitAny: checks bodies of every shape
function faultOf(message: any): string | null {
  if (message.messaging_product !== 'whatsapp' || message.type !== 'template') return 'not a template message'
  if (!/^\d{8,15}$/.test(message.to)) return 'not a number'
  const body = message.template.components.find(({ type }: { type: string }) => type === 'body')
  for (const { text: parameter } of body.parameters) {
    if (typeof parameter !== 'string' || parameter === '') return 'empty parameter'
    if (/[\n\t]| {5}/.test(parameter)) return 'parameter with line breaks or many spaces'
  }
  return null
}

/** A status message needs an earlier order message, and a template for it without a button. */
// biome-ignore lint/suspicious/noExplicitAny: checks bodies of every shape
function orderFault({ template }: any, before: readonly any[]): string | null {
  const [status, ...more] = template.components.filter(({ type }: { type: string }) => type !== 'body')
  if (status?.type !== 'order_status') return null
  if (more.length > 0 || !template.name.endsWith('_pix')) return 'not an order status template'
  const { reference_id, order } = status.parameters[0].order_status
  if (order.status !== 'completed') return 'not a status of an order'
  return JSON.stringify(before).includes(`"reference_id":"${reference_id}"`) ? null : 'no such order'
}
