// One request to Duffel and its response, limited in time and size. It reports whether the request was sent:
// an unsent request surely had no effect.
import { gunzip } from 'node:zlib'
import { type Dispatcher, Pool } from 'undici'
import { reasonOf, TimedOut } from '../../webhooks/connections.ts'
import type { Rejection, RejectionReason } from '../port.ts'
import { type DuffelFault, readFaults } from './shapes.ts'

export interface DuffelRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  /** The content of `data`. */
  readonly data?: unknown
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type DuffelResponse =
  /** `body` is undefined if it is not JSON. */
  | { readonly status: number; readonly body: unknown; readonly retryAt: string | null }
  | { readonly status: null; readonly wasSent: boolean; readonly reason: string }

export interface DuffelLine {
  /** Never throws, follows no redirects. Reads are retried once if the connection broke. */
  ask(request: DuffelRequest): Promise<DuffelResponse>
  /** Waits for requests in flight. */
  close(): Promise<void>
}

export interface LineOptions {
  token: string
  baseUrl: string
  responseBytesMax?: number
}

// A large search is some 2 MB.
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
const CONNECTIONS_MAX = 64
const CONNECT_MS = 10_000
// Shorter than servers usually keep a connection: an order must not be written into one that is being closed.
const IDLE_MS = 4_000
const TOO_LONG = 'the answer is too long'

export function openLine({ token, baseUrl, responseBytesMax = RESPONSE_BYTES_MAX }: LineOptions): DuffelLine {
  const base = checkedUrl(baseUrl)
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS_MAX,
    connect: { timeout: CONNECT_MS },
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // These limit parts of an exchange; each exchange is limited as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const prefix = base.pathname.replace(/\/$/, '')
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'duffel-version': 'v2',
    authorization: `Bearer ${token}`,
  }

  let closing: Promise<void> | undefined
  return {
    async ask({ method, path, data, timeoutMs, signal }) {
      if (closing !== undefined) return { status: null, wasSent: false, reason: 'the service is stopping' }
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const body = data === undefined ? null : JSON.stringify({ data })
      const sent = body === null ? headers : { ...headers, 'content-type': 'application/json' }
      const request = { method, path: prefix + path, headers: sent, body }
      const response = await exchange(pool, request, deadline, responseBytesMax)
      const isWorthAnother =
        method === 'GET' && response.status === null && response.isBroken && !deadline.aborted
      return responseOf(isWorthAnother ? await exchange(pool, request, deadline, responseBytesMax) : response)
    },
    close() {
      closing ??= pool.close()
      return closing
    },
  }
}

/** The token is sent encrypted, or stays on this machine. */
function checkedUrl(text: string): URL {
  const url = new URL(text)
  const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/i.test(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)) return url
  throw new TypeError('the address of Duffel must begin with https://')
}

type Raw =
  | { status: number; body: unknown; retryAt: string | null }
  /** Broken: neither timed out nor too long. */
  | { status: null; wasSent: boolean; reason: string; isBroken: boolean }

function responseOf(raw: Raw): DuffelResponse {
  if (raw.status !== null) return raw
  const { status, wasSent, reason } = raw
  return { status, wasSent, reason }
}

