// The HTTP client of one bank's API: token, JSON, and the meaning of each response.

import type { Dispatcher } from 'undici'
import type { Clock } from '../../../kernel/process/clock.ts'
import { ForbiddenAddress } from '../../webhooks/addresses.ts'
import { reasonOf } from '../../webhooks/connections.ts'
import type { Outcome, Rejected } from '../port.ts'
import { asFields, fieldsOf } from './pix-json.ts'
import type { BankDialect } from './pix-settings.ts'

// The access token of a bank's API: fetched with the team's credentials, and shared until shortly before it
// expires.

export interface AccessToken {
  value: string
  /** Just fetched: if the bank refuses it, another will not help. */
  isFresh: boolean
}

export interface AccessTokens {
  current(): Promise<Outcome<AccessToken>>
  /** Fetches a token other than this refused one. */
  insteadOf(refused: string): Promise<Outcome<AccessToken>>
}

export interface TokenAccount {
  tokenUrl: URL
  clientId: string
  /** Undefined if the certificate is the proof. */
  clientSecret: string | undefined
  dialect: Pick<BankDialect, 'tokenAuth' | 'tokenBody' | 'scopes'>
}

const TOKEN_REFUSED = 'the bank does not accept the credentials'
const TOKEN_UNFIT = 'the bank answered with a token that cannot be used'
/** Renewed this long before it expires, because a request takes time too. */
const MARGIN_MS = 30_000
/** The default lifetime. */
const LIFE_SECONDS = 60
/** The error codes of OAuth; any other text could quote a secret and is not logged. */
const OAUTH_ERRORS = new Set<unknown>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])
// The token is sent in a header, so it must not contain characters that could break one.
const TOKEN = /^[\x21-\x7e]{1,8192}$/

function makeAccessTokens(
  account: TokenAccount,
  wall: Clock,
  send: (request: BankRequest) => Promise<BankResponse>,
): AccessTokens {
  const request = requestFor(account)
  let known: { value: string; untilMs: number } | null = null
  let running: Promise<Outcome<AccessToken>> | null = null

  async function fetchToken(): Promise<Outcome<AccessToken>> {
    const askedMs = wall.now().getTime()
    const read = tokenOf(await send(request))
    if (read.outcome !== 'confirmed') return read
    const { value, lifeMs } = read.value
    known = { value, untilMs: askedMs + lifeMs - Math.min(MARGIN_MS, lifeMs / 2) }
    return { outcome: 'confirmed', value: { value, isFresh: true } }
  }

  async function current(): Promise<Outcome<AccessToken>> {
    if (known !== null && wall.now().getTime() < known.untilMs) {
      return { outcome: 'confirmed', value: { value: known.value, isFresh: false } }
    }
    running ??= fetchToken().finally(() => {
      running = null
    })
    return running
  }

  return {
    current,
    insteadOf(refused) {
      if (known?.value === refused) known = null
      return current()
    },
  }
}

