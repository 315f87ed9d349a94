// The HTTP client of Mercado Pago: headers, JSON, and the meaning of each response.
import { createHash } from 'node:crypto'
import type { Clock } from '../../../kernel/process/clock.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { makeConnect, makePools } from '../../webhooks/connections.ts'
import { type BankRequest, type BankResponse, exchangeWithBank } from '../pix/client.ts'
import { asFields, type Fields, fieldsOf } from '../pix/pix-json.ts'
import type { Outcome, Rejected, Surroundings } from '../port.ts'
import { apiUrlOf, type MercadoPagoSettings } from './settings.ts'

export interface MercadoPagoLine {
  get(path: string, query?: Record<string, string>): Promise<Outcome<Fields>>
  /** Repeated with the same key, it happens once. */
  post(path: string, body: object, key: string): Promise<Outcome<Fields>>
  put(path: string, body: object): Promise<Outcome<Fields>>
}

/** For a response that does not follow the API. */
export const UNFIT = { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' } as const

const REFUSED = 'the bank does not accept the access token'
const TOO_MANY = 'the bank wants to be asked less often'
const PAUSE_MS = 30_000
const REASON_MAX = 300
const TIMEOUT_MS = 10_000
const CONNECTIONS = 8

export function openLine(
  settings: MercadoPagoSettings,
  { wall, address, team, timeoutMs = TIMEOUT_MS }: Surroundings,
): { line: MercadoPagoLine; close: () => Promise<void> } {
  const apiUrl = apiUrlOf(settings)
  const pools = makePools(makeConnect({ ...address, timeoutMs }), { connections: CONNECTIONS })
  let isClosed = false
  const close = async () => {
    isClosed = true
    await pools.close()
  }
  const send = async (request: BankRequest): Promise<BankResponse> =>
    isClosed
      ? { status: null, failure: 'unreadable', reason: 'the service is stopping' }
      : exchangeWithBank(pools.poolOf(request.url.origin, team), request, timeoutMs)
  return { line: makeLine(apiUrl, settings, wall, send), close }
}

function makeLine(
  apiUrl: URL | null,
  { access_token: token, webhook_secret: secret }: MercadoPagoSettings,
  wall: Clock,
  send: (request: BankRequest) => Promise<BankResponse>,
): MercadoPagoLine {
  let pausedUntilMs = 0

  async function ask(
    method: BankRequest['method'],
    path: string,
    { query = {}, body, key }: { query?: Record<string, string>; body?: object; key?: string } = {},
  ): Promise<Outcome<Fields>> {
    if (apiUrl === null)
      return {
        outcome: 'rejected',
        reason: 'only https addresses without credentials are called',
        cause: 'account',
      }
    if (wall.now().getTime() < pausedUntilMs) return { outcome: 'unknown', reason: TOO_MANY }
    const url = new URL(apiUrl)
    url.pathname = url.pathname.replace(/\/+$/, '') + path
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await send({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': `Embarque/${VERSION}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'x-idempotency-key': idempotencyKey(key) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) pausedUntilMs = wall.now().getTime() + PAUSE_MS
    const reply = meaningOf(response)
    // A bank may quote anything it was sent.
    if (reply.outcome === 'confirmed') return reply
    const secrets = [token, ...(secret === undefined ? [] : [secret])]
    const reason = secrets.reduce((text, one) => text.replaceAll(one, '***'), reply.reason)
    return { ...reply, reason: reason.slice(0, REASON_MAX) }
  }

  return {
    get: (path, query = {}) => ask('GET', path, { query }),
    post: (path, body, key) => ask('POST', path, { body, key }),
    put: (path, body) => ask('PUT', path, { body }),
  }
}

/** Mercado Pago expects a UUID: one that follows from our own id. */
function idempotencyKey(id: string): string {
  const hex = createHash('sha256').update(`embarque:${id}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Our access is refused, which says nothing about the charge. */
export function isAccount(response: Outcome<unknown>): response is Rejected & { cause: 'account' } {
  return response.outcome === 'rejected' && response.cause === 'account'
}

function meaningOf(response: BankResponse): Outcome<Fields> {
  if (response.status === null) {
    const { failure, reason } = response
    return failure === 'never'
      ? { outcome: 'rejected', reason, cause: 'account' }
      : { outcome: 'unknown', reason }
  }
  const { status, text } = response
  const fields = fieldsOf(text)
  if (status >= 200 && status < 300) return fields === null ? UNFIT : { outcome: 'confirmed', value: fields }
  const words = fields === null ? null : wordsOf(fields)
  if (status === 401 || status === 403)
    return {
      outcome: 'rejected',
      reason: words === null ? REFUSED : `${REFUSED}: ${words}`,
      cause: 'account',
    }
  // Any other form comes from a proxy in front of it.
  if (status === 404 && words !== null) return { outcome: 'rejected', reason: words, cause: 'absent' }
  if ((status === 400 || status === 422) && words !== null) return { outcome: 'rejected', reason: words }
  return { outcome: 'unknown', reason: status === 429 ? TOO_MANY : `the bank answered ${status}` }
}

/** From `{"message": ..., "error": ..., "cause": [{"description": ...}]}`. */
function wordsOf({ message, cause }: Fields): string | null {
  const causes = Array.isArray(cause) ? cause.map((one) => asFields(one)?.description) : []
  const all = [message, ...causes].filter((word) => typeof word === 'string')
  const text = [...new Set(all)]
    .join(' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text
}