function exchange(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  deadline: AbortSignal,
  bytesMax: number,
): Promise<Raw> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let wasSent = false
    let isOver = false
    let status = 0
    let headers: NodeJS.Dict<string | string[]> = {}
    let length = 0
    const chunks: Buffer[] = []

    const conclude = (raw: Raw) => {
      isOver = true
      deadline.removeEventListener('abort', expire)
      resolve(raw)
    }
    const giveUp = (reason: string, isBroken: boolean) => {
      if (isOver) return
      conclude({ status: null, wasSent, reason, isBroken })
      controller?.abort(new TimedOut())
    }
    const expire = () => giveUp('no answer came in time', false)
    if (deadline.aborted) {
      expire()
      return
    }
    deadline.addEventListener('abort', expire)

    pool.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // The request waited for a connection until after its deadline.
        if (isOver) started.abort(new TimedOut())
        else wasSent = true
      },
      onResponseStart(_controller, statusCode, given) {
        // Responses below 200 are informational, and the next one replaces them.
        status = statusCode
        headers = given
      },
      onResponseData(_controller, chunk) {
        length += chunk.length
        chunks.push(chunk)
        if (length > bytesMax) giveUp(TOO_LONG, false)
      },
      onResponseEnd() {
        if (isOver) return
        const whole = Buffer.concat(chunks)
        unzipped(whole, headers['content-encoding'], bytesMax).then(
          (text) => !isOver && conclude({ status, body: parsed(text), retryAt: resetOf(headers) }),
          (reason) =>
            giveUp(reason.code === 'ERR_BUFFER_TOO_LARGE' ? TOO_LONG : 'the answer is garbled', false),
        )
      },
      onResponseError: (_controller, error) => giveUp(reasonOf(error), true),
    })
  })
}

