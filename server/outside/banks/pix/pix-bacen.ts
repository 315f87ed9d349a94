// A bank that speaks Banco Central's API Pix (2.9), as nearly all in Brazil do: over mutual TLS, at the addresses and
// with the credentials that a team gave us.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Clock } from '../../../base/process/clock.ts'
import { parseReceiverUrl } from '../../../rules/receiver-url.ts'
import { makePools } from '../../receivers/connection-pools.ts'
import { type Connect, makeConnect, resolveName } from '../../receivers/guarded-connection.ts'
import type { AddressRules, Resolve } from '../../receivers/public-address.ts'
import type { Connection, Outcome, PaymentProvider } from '../port.ts'
import { type BankAnswer, type BankRequest, exchangeWithBank } from './bank-exchange.ts'
import { type BankLine, makeBankLine, refusalOf } from './bank-line.ts'
import { openCharge, readCharge, withdrawCharge } from './pix-charges.ts'
import { readHints } from './pix-json.ts'
import { receivedPayments, refundPayment } from './pix-payments.ts'

export interface PixBacenAccount {
  /** With the version, as the bank names it; a query is sent with each call. */
  apiUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  pixKey: string
  /** PEM, as are the others; the certificates above it may follow. */
  certificate: string
  privateKey: string
  /** Who vouches for the bank, and then nobody else does; null for the public authorities. One or more. */
  authority: string | null
}

export interface PixBacenOptions {
  /** Tokens end by real time. */
  wall: Clock
  address: AddressRules & { resolve?: Resolve }
  /** For each exchange, from the look-up of the name to the last byte of the answer. */
  timeoutMs?: number
}

export interface AccountFault {
  field: keyof PixBacenAccount
  issue: string
}

const TIMEOUT_MS = 10_000
const CONNECTIONS = 8
const UNFIT_URL = 'only https addresses without credentials are called'
const STOPPING = 'the service is stopping'
/** Long enough for a bank to accept it as a range. */
const PROBE_MS = 60_000

export function makePixBacen(account: PixBacenAccount, options: PixBacenOptions): PaymentProvider {
  const { pixKey } = account
  const { wall } = options
  const { line, close } = openLine(account, options)
  return {
    methods: ['pix'],
    open: (order) => openCharge(line, pixKey, order, wall.now()),
    read: (ref) => readCharge(line, pixKey, ref),
    withdraw: (ref) => withdrawCharge(line, pixKey, ref),
    received: (from, to) => receivedPayments(line, pixKey, from, to),
    refund: (paymentId, refundId, amountCents) => refundPayment(line, paymentId, refundId, amountCents),
    readCallback: readHints,
    async connect(callbackUrl) {
      const now = wall.now()
      const probe = await receivedPayments(line, pixKey, new Date(now.getTime() - PROBE_MS), now)
      return probe.outcome === 'confirmed' ? askForCallbacks(line, pixKey, callbackUrl) : probe
    },
    close,
  }
}

/** What is wrong with an account as a person gave it. Whether the bank accepts it is for `connect` to find out. */
export function pixBacenFaults(account: PixBacenAccount, at: Date): AccountFault[] {
  const faults: AccountFault[] = []
  const expect = (field: AccountFault['field'], isFit: boolean, issue: string) => {
    if (!isFit) faults.push({ field, issue })
  }
  expect('apiUrl', parseReceiverUrl(account.apiUrl) !== null, 'must be an https address without credentials')
  expect(
    'tokenUrl',
    parseReceiverUrl(account.tokenUrl) !== null,
    'must be an https address without credentials',
  )
  expect('clientId', /^[^:\p{Cc}]+$/u.test(account.clientId), 'must not be empty, nor have a colon')
  expect('clientSecret', /^\P{Cc}+$/u.test(account.clientSecret), 'must not be empty, nor have line breaks')
  expect(
    'pixKey',
    isPixKey(account.pixKey),
    'must be a UUID, CPF, CNPJ, e-mail or +55 phone, without punctuation',
  )
  const [certificate] = certificatesOf(account.certificate) ?? []
  const privateKey = privateKeyOf(account.privateKey)
  expect('certificate', certificate !== undefined, 'must be a certificate in PEM')
  expect('privateKey', privateKey !== null, 'must be a private key in PEM, without a passphrase')
  if (certificate !== undefined) {
    expect('certificate', certificate.validToDate > at, 'has expired')
    expect('certificate', certificate.validFromDate <= at, 'is not valid yet')
    const isPair = privateKey === null || certificate.checkPrivateKey(privateKey)
    expect('privateKey', isPair, 'does not belong to the certificate')
  }
  const { authority } = account
  expect('authority', authority === null || certificatesOf(authority) !== null, 'must be certificates in PEM')
  return faults
}

