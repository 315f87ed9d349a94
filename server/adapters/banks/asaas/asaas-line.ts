// Talks to Asaas in the name of an account: its headers, the JSON, and what each answer means for the request.
import type { Clock } from '../../../kernel/process/clock.ts'
import { VERSION } from '../../../kernel/process/version.ts'
import type { BankAnswer, BankRequest } from '../pix/bank-exchange.ts'
import { asFields, type Fields, fieldsOf } from '../pix/json-fields.ts'
import type { Outcome, Rejected } from '../port.ts'

export interface AsaasLine {
  /** Never with a body: Asaas refuses such a GET. */
  get(path: string, query?: Record<string, string>): Promise<Outcome<Fields>>
  /** Sent once: Asaas lets nobody choose an id, so asking again would make another. */
  post(path: string, body: object): Promise<Outcome<Fields>>
  put(path: string, body: object): Promise<Outcome<Fields>>
  remove(path: string): Promise<Outcome<Fields>>
}

/** For an answer that does not follow the API. */
export const UNFIT = { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' } as const

const REFUSED = 'the bank does not accept the API key'
const TOO_MANY = 'the bank wants to be asked less often'
/** What is counted beyond its limits counts against the account, so that it is left alone for a while. */
const PAUSE_MS = 30_000
const REASON_MAX = 300

export function makeAsaasLine(
  { apiUrl, apiKey }: { apiUrl: URL; apiKey: string },
  wall: Clock,
  send: (request: BankRequest) => Promise<BankAnswer>,
): AsaasLine {
  let pausedUntilMs = 0

  async function ask(
    method: BankRequest['method'],
    path: string,
    { query = {}, body }: { query?: Record<string, string>; body?: object } = {},
  ): Promise<Outcome<Fields>> {
    if (wall.now().getTime() < pausedUntilMs) return { outcome: 'unknown', reason: TOO_MANY }
    const answer = await send({
      method,
      url: urlOf(apiUrl, path, query),
      headers: {
        access_token: apiKey,
        accept: 'application/json',
        'user-agent': `Embarque/${VERSION}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.status === 429) pausedUntilMs = wall.now().getTime() + PAUSE_MS
    const reply = meaningOf(answer)
    // A bank may quote anything it was sent.
    if (reply.outcome === 'confirmed') return reply
    return { ...reply, reason: reply.reason.replaceAll(apiKey, '***').slice(0, REASON_MAX) }
  }

  return {
    get: (path, query = {}) => ask('GET', path, { query }),
    post: (path, body) => ask('POST', path, { body }),
    put: (path, body) => ask('PUT', path, { body }),
    remove: (path) => ask('DELETE', path),
  }
}

/** The line of an address that may not be called. */
export function deadLine(reason: string): AsaasLine {
  const refuse = async (): Promise<Rejected> => ({ outcome: 'rejected', reason, cause: 'account' })
  return { get: refuse, post: refuse, put: refuse, remove: refuse }
}

/** It says nothing about the charge: we are not let in. */
export function isAccount(answer: Outcome<unknown>): answer is Rejected & { cause: 'account' } {
  return answer.outcome === 'rejected' && answer.cause === 'account'
}

function urlOf(apiUrl: URL, path: string, query: Record<string, string>): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function meaningOf(answer: BankAnswer): Outcome<Fields> {
  if (answer.status === null) {
    const { failure, reason } = answer
    return failure === 'never'
      ? { outcome: 'rejected', reason, cause: 'account' }
      : { outcome: 'unknown', reason }
  }
  const { status, text } = answer
  const fields = fieldsOf(text)
  if (status >= 200 && status < 300) return fields === null ? UNFIT : { outcome: 'confirmed', value: fields }
  const words = fields === null ? null : wordsOf(fields)
  if (status === 401 || status === 403)
    return {
      outcome: 'rejected',
      reason: words === null ? REFUSED : `${REFUSED}: ${words}`,
      cause: 'account',
    }
  // Its 404 has an empty body. Whatever else is not in its form comes from something in front of it.
  if (status === 404 && (text.trim() === '' || words !== null))
    return { outcome: 'rejected', reason: words ?? 'the bank has no such thing', cause: 'absent' }
  if (status === 400 && words !== null) return { outcome: 'rejected', reason: words }
  return { outcome: 'unknown', reason: status === 429 ? TOO_MANY : `the bank answered ${status}` }
}

/** From `{"errors": [{"code": ..., "description": ...}]}`. */
function wordsOf({ errors }: Fields): string | null {
  if (!Array.isArray(errors)) return null
  const all = errors.map((error) => asFields(error)?.description).filter((word) => typeof word === 'string')
  const text = all
    .join(' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text
}