/** Decompression stops at the size limit. */
async function unzipped(whole: Buffer, encoding: unknown, maxOutputLength: number): Promise<string> {
  if (encoding !== 'gzip') return whole.toString()
  return new Promise((resolve, reject) => {
    gunzip(whole, { maxOutputLength }, (error, text) => (error ? reject(error) : resolve(text.toString())))
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** When requests are accepted again, as an HTTP date. */
function resetOf(headers: NodeJS.Dict<string | string[]>): string | null {
  const { 'ratelimit-reset': reset } = headers
  return typeof reset === 'string' ? reset : null
}

// The meaning of Duffel's errors: whether anything was done, why not, and a text without secrets.

// The airline or Duffel failed midway, and the result is uncertain.
const UNSURE: ReadonlySet<string> = new Set([
  'airline_internal',
  'airline_unknown',
  'internal_server_error',
  'gateway_timeout_error',
])

const REASONS: Readonly<Record<string, RejectionReason>> = {
  offer_no_longer_available: 'sold_out',
  offer_expired: 'offer_gone',
  // An offer can be ordered once: another attempt, even a failed one, has used it up.
  offer_request_already_booked: 'offer_gone',
  order_creation_already_attempted: 'offer_gone',
  price_changed: 'price_changed',
  payment_amount_does_not_match_order_amount: 'price_changed',
  payment_currency_does_not_match_order_currency: 'price_changed',
  past_payment_required_by_date: 'expired',
  already_cancelled: 'already_cancelled',
  invalid_passenger_name: 'passenger_data',
  invalid_passenger_title: 'passenger_data',
  invalid_phone_number: 'passenger_data',
  invalid_email_address: 'passenger_data',
  invalid_loyalty_card: 'passenger_data',
  duplicate_passenger_name: 'passenger_data',
  duplicate_passenger_names: 'passenger_data',
  order_passengers_incompatible_with_offer: 'passenger_data',
}

// Codes that name the invalid field.
const FIELDS: Readonly<Record<string, string>> = {
  invalid_passenger_name: 'given_name',
  invalid_passenger_title: 'title',
  invalid_phone_number: 'phone_number',
  invalid_email_address: 'email',
  invalid_loyalty_card: 'loyalty_programme_accounts',
  duplicate_passenger_name: 'family_name',
  duplicate_passenger_names: 'family_name',
}

/** The airline failed, and Duffel guarantees that no order exists and no money was taken. */
const NOTHING_MADE = 'order_not_created'
const MESSAGE_MAX = 300

/** Whether this response to an order, a payment or a cancellation guarantees that nothing was done. */
export function isRefusal(response: DuffelResponse): boolean {
  if (response.status === null) return !response.wasSent
  const { status } = response
  const codes = codesOf(response)
  if (codes.includes(NOTHING_MADE)) return true
  if (codes.some((code) => UNSURE.has(code))) return false
  // Duffel's own 503 guarantees that nothing was booked; one of a proxy, without such a body, does not.
  if (status === 503) return codes.length > 0
  return status >= 400 && status < 500 && status !== 408
}

/** For a response that is a refusal. `hide` removes secrets from external texts. */
export function rejectionFrom(response: DuffelResponse, hide: (text: string) => string): Rejection {
  const faults = faultsOf(response)
  const fault = faults.find((one) => reasonOfErrors(one) !== 'other') ?? faults[0]
  if (fault === undefined || (isAboutUs(response) && fault.code !== NOTHING_MADE))
    return notAsked(describe(response))
  const reason = reasonOfErrors(fault)
  const message = cleaned(hide(fault.message || fault.title || describe(response)))
  return { reason, message, ...(reason === 'passenger_data' && blamed(fault)) }
}

/** An offer that is no longer for sale; null for other responses. */
export function goneFrom(response: DuffelResponse, hide: (text: string) => string): Rejection | null {
  if (response.status === 404)
    return { reason: 'offer_gone', message: 'Duffel does not know this offer any more' }
  if (response.status !== 422) return null
  const rejection = rejectionFrom(response, hide)
  return rejection.reason === 'sold_out' || rejection.reason === 'offer_gone' ? rejection : null
}

/**
 * An error of our connection, token, account or rate: it says nothing about the order, and a retry may
 * succeed.
 */
export function isAboutUs({ status }: DuffelResponse): boolean {
  return status === null || [401, 403, 407, 429].includes(status) || status >= 500
}

/** Nothing was done, because Duffel could not be reached. */
export function notAsked(why: string): Rejection {
  return { reason: 'other', message: `Duffel could not be asked, and nothing was done: ${why}` }
}

export function codesOf(response: DuffelResponse): string[] {
  return faultsOf(response).flatMap(({ code }) => (code == null ? [] : [String(code)]))
}

export function faultsOf(response: DuffelResponse): DuffelFault[] {
  return response.status === null ? [] : (readFaults(response.body)?.errors ?? [])
}

/** For logs and reasons: no external text, but the status, the codes and Duffel's request id. */
export function describe(response: DuffelResponse): string {
  if (response.status === null) return response.reason
  const { status, body, retryAt } = response
  const codes = codesOf(response).filter((code) => /^\w{1,60}$/.test(code))
  const request = readFaults(body)?.meta?.request_id ?? ''
  const details = [...new Set(codes)]
  if (/^[\w-]{1,64}$/.test(request)) details.push(`request ${request}`)
  if (status === 429 && retryAt !== null && /^[\w,: ]{1,40}$/.test(retryAt))
    details.push(`full until ${retryAt}`)
  return `Duffel answered ${status}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

function reasonOfErrors({ code, source }: DuffelFault): RejectionReason {
  const known = REASONS[String(code)]
  if (known !== undefined) return known
  const pointer = source?.pointer ?? ''
  if (/\/passengers(?:\/|$)/.test(pointer)) return 'passenger_data'
  if (code === 'not_found' && /\/selected_offers\b/.test(pointer)) return 'offer_gone'
  return code === 'not_valid_with_selected_offer' && /\/type$/.test(pointer) ? 'hold_unavailable' : 'other'
}

/** `/data/passengers/1/identity_documents/0/expires_on`: the second passenger, identity_documents.0.expires_on. */
function blamed({ code, source }: DuffelFault): Pick<Rejection, 'passengerIndex' | 'field'> {
  const match = /\/passengers\/(\d+)(?:\/(.+))?$/.exec(source?.pointer ?? '')
  const field = match?.[2]?.replaceAll('/', '.') ?? FIELDS[String(code)]
  return {
    ...(match !== null && { passengerIndex: Number(match[1]) }),
    ...(field !== undefined && { field }),
  }
}

function cleaned(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_MAX)
}
