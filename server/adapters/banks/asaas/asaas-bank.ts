// Asaas (API v3), a bank for Pix, boletos and cards, reached with one key, at its own address or its sandbox.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ASAAS_USUAL_METHODS, asaas } from '../../../../contract/banks/asaas.ts'
import type { RefusalReason } from '../../../../contract/cards.ts'
import type { AccountGap } from '../../../../contract/payment-providers.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import { makeConnect, makePools } from '../../webhooks/connections.ts'
import { exchangeWithBank } from '../pix/client.ts'
import { asFields } from '../pix/pix-json.ts'
import {
  type Bank,
  type CallbackHeaders,
  declareBank,
  type Hint,
  type MandateHint,
  type Outcome,
  type Registration,
  type Surroundings,
} from '../port.ts'
import { openCharge, readCharge, withdrawCharge } from './charges.ts'
import { type AsaasLine, deadLine, makeAsaasLine, pageOf, TXID, UNFIT } from './client.ts'
import {
  isFirstCharge,
  MANDATE_EVENTS,
  makeMandates,
  mandateHints,
  probeMandates,
  readFirstCharge,
  withdrawFirstCharge,
} from './mandates.ts'
import { receivedPayments, refundPayment, returnedPayments } from './payments.ts'
import { type AsaasSettings, apiUrlOf, SANDBOX_HOST, settingFaults, shownSettings } from './settings.ts'

// Callbacks of Asaas: the registered address, the token that authenticates them, and their content.

const TOKEN_HEADER = 'asaas-access-token'
const TOKEN_BYTES = 24
const EVENT_ID = /^[!-~]{1,100}$/
const WEBHOOK_ID = /^[a-zA-Z0-9-]{1,64}$/
const CARD_REFUSED = 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED'
/** All events that may change our view of a charge. */
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
  'PAYMENT_AUTHORIZED',
  'PAYMENT_AWAITING_RISK_ANALYSIS',
  'PAYMENT_APPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
  CARD_REFUSED,
  'PAYMENT_ANTICIPATED',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
]
/** Of refusals Asaas shows only these events: the charge stays as it was. */
const REFUSALS: ReadonlyMap<unknown, RefusalReason> = new Map([
  [CARD_REFUSED, 'refused'],
  ['PAYMENT_REPROVED_BY_RISK_ANALYSIS', 'risk'],
])

/**
 * Derived from key and address, so that it need not be stored. Its characters never form a sequence, which
 * Asaas refuses.
 */
function callbackToken(apiKey: string, callbackUrl: string): string {
  const address = callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1)
  const bytes = createHmac('sha256', apiKey)
    .update(`callbacks at ${address}`)
    .digest()
    .subarray(0, TOKEN_BYTES)
  return bytes.toString('hex').replace(/(..)(?=.)/g, '$1-')
}

function isCaller(apiKey: string, headers: CallbackHeaders, callbackUrl: string): boolean {
  const given = headers[TOKEN_HEADER]
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return (
    typeof given === 'string' && timingSafeEqual(digest(given), digest(callbackToken(apiKey, callbackUrl)))
  )
}

/** Null if it is no callback of Asaas; a callback about a foreign payment has no hints. */
function readHints(body: unknown): (Hint | MandateHint)[] | null {
  const fields = asFields(body)
  const eventId = fields?.id
  if (typeof eventId !== 'string' || !EVENT_ID.test(eventId) || typeof fields?.event !== 'string') return null
  const ofMandate = mandateHints(eventId, fields)
  if (ofMandate !== null) return ofMandate
  const txid = asFields(fields.payment)?.externalReference
  if (typeof txid !== 'string' || !TXID.test(txid)) return []
  const refusal = REFUSALS.get(fields.event)
  return [{ eventId, txid, ...(refusal !== undefined && { refusal }) }]
}

/** Proves that the key works, and registers callbacks. Without them polling still works. */
async function register(
  line: AsaasLine,
  { api_key, alert_email }: AsaasSettings,
  callbackUrl: string | null,
): Promise<Outcome<Registration>> {
  const probe = await line.get('/payments', { limit: '1' })
  if (probe.outcome !== 'confirmed') return probe
  if (pageOf(probe.value) === null) return UNFIT
  if (callbackUrl === null || parseReceiverUrl(callbackUrl) === null)
    return { outcome: 'confirmed', value: { callbacks: false } }
  const mandates = await probeMandates(line)
  const takesMandates = mandates.outcome === 'confirmed' && mandates.value
  const request = {
    name: 'Embarque',
    url: callbackUrl,
    ...(alert_email !== undefined && { email: alert_email }),
    enabled: true,
    interrupted: false,
    authToken: callbackToken(api_key, callbackUrl),
    sendType: 'NON_SEQUENTIALLY',
    events: takesMandates ? [...EVENTS, ...MANDATE_EVENTS] : EVENTS,
  }
  const known = await knownWebhook(line, callbackUrl)
  const reply =
    known === null
      ? await line.post('/webhooks', { ...request, apiVersion: 3 })
      : await line.put(`/webhooks/${known}`, request)
  const callbacks = reply.outcome === 'confirmed'
  return { outcome: 'confirmed', value: callbacks ? { callbacks } : { callbacks, reason: reply.reason } }
}

