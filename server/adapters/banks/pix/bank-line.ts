// Talks to one bank's API in a team's name: the token, the JSON, and what each answer means for the request.
import type { Clock } from '../../../kernel/process/clock.ts'
import type { Outcome, Rejected } from '../port.ts'
import { makeAccessTokens, type TokenAccount } from './access-token.ts'
import type { BankAnswer, BankRequest } from './bank-exchange.ts'
import type { BankManner } from './bank-manner.ts'
import { asFields, fieldsOf } from './json-fields.ts'

export type Reply =
  /** null where the bank confirmed with an empty body. */
  | { outcome: 'confirmed'; value: unknown }
  | Rejected
  | { outcome: 'unknown'; reason: string; isUnanswered: boolean }

export interface BankLine {
  get(path: string, query?: Record<string, string>): Promise<Reply>
  /** Sent once more where no answer came: the caller chooses the id in a PUT, so repeating it is safe. */
  put(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Reply>
  patch(path: string, body: object): Promise<Reply>
  readonly manner: Pick<BankManner, 'webhookHeaders' | 'listsNothingAs404'>
}

export interface LineAccount extends TokenAccount {
  apiUrl: URL
  manner: BankManner
}

interface Question {
  method: BankRequest['method']
  path: string
  query?: Record<string, string>
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** For an answer that does not follow the API. */
export const UNFIT = { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' } as const

const REFUSED = 'the bank does not accept the credentials'
const REASON_MAX = 300

export function makeBankLine(
  account: LineAccount,
  wall: Clock,
  send: (request: BankRequest) => Promise<BankAnswer>,
): BankLine {
  const { manner, apiUrl } = account
  const tokens = makeAccessTokens(account, wall, send)

  async function ask(question: Question): Promise<Reply> {
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
  ): Promise<BankAnswer> {
    const url = urlOf(apiUrl, path, { ...manner.query, ...query })
    if (method === 'PATCH' && manner.patchPath !== null)
      url.pathname = url.pathname.replace(manner.patchPath.from, manner.patchPath.to)
    const headers = {
      ...manner.headers(wall.now()),
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

  /** What an answer means, with secrets removed: a bank may quote anything it was sent. */
  function replyOf(answer: BankAnswer, tokensUsed: string[]): Reply {
    const reply = meaningOf(answer)
    if (reply.outcome === 'confirmed') return reply
    const secrets = [...manner.secrets, ...tokensUsed]
    return { ...reply, reason: withoutSecrets(reply.reason, secrets).slice(0, REASON_MAX) }
  }

  return {
    manner,
    get: (path, query = {}) => ask({ method: 'GET', path, query }),
    async put(path, body, headers = {}) {
      const question = { method: 'PUT', path, body, headers } as const
      const reply = await ask(question)
      return reply.outcome === 'unknown' && reply.isUnanswered ? ask(question) : reply
    },
    patch: (path, body) => ask({ method: 'PATCH', path, body }),
  }
}

/** The outcome for the caller of a reply that confirms nothing. */
export function refusalOf(
  reply: Exclude<Reply, { outcome: 'confirmed' }>,
): Exclude<Outcome<never>, { value: never }> {
  return reply.outcome === 'rejected' ? reply : { outcome: 'unknown', reason: reply.reason }
}

/** Keeps the query of the bank's address: some banks want an application key there with each call. */
function urlOf(apiUrl: URL, path: string, query: Record<string, string>): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function isUnauthorised({ status }: BankAnswer): boolean {
  return status === 401 || status === 403
}

/** Without a token the request itself was not sent, so nothing is gained by sending it again. */
function asReply(token: Rejected | { outcome: 'unknown'; reason: string }): Reply {
  return token.outcome === 'rejected' ? token : { ...token, isUnanswered: false }
}

function meaningOf(answer: BankAnswer): Reply {
  if (answer.status === null) {
    const { failure, reason } = answer
    if (failure === 'never') return { outcome: 'rejected', reason, cause: 'account' }
    return { outcome: 'unknown', reason, isUnanswered: failure === 'unanswered' }
  }
  const { status, text } = answer
  if (status >= 200 && status < 300) return confirmedBy(text)
  const fields = fieldsOf(text)
  const words = fields === null ? null : wordsOf(fields)
  if (isUnauthorised(answer)) {
    return {
      outcome: 'rejected',
      reason: words === null ? REFUSED : `${REFUSED}: ${words}`,
      cause: 'account',
    }
  }
  const mayPass = status === 408 || status === 425 || status === 429
  // What is not in the form of the API comes from something in front of it, and decides nothing: least of all that
  // there is no such charge.
  const isAbsent = status === 404 || status === 410
  if (status < 400 || status > 499 || mayPass || fields === null || (isAbsent && words === null)) {
    return { outcome: 'unknown', reason: `the bank answered ${status}`, isUnanswered: false }
  }
  const reason = words ?? `the bank answered ${status}`
  return isAbsent ? { outcome: 'rejected', reason, cause: 'absent' } : { outcome: 'rejected', reason }
}

function confirmedBy(text: string): Reply {
  if (text.trim() === '') return { outcome: 'confirmed', value: null }
  const value = fieldsOf(text)
  if (value !== null) return { outcome: 'confirmed', value }
  return { outcome: 'unknown', reason: 'the answer of the bank is not JSON', isUnanswered: false }
}

/**
 * From the API's problem body, or the fields that large banks have instead. The values it complains of may be
 * somebody's data, and are left out.
 */
function wordsOf({ title, detail, mensagem, violacoes, erros }: Record<string, unknown>): string | null {
  const faults = [violacoes, erros].flatMap((list) => (Array.isArray(list) ? list.map(asFields) : []))
  const told = faults.flatMap((fault) => [fault?.propriedade, fault?.razao, fault?.mensagem])
  const all = [title, detail, mensagem, ...told]
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
