// How Asaas tells of payments: the address that it is asked to call, the token by which its calls are known, and what
// they claim.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { parseReceiverUrl } from '../../../kernel/values/receiver-url.ts'
import type { CallbackHeaders } from '../bank-habits.ts'
import { asFields } from '../pix/json-fields.ts'
import type { Hint, Outcome, Registration } from '../port.ts'
import { pageOf, TXID } from './asaas-json.ts'
import { type AsaasLine, UNFIT } from './asaas-line.ts'
import type { AsaasSettings } from './asaas-settings.ts'

const TOKEN_HEADER = 'asaas-access-token'
const TOKEN_BYTES = 24
const EVENT_ID = /^[!-~]{1,100}$/
const WEBHOOK_ID = /^[a-zA-Z0-9-]{1,64}$/
/** All that may change what we know of a charge. */
const EVENTS = [
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_DELETED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_REFUND_DENIED',
  'PAYMENT_RECEIVED_IN_CASH_UNDONE',
  'PAYMENT_DUNNING_RECEIVED',
]

/** Made from the key and the address, so that it need not be stored. Its pairs are no sequence, which Asaas refuses. */
function callbackToken(apiKey: string, callbackUrl: string): string {
  const address = callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1)
  const bytes = createHmac('sha256', apiKey)
    .update(`callbacks at ${address}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
  return bytes.toString('hex').replace(/(..)(?=.)/g, '$1-')
}

export function isCaller(apiKey: string, headers: CallbackHeaders, callbackUrl: string): boolean {
  const given = headers[TOKEN_HEADER]
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (
    typeof given === 'string' && timingSafeEqual(digest(given), digest(callbackToken(apiKey, callbackUrl)))
  )
}

/** Null where it is no callback of Asaas; one about somebody else's payment has nothing to say. */
export function readHints(body: unknown): Hint[] | null {
  const fields = asFields(body)
  const eventId = fields?.id
  if (typeof eventId !== 'string' || !EVENT_ID.test(eventId) || typeof fields?.event !== 'string') return null
  const txid = asFields(fields.payment)?.externalReference
  return typeof txid === 'string' && TXID.test(txid) ? [{ eventId, txid }] : []
}

/** Proves that the key works, and asks for callbacks. Without them it still works, as it is asked regularly. */
export async function register(
  line: AsaasLine,
  { api_key, alert_email }: AsaasSettings,
  callbackUrl: string | null,
): Promise<Outcome<Registration>> {
  const probe = await line.get('/payments', { limit: '1' })
  if (probe.outcome !== 'confirmed') return probe
  if (pageOf(probe.value) === null) return UNFIT
  if (callbackUrl === null || parseReceiverUrl(callbackUrl) === null)
    return { outcome: 'confirmed', value: { callbacks: false } }
  const wish = {
    name: 'Embarque',
    url: callbackUrl,
    ...(alert_email !== undefined && { email: alert_email }),
    enabled: true,
    interrupted: false,
    authToken: callbackToken(api_key, callbackUrl),
    sendType: 'NON_SEQUENTIALLY',
    events: EVENTS,
  }
  const known = await knownWebhook(line, callbackUrl)
  const reply =
    known === null
      ? await line.post('/webhooks', { ...wish, apiVersion: 3 })
      : await line.put(`/webhooks/${known}`, wish)
  const callbacks = reply.outcome === 'confirmed'
  return { outcome: 'confirmed', value: callbacks ? { callbacks } : { callbacks, reason: reply.reason } }
}

/** It may have been asked for at this address before, and paused since. */
async function knownWebhook(line: AsaasLine, callbackUrl: string): Promise<string | null> {
  const reply = await line.get('/webhooks', { limit: '100' })
  const all = reply.outcome === 'confirmed' ? (pageOf(reply.value)?.items ?? []) : []
  const id = all.map(asFields).find((webhook) => webhook?.url === callbackUrl)?.id
  return typeof id === 'string' && WEBHOOK_ID.test(id) ? id : null
}