/** A webhook for this address may exist and be paused. */
async function knownWebhook(line: AsaasLine, callbackUrl: string): Promise<string | null> {
  const reply = await line.get('/webhooks', { limit: '100' })
  const all = reply.outcome === 'confirmed' ? (pageOf(reply.value)?.items ?? []) : []
  const id = all.map(asFields).find((webhook) => webhook?.url === callbackUrl)?.id
  return typeof id === 'string' && WEBHOOK_ID.test(id) ? id : null
}

/** A key may lack the right to read one of them, which says nothing about the account. */
async function accountGaps(
  line: AsaasLine,
  { methods = ASAAS_USUAL_METHODS }: AsaasSettings,
): Promise<AccountGap[]> {
  const gaps: AccountGap[] = []
  if (methods.split(',').includes('pix')) {
    const keys = await line.get('/pix/addressKeys', { status: 'ACTIVE', limit: '1' })
    if (keys.outcome === 'confirmed' && pageOf(keys.value)?.items.length === 0) gaps.push('pix_key')
  }
  const status = await line.get('/myAccount/status')
  if (status.outcome !== 'confirmed' || status.value.general === APPROVED) return gaps
  const { value } = status
  const parts = ACCOUNT_PARTS.filter(
    ([field]) => typeof value[field] === 'string' && value[field] !== APPROVED,
  )
  if (parts.length > 0) return [...gaps, ...parts.map(([, gap]) => gap)]
  return typeof value.general === 'string' ? [...gaps, 'approval'] : gaps
}

const APPROVED = 'APPROVED'
const ACCOUNT_PARTS = [
  ['commercialInfo', 'commercial_info'],
  ['bankAccountInfo', 'bank_account'],
  ['documentation', 'documents'],
] as const satisfies [string, AccountGap][]

const TIMEOUT_MS = 10_000
/** Far below the fifty concurrent requests that it allows. */
const CONNECTIONS = 8

export const asaasBank = declareBank({
  ...asaas,
  title: 'Asaas',
  methods: ['pix', 'boleto', 'card', 'pix_automatic'],
  refundsWholeSales: true,
  refusal: ({ mode }) =>
    mode === 'test' ? 'needs a live key: with a test key every charge is of the simulated bank' : null,
  faults: settingFaults,
  shown: shownSettings,
  addresses: ['api_url'],
  sandboxHosts: [SANDBOX_HOST],
  keepsExpired: true,
  needsPayerDocument: true,
  pixKey: () => null,
  connect,
})

function connect(settings: AsaasSettings, surroundings: Surroundings): Bank {
  const { wall } = surroundings
  const { api_key: apiKey } = settings
  const { line, close } = openLine(settings, surroundings)
  return {
    open: (order) => openCharge(line, order, wall.now()),
    read: (txid, bankReference = null) =>
      isFirstCharge(bankReference)
        ? readFirstCharge(line, { txid, reference: bankReference }, wall.now())
        : readCharge(line, { txid, bankReference }, wall.now()),
    withdraw: (txid, bankReference = null) =>
      isFirstCharge(bankReference)
        ? withdrawFirstCharge(line, { txid, reference: bankReference }, wall.now())
        : withdrawCharge(line, { txid, bankReference }, wall.now()),
    received: (from, to) => receivedPayments(line, { from, to }, wall.now()),
    returned: (from, to) => returnedPayments(line, { from, to }, wall.now()),
    refund: (paymentId, refundId, amountCents) =>
      refundPayment(line, { paymentId, refundId, amountCents }, wall.now()),
    readCallback: readHints,
    isCaller: (headers, callbackUrl) => isCaller(apiKey, headers, callbackUrl),
    mandates: makeMandates(line, wall),
    async probe() {
      const mandates = await probeMandates(line)
      return mandates.outcome === 'confirmed'
        ? { outcome: 'confirmed', value: { cobv: false, pixAutomatic: mandates.value } }
        : mandates
    },
    gaps: () => accountGaps(line, settings),
    register: (callbackUrl) => register(line, settings, callbackUrl),
    close,
  }
}

function openLine(
  settings: AsaasSettings,
  { wall, address, team, timeoutMs = TIMEOUT_MS }: Surroundings,
): { line: AsaasLine; close: () => Promise<void> } {
  const apiUrl = apiUrlOf(settings)
  const pools = makePools(makeConnect({ ...address, timeoutMs }), { connections: CONNECTIONS })
  let isClosed = false
  const close = async () => {
    isClosed = true
    await pools.close()
  }
  if (apiUrl === null) return { line: deadLine('only https addresses without credentials are called'), close }
  const line = makeAsaasLine({ apiUrl, apiKey: settings.api_key }, wall, async (request) =>
    isClosed
      ? { status: null, failure: 'unreadable', reason: 'the service is stopping' }
      : exchangeWithBank(pools.poolOf(request.url.origin, team), request, timeoutMs),
  )
  return { line, close }
}
