// A bank with Banco Central's API Pix (2.9): over mutual TLS, with the team's addresses and credentials.
import { type PixSettings, pix } from '../../../../contract/banks/pix.ts'
import { parseReceiverUrl } from '../../../kernel/values/urls.ts'
import { type Connect, makeConnect, makePools } from '../../webhooks/connections.ts'
import { type Bank, declareBank, type Outcome, type Registration, type Surroundings } from '../port.ts'
import {
  type BankLine,
  type BankRequest,
  type BankResponse,
  exchangeWithBank,
  makeBankLine,
  refusalOf,
} from './client.ts'
import { MANDATE_ID, type ReceivingAccount, readMandateHints } from './mandate-json.ts'
import {
  MANDATE_SCOPES,
  type MandateLines,
  makeMandates,
  probeMandates,
  readMandateVerdict,
  withdrawMandateCharge,
} from './mandates.ts'
import {
  openCharge,
  probeDueDates,
  readCharge,
  receivedPayments,
  refundPayment,
  withdrawCharge,
} from './pix-charges.ts'
import { readHints } from './pix-json.ts'
import { addressesOf, type BankDialect, dialectOf, settingFaults, shownSettings } from './pix-settings.ts'

const TIMEOUT_MS = 10_000
const CONNECTIONS = 8
const UNFIT_URL = 'only https addresses without credentials are called'
const STOPPING = 'the service is stopping'
/** Long enough for a bank to accept it as a range. */
const PROBE_MS = 60_000

export const apiPix = declareBank({
  ...pix,
  title: 'API Pix',
  methods: ['pix', 'pix_automatic'],
  refusal: ({ mode }) =>
    mode === 'test' ? 'needs a live key: with a test key every charge is of the simulated bank' : null,
  faults: settingFaults,
  shown: shownSettings,
  addresses: ['api_url', 'token_url'],
  pixKey: ({ pix_key = null }) => pix_key,
  connect,
})

function connect(settings: PixSettings, surroundings: Surroundings): Bank {
  const { pix_key: pixKey } = settings
  const { wall } = surroundings
  const { line, mandateLine, close } = openLine(settings, surroundings)
  const lines = { line, mandateLine, pixKey, account: receivingAccount(settings), wall }
  return {
    open: (order) => openCharge(line, pixKey, order, wall.now()),
    read: (txid, bankReference = null) =>
      isOfMandate(bankReference)
        ? readMandateVerdict(mandateLine, { txid, mandate: bankReference })
        : readCharge(line, pixKey, { txid, bankReference }),
    withdraw: (txid, bankReference = null) =>
      isOfMandate(bankReference)
        ? withdrawMandateCharge(mandateLine, { txid, mandate: bankReference })
        : withdrawCharge(line, pixKey, { txid, bankReference }),
    received: (from, to) => receivedPayments(line, { pixKey, from, to }),
    returned: (from, to) =>
      receivedPayments(line, { pixKey, from, to, filter: { devolucaoPresente: 'true' } }),
    refund: (paymentId, refundId, amountCents) => refundPayment(line, paymentId, refundId, amountCents),
    readCallback: (body) => readHints(body) ?? readMandateHints(body),
    mandates: makeMandates(lines),
    async probe() {
      const dueDates = await probeDueDates(line, wall.now())
      if (dueDates.outcome !== 'confirmed') return dueDates
      const mandates = await probeMandates(lines)
      if (mandates.outcome !== 'confirmed') return mandates
      return { outcome: 'confirmed', value: { cobv: dueDates.value, pixAutomatic: mandates.value } }
    },
    async register(callbackUrl) {
      const now = wall.now()
      const probe = await receivedPayments(line, {
        pixKey,
        from: new Date(now.getTime() - PROBE_MS),
        to: now,
      })
      return probe.outcome === 'confirmed' ? askForCallbacks(lines, callbackUrl) : probe
    },
    close,
  }
}