function requestFor({ tokenUrl, clientId, clientSecret, dialect }: TokenAccount): BankRequest {
  const { tokenAuth, tokenBody, scopes } = dialect
  const inBody = tokenAuth === 'body'
  const fields = {
    // Some banks require it in the address, and have it there.
    ...(!tokenUrl.searchParams.has('grant_type') && { grant_type: 'client_credentials' }),
    ...(inBody && { client_id: clientId }),
    ...(inBody && clientSecret !== undefined && { client_secret: clientSecret }),
    ...(scopes !== '' && { scope: scopes }),
  }
  const credentials = Buffer.from(`${clientId}:${clientSecret ?? ''}`).toString('base64')
  const isForm = tokenBody === 'form'
  return {
    method: 'POST',
    url: tokenUrl,
    headers: {
      ...(!inBody && { authorization: `Basic ${credentials}` }),
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      accept: 'application/json',
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
  }
}

function tokenOf(response: BankResponse): Outcome<{ value: string; lifeMs: number }> {
  if (response.status === null) {
    const { failure, reason } = response
    return failure === 'never'
      ? { outcome: 'rejected', reason, cause: 'account' }
      : { outcome: 'unknown', reason }
  }
  const fields = fieldsOf(response.text)
  const { status } = response
  if (status === 408 || status === 429 || status < 200 || status > 499 || (status >= 300 && status < 400)) {
    return { outcome: 'unknown', reason: `the bank answered ${status} when asked for a token` }
  }
  if (status >= 400) {
    const word = OAUTH_ERRORS.has(fields?.error) ? fields?.error : status
    return { outcome: 'rejected', reason: `${TOKEN_REFUSED} (${word})`, cause: 'account' }
  }
  const { access_token: value, token_type: type = 'bearer', expires_in: life = LIFE_SECONDS } = fields ?? {}
  const seconds = typeof life === 'string' && /^\d{1,9}$/.test(life) ? Number(life) : life
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer'
  if (typeof value !== 'string' || !TOKEN.test(value) || !isBearer)
    return { outcome: 'unknown', reason: TOKEN_UNFIT }
  if (typeof seconds !== 'number' || !(seconds > 0)) return { outcome: 'unknown', reason: TOKEN_UNFIT }
  return { outcome: 'confirmed', value: { value, lifeMs: seconds * 1_000 } }
}

export type Reply =
  /** null if the bank confirmed with an empty body. */
  | { outcome: 'confirmed'; value: unknown }
  | Rejected
  | { outcome: 'unknown'; reason: string; hasNoResponse: boolean }

export interface BankLine {
  get(path: string, query?: Record<string, string>): Promise<Reply>
  /** Retried once without a response: the caller chooses the id in a PUT, so repeating it is safe. */
  put(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Reply>
  patch(path: string, body: object): Promise<Reply>
  /** Sent once: the bank chooses the id, so a repeat would create another. */
  post(path: string, body?: object): Promise<Reply>
  readonly dialect: Pick<BankDialect, 'webhookHeaders' | 'listsNothingAs404'>
}

/** Not part of every contract: a bank that does not know them refuses a token that asks for them. */
const DUE_DATE_SCOPES = 'cobv.write cobv.read'
const DUE_DATE_PATH = /^\/cobv(?:\/|$)/

export interface LineAccount extends TokenAccount {
  apiUrl: URL
  dialect: BankDialect
}

interface Question {
  method: BankRequest['method']
  path: string
  query?: Record<string, string>
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** For a response that does not follow the API. */
export const UNFIT = { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' } as const

const REFUSED = 'the bank does not accept the credentials'
const REASON_MAX = 300

export function makeBankLine(
  account: LineAccount,
  wall: Clock,
  send: (request: BankRequest) => Promise<BankResponse>,
): BankLine {
  const { dialect, apiUrl } = account
  const usualTokens = makeAccessTokens(account, wall, send)
  // Without scopes in the request, or with these among them, one token serves all.
  const isApart = dialect.scopes !== '' && !dialect.scopes.split(' ').includes('cobv.read')
  const dueDateTokens = isApart
    ? makeAccessTokens({ ...account, dialect: { ...dialect, scopes: DUE_DATE_SCOPES } }, wall, send)
    : usualTokens

  async function ask(question: Question): Promise<Reply> {
    const tokens = DUE_DATE_PATH.test(question.path) ? dueDateTokens : usualTokens
    const token = await tokens.current()
    if (token.outcome !== 'confirmed') return asReply(token)
    const first = await sendWith(token.value.value, question)
    if (token.value.isFresh || !isUnauthorised(first)) return replyOf(first, [token.value.value])
    const other = await tokens.insteadOf(token.value.value)
    if (other.outcome !== 'confirmed') return asReply(other)
    return replyOf(await sendWith(other.value.value, question), [token.value.value, other.value.value])
  }

  function sendWith(
    token: string,
    { method, path, query = {}, body, headers: own }: Question,
  ): Promise<BankResponse> {
    const url = urlOf(apiUrl, path, { ...dialect.query, ...query })
    if (method === 'PATCH' && dialect.patchPath !== null)
      url.pathname = url.pathname.replace(dialect.patchPath.from, dialect.patchPath.to)
    const headers = {
      ...dialect.headers(wall.now()),
      ...own,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
    }
    if (body === undefined) return send({ method, url, headers })
    return send({
      method,
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** The meaning of a response, with secrets removed: a bank may quote anything it was sent. */
  function replyOf(response: BankResponse, tokensUsed: string[]): Reply {
    const reply = meaningOf(response)
    if (reply.outcome === 'confirmed') return reply
    const secrets = [...dialect.secrets, ...tokensUsed]
    return { ...reply, reason: withoutSecrets(reply.reason, secrets).slice(0, REASON_MAX) }
  }

  return {
    dialect,
    get: (path, query = {}) => ask({ method: 'GET', path, query }),
    async put(path, body, headers = {}) {
      const question = { method: 'PUT', path, body, headers } as const
      const reply = await ask(question)
      return reply.outcome === 'unknown' && reply.hasNoResponse ? ask(question) : reply
    },
    patch: (path, body) => ask({ method: 'PATCH', path, body }),
    post: (path, body) => ask({ method: 'POST', path, ...(body !== undefined && { body }) }),
  }
}

/** The outcome of an unconfirmed reply. */
export function refusalOf(
  reply: Exclude<Reply, { outcome: 'confirmed' }>,
): Exclude<Outcome<never>, { value: never }> {
  return reply.outcome === 'rejected' ? reply : { outcome: 'unknown', reason: reply.reason }
}

/** Keeps the query of the bank's address: some banks require an application key in each call. */
function urlOf(apiUrl: URL, path: string, query: Record<string, string>): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function isUnauthorised({ status }: BankResponse): boolean {
  return status === 401 || status === 403
}

/** Without a token the request itself was not sent, so a retry does not help. */
function asReply(token: Rejected | { outcome: 'unknown'; reason: string }): Reply {
  return token.outcome === 'rejected' ? token : { ...token, hasNoResponse: false }
}

function meaningOf(response: BankResponse): Reply {
  if (response.status === null) {
    const { failure, reason } = response
    if (failure === 'never') return { outcome: 'rejected', reason, cause: 'account' }
    return { outcome: 'unknown', reason, hasNoResponse: failure === 'no_response' }
  }
  const { status, text } = response
  if (status >= 200 && status < 300) return confirmedBy(text)
  const fields = fieldsOf(text)
  const words = fields === null ? null : wordsOf(fields)
  if (isUnauthorised(response)) {
    return {
      outcome: 'rejected',
      reason: words === null ? REFUSED : `${REFUSED}: ${words}`,
      cause: 'account',
    }
  }
  const mayPass = status === 408 || status === 425 || status === 429
  // A response that does not follow the API comes from a proxy and decides nothing: least of all that the
  // charge does not exist.
  const isAbsent = status === 404 || status === 410
  if (status < 400 || status > 499 || mayPass || fields === null || (isAbsent && words === null)) {
    return { outcome: 'unknown', reason: `the bank answered ${status}`, hasNoResponse: false }
  }
  const reason = words ?? `the bank answered ${status}`
  return isAbsent ? { outcome: 'rejected', reason, cause: 'absent' } : { outcome: 'rejected', reason }
}

function confirmedBy(text: string): Reply {
  if (text.trim() === '') return { outcome: 'confirmed', value: null }
  const value = fieldsOf(text)
  if (value !== null) return { outcome: 'confirmed', value }
  return { outcome: 'unknown', reason: 'the answer of the bank is not JSON', hasNoResponse: false }
}

/**
 * From the API's problem body, or the fields of single banks. The rejected values may be personal data and
 * are left out.
 */
function wordsOf({ title, detail, mensagem, violacoes, erros }: Record<string, unknown>): string | null {
  const faults = [violacoes, erros].flatMap((list) => (Array.isArray(list) ? list.map(asFields) : []))
  const parts = faults.flatMap((fault) => [fault?.propriedade, fault?.razao, fault?.mensagem])
  const all = [title, detail, mensagem, ...parts]
  const words = all.filter((word) => typeof word === 'string' && word.trim() !== '')
  if (words.length === 0) return null
  return words
    .join(': ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function withoutSecrets(reason: string, secrets: string[]): string {
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), reason)
}

// One request to a bank and its whole response as text, limited in time and size. A partial response counts
// as none.

export interface BankRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
}

export type BankResponse =
  | { status: number; text: string }
  /** never: the request was not sent. unreadable: the response is too long. */
  | { status: null; failure: 'never' | 'no_response' | 'unreadable'; reason: string }

const RESPONSE_BYTES_MAX = 1024 * 1024
const CERTIFICATE_ALERT = /^ERR_SSL_.*_ALERT_(?:.*CERTIFICATE.*|UNKNOWN_CA|ACCESS_DENIED)$/
const TOO_LARGE = 'the answer of the bank is too large'

/** Follows no redirects, never throws. */
export async function exchangeWithBank(
  dispatcher: Dispatcher,
  { method, url, headers, body }: BankRequest,
  timeoutMs: number,
): Promise<BankResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await dispatcher.request({
      method,
      path: url.pathname + url.search,
      headers,
      body: body ?? null,
      signal,
    })
    const text = await textOf(response.body)
    if (text === null) return { status: null, failure: 'unreadable', reason: TOO_LARGE }
    return { status: response.statusCode, text }
  } catch (error) {
    if (signal.aborted) return { status: null, failure: 'no_response', reason: 'the bank timed out' }
    return failureOf(error as Error)
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > RESPONSE_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failureOf(error: Error): BankResponse {
  const never = (reason: string): BankResponse => ({ status: null, failure: 'never', reason })
  const code = 'code' in error ? String(error.code) : ''
  const reason = `the bank was not reached: ${reasonOf(error)}`
  if (error instanceof ForbiddenAddress) return never(reason)
  // OpenSSL could not read the team's certificate or key; its own message would not help.
  if (code.startsWith('ERR_OSSL_')) return never('the certificate or its private key cannot be used')
  // The bank ended the handshake, so no request arrived.
  if (CERTIFICATE_ALERT.test(code)) return never('the bank does not accept the certificate')
  return { status: null, failure: 'no_response', reason }
}
