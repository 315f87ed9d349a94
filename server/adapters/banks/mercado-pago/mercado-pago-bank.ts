// Mercado Pago (Checkout Pro), a bank for cards: its page takes the card, and the payer chooses the instalments there.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mercadoPago } from '../../../../contract/banks/mercado-pago.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import { asFields } from '../pix/pix-json.ts'
import {
  type Bank,
  type CallbackHeaders,
  declareBank,
  type Hint,
  type Outcome,
  type Registration,
  type Surroundings,
} from '../port.ts'
import { openCharge, readCharge, withdrawCharge } from './charges.ts'
import { type MercadoPagoLine, openLine, UNFIT } from './client.ts'
import { findCharge, receivedPayments, refundPayment, returnedPayments } from './payments.ts'
import { type MercadoPagoSettings, settingFaults, shownSettings } from './settings.ts'

const SIGNATURE = /^ts=(\d{1,20}),v1=([0-9a-f]{64})$/
const DATA_ID = /^[a-zA-Z0-9-]{1,64}$/
const EVENT_ID = /^[!-~]{1,100}$/
/** Topics of notifications, each with the path at which its object is read. */
const PATHS: ReadonlyMap<unknown, string> = new Map([
  ['payment', 'payments'],
  ['chargebacks', 'chargebacks'],
  ['topic_chargebacks_wh', 'chargebacks'],
])

/** The signature if it is sound: over the id of the thing, the id of the request, and the time. */
function signatureOf(secret: string, dataId: string, headers: CallbackHeaders): string | null {
  const { 'x-signature': signature, 'x-request-id': requestId } = headers
  const [, ts, given = ''] = SIGNATURE.exec(String(signature).replaceAll(' ', '')) ?? []
  if (ts === undefined || typeof requestId !== 'string') return null
  const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`
  const wanted = createHmac('sha256', secret).update(manifest).digest()
  return timingSafeEqual(wanted, Buffer.from(given, 'hex')) ? given : null
}

/** Null if it is no notification of Mercado Pago; one about another thing has no hints. */
function readHints(secret: string | undefined, body: unknown, headers: CallbackHeaders = {}): Hint[] | null {
  const fields = asFields(body)
  const data = asFields(fields?.data)
  const sentId = String(fields?.id)
  const dataId = String(data?.id)
  if (fields?.id === undefined || data?.id === undefined || !EVENT_ID.test(sentId) || !DATA_ID.test(dataId))
    return null
  const signature = secret === undefined ? null : signatureOf(secret, dataId, headers)
  if (secret !== undefined && signature === null) return null
  const path = PATHS.get(fields.type)
  if (path === undefined) return []
  // The id in the body is not signed: with another one a captured notification would count as new, or hide the next.
  const eventId = signature === null ? sentId : `${path}/${signature}`
  return [{ eventId, txid: null, bankId: `${path}/${dataId}` }]
}

const COUNTRY = 'MLB'

/** Proves that the token works, for an account in Brazil. Each charge names the address of notifications. */
async function register(line: MercadoPagoLine, callbackUrl: string | null): Promise<Outcome<Registration>> {
  const me = await line.get('/users/me')
  if (me.outcome !== 'confirmed') return me
  const { id, site_id } = me.value
  if (id === undefined || typeof site_id !== 'string') return UNFIT
  if (site_id !== COUNTRY)
    return { outcome: 'rejected', reason: 'the account is not of Mercado Pago in Brazil' }
  return {
    outcome: 'confirmed',
    value: { callbacks: callbackUrl !== null && parseReceiverUrl(callbackUrl) !== null },
  }
}

export const mercadoPagoBank = declareBank({
  ...mercadoPago,
  title: 'Mercado Pago',
  methods: ['card'],
  refusal: ({ mode }) =>
    mode === 'test' ? 'needs a live key: with a test key every charge is of the simulated bank' : null,
  faults: settingFaults,
  shown: shownSettings,
  addresses: ['api_url'],
  keepsExpired: true,
  keepsPaid: true,
  payerChoosesInstalments: true,
  pixKey: () => null,
  connect,
})

function connect(settings: MercadoPagoSettings, surroundings: Surroundings): Bank {
  const { wall } = surroundings
  const { webhook_secret: secret } = settings
  const { line, close } = openLine(settings, surroundings)
  return {
    open: (order) => openCharge(line, reportedBy(order, secret), wall.now()),
    read: (txid, bankReference = null) => readCharge(line, { txid, bankReference }, wall.now()),
    withdraw: (txid, bankReference = null) => withdrawCharge(line, { txid, bankReference }, wall.now()),
    received: (from, to) => receivedPayments(line, { from, to }, wall.now()),
    returned: (from, to) => returnedPayments(line, { from, to }, wall.now()),
    refund: (paymentId, refundId, amountCents) => refundPayment(line, { paymentId, refundId, amountCents }),
    readCallback: (body, headers) => readHints(secret, body, headers),
    find: (bankId) => findCharge(line, bankId),
    register: (callbackUrl) => register(line, callbackUrl),
    close,
  }
}

/** Only the webhooks of its panel are signed, so with a secret the charge names no address of its own. */
function reportedBy<Order extends { callbackUrl?: string }>(order: Order, secret: string | undefined): Order {
  if (secret === undefined) return order
  const { callbackUrl: _, ...rest } = order
  return rest as Order
}
