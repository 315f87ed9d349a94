// Asaas (API v3), a bank for PIX and boletos: reached with one key, at its own address or that of its sandbox.
import { asaas } from '../../../../contract/banks/asaas.ts'
import { makePools } from '../../webhooks/connection-pools.ts'
import { makeConnect } from '../../webhooks/guarded-connection.ts'
import { exchangeWithBank } from '../pix/bank-exchange.ts'
import { type Bank, declareBank, type Surroundings } from '../port.ts'
import { isCaller, readHints, register } from './asaas-callbacks.ts'
import { openCharge, readCharge, withdrawCharge } from './asaas-charges.ts'
import { type AsaasLine, deadLine, makeAsaasLine } from './asaas-line.ts'
import { receivedPayments, returnedPayments } from './asaas-payments.ts'
import { refundPayment } from './asaas-refunds.ts'
import { type AsaasSettings, apiUrlOf, SANDBOX_HOST, settingFaults, shownSettings } from './asaas-settings.ts'

const TIMEOUT_MS = 10_000
/** Far below the fifty at once that it allows. */
const CONNECTIONS = 8

export const asaasBank = declareBank({
  ...asaas,
  title: 'Asaas',
  methods: ['pix', 'boleto'],
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
    read: (txid, bankReference = null) => readCharge(line, { txid, bankReference }, wall.now()),
    withdraw: (txid, bankReference = null) => withdrawCharge(line, { txid, bankReference }, wall.now()),
    received: (from, to) => receivedPayments(line, { from, to }, wall.now()),
    returned: (from, to) => returnedPayments(line, { from, to }, wall.now()),
    refund: (paymentId, refundId, amountCents) => refundPayment(line, { paymentId, refundId, amountCents }),
    readCallback: readHints,
    isCaller: (headers, callbackUrl) => isCaller(apiKey, headers, callbackUrl),
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