function openLine(
  account: PixBacenAccount,
  { wall, address, timeoutMs = TIMEOUT_MS }: PixBacenOptions,
): { line: BankLine; close: () => Promise<void> } {
  const { allowedCidrs, loopbackOpen, resolve = resolveName } = address
  const { certificate: cert, privateKey: key, authority, clientId, clientSecret } = account
  const secure = { cert, key, ...(authority === null ? {} : { ca: authority }) }
  const pools = makePools(saidWhy(makeConnect({ allowedCidrs, loopbackOpen, resolve, timeoutMs, secure })), {
    connections: CONNECTIONS,
  })
  let isClosed = false
  const send = async (request: BankRequest): Promise<BankAnswer> => {
    if (isClosed) return { status: null, failure: 'unreadable', reason: STOPPING }
    return exchangeWithBank(pools.poolOf(request.url.origin), request, timeoutMs)
  }
  const close = async () => {
    isClosed = true
    await pools.close()
  }
  const apiUrl = URL.parse(parseReceiverUrl(account.apiUrl)?.key ?? '')
  const tokenUrl = URL.parse(parseReceiverUrl(account.tokenUrl)?.key ?? '')
  if (apiUrl === null || tokenUrl === null) return { line: deadLine(), close }
  return { line: makeBankLine({ apiUrl, tokenUrl, clientId, clientSecret }, wall, send), close }
}

/**
 * A bank that wants another certificate says so after the connection is made, and then closes it. Without the closing
 * at the first error, only that would be told.
 */
function saidWhy(connect: Connect): Connect {
  return (to, connected) => {
    connect(to, (error, socket) => {
      socket?.once('error', () => socket.destroy())
      connected(error, socket)
    })
  }
}

function deadLine(): BankLine {
  const refuse = async () => ({ outcome: 'rejected', reason: UNFIT_URL, cause: 'account' }) as const
  return { get: refuse, put: refuse, patch: refuse }
}

/** A bank that will not call is asked regularly, so this is no reason to do without it. */
async function askForCallbacks(
  line: BankLine,
  pixKey: string,
  callbackUrl: string | null,
): Promise<Outcome<Connection>> {
  if (callbackUrl === null || parseReceiverUrl(callbackUrl) === null) {
    return { outcome: 'confirmed', value: { callbacks: false } }
  }
  const reply = await line.put(`/webhook/${encodeURIComponent(pixKey)}`, { webhookUrl: callbackUrl })
  const callbacks = reply.outcome === 'confirmed'
  return {
    outcome: 'confirmed',
    value: callbacks ? { callbacks } : { callbacks, reason: refusalOf(reply).reason },
  }
}

function isPixKey(text: string): boolean {
  const forms = [
    /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/,
    /^(?=.{3,77}$)[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
    /^\+55\d{10,11}$/,
  ]
  return forms.some((form) => form.test(text))
}

/** Null unless there is at least one, and each can be read. */
function certificatesOf(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  return blocks === null ? null : nullIfThrown(() => blocks.map((block) => new X509Certificate(block)))
}

function privateKeyOf(pem: string): KeyObject | null {
  return nullIfThrown(() => createPrivateKey({ key: pem, format: 'pem' }))
}

function nullIfThrown<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