function openLine(
  settings: PixSettings,
  { wall, address, team, timeoutMs = TIMEOUT_MS }: Surroundings,
): { line: BankLine; mandateLine: BankLine; close: () => Promise<void> } {
  const { allowedCidrs, loopbackOpen, resolve } = address
  const { certificate: cert, private_key: key, authority } = settings
  const secure = { cert, key, ...(authority === undefined ? {} : { ca: authority }) }
  const pools = makePools(
    withRefusalReason(makeConnect({ allowedCidrs, loopbackOpen, resolve, timeoutMs, secure })),
    {
      connections: CONNECTIONS,
    },
  )
  let isClosed = false
  const send = async (request: BankRequest): Promise<BankResponse> => {
    if (isClosed) return { status: null, failure: 'unreadable', reason: STOPPING }
    return exchangeWithBank(pools.poolOf(request.url.origin, team), request, timeoutMs)
  }
  const close = async () => {
    isClosed = true
    await pools.close()
  }
  const addresses = addressesOf(settings)
  const dialect = dialectOf(settings)
  const apiUrl = URL.parse(parseReceiverUrl(addresses.apiUrl)?.key ?? '')
  const tokenUrl = URL.parse(parseReceiverUrl(addresses.tokenUrl)?.key ?? '')
  if (apiUrl === null || tokenUrl === null) {
    const dead = deadLine(dialect)
    return { line: dead, mandateLine: dead, close }
  }
  const { client_id: clientId, client_secret: clientSecret } = settings
  const lineFor = (scopes: string) => {
    const account = { apiUrl, tokenUrl, clientId, clientSecret, dialect: { ...dialect, scopes } }
    return makeBankLine(account, wall, send)
  }
  // A bank without scopes in its requests knows those of the application.
  const mandateLine = lineFor(dialect.scopes === '' ? '' : MANDATE_SCOPES)
  return { line: lineFor(dialect.scopes), mandateLine, close }
}

/** Charges of mandates have the bank's id of their mandate as reference; other charges need none. */
function isOfMandate(reference: string | null | undefined): reference is string {
  return typeof reference === 'string' && MANDATE_ID.test(reference)
}

const ACCOUNT_TYPES = { checking: 'CORRENTE', savings: 'POUPANCA', payment: 'PAGAMENTO' } as const

function receivingAccount(settings: PixSettings): ReceivingAccount | null {
  const { receiving_account: conta, receiving_branch: agencia, receiving_account_type: type } = settings
  if (conta === undefined) return null
  const tipoConta = type === 'savings' || type === 'payment' ? ACCOUNT_TYPES[type] : ACCOUNT_TYPES.checking
  return { conta, tipoConta, ...(agencia !== undefined && { agencia }) }
}

/**
 * A bank that refuses our certificate sends the reason after the handshake and closes. The first error must
 * end the connection, otherwise only the closing is reported.
 */
function withRefusalReason(connect: Connect): Connect {
  return (to, connected) => {
    connect(to, (error, socket) => {
      socket?.once('error', () => socket.destroy())
      connected(error, socket)
    })
  }
}

function deadLine(dialect: BankDialect): BankLine {
  const refuse = async () => ({ outcome: 'rejected', reason: UNFIT_URL, cause: 'account' }) as const
  return { get: refuse, put: refuse, patch: refuse, post: refuse, dialect }
}

/** Without callbacks the bank is polled regularly. */
async function askForCallbacks(
  { line, mandateLine, pixKey, account }: MandateLines,
  callbackUrl: string | null,
): Promise<Outcome<Registration>> {
  if (callbackUrl === null || parseReceiverUrl(callbackUrl) === null) {
    return { outcome: 'confirmed', value: { callbacks: false } }
  }
  const path = `/webhook/${encodeURIComponent(pixKey)}`
  const reply = await line.put(path, { webhookUrl: callbackUrl }, line.dialect.webhookHeaders)
  const callbacks = reply.outcome === 'confirmed'
  // Banks without mandates refuse these; mandates are read regularly in any case.
  if (callbacks && account !== null)
    for (const own of ['/webhookrec', '/webhookcobr'])
      await mandateLine.put(own, { webhookUrl: callbackUrl }, line.dialect.webhookHeaders)
  return {
    outcome: 'confirmed',
    value: callbacks ? { callbacks } : { callbacks, reason: refusalOf(reply).reason },
  }
}
