// One request to the service and its result: a response, or none. The caller continues either way.
import { Agent, request } from 'undici'

export interface Answer {
  /** 0: no response. */
  status: number
  text: string
  isReplay: boolean
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object | undefined
  /** The caller's key. */
  key?: string | undefined
  idempotencyKey?: string | undefined
}

/** Longer than the slowest response of the service. */
const ANSWER_WAIT_MAX_MS = 20_000

const agent = new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 1_000 })
export const asked = { requests: 0, unanswered: 0, unavailable: 0 }
/** Responses that no fault excuses, since the last check. */
export const wrongAnswers: string[] = []

export async function ask(url: string, question: Question): Promise<Answer> {
  const { method, path, body, key, idempotencyKey } = question
  asked.requests++
  try {
    const answer = await request(new URL(path, url), {
      method,
      dispatcher: agent,
      signal: AbortSignal.timeout(ANSWER_WAIT_MAX_MS),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    if (answer.statusCode === 503) asked.unavailable++
    if (answer.statusCode === 500) wrongAnswers.push(`${method} ${path} answered 500: ${text}`)
    return {
      status: answer.statusCode,
      text,
      isReplay: answer.headers['idempotent-replayed'] === 'true',
      body: isJson ? JSON.parse(text) : undefined,
    }
  } catch (error) {
    asked.unanswered++
    return { status: 0, text: String(error), isReplay: false, body: undefined }
  }
}

/** Final: repeated with the same key, it is the same. */
export function isDefinite({ status, body }: Answer): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && status !== 429 && !OF_THE_MOMENT.has(body?.code)
}

/** Temporary refusals: repeated, the response may differ. */
const OF_THE_MOMENT = new Set(['request_in_progress', 'payment_provider_not_connected', 'url_not_reachable'])

export const isTaken = ({ status }: Answer) => status >= 200 && status < 300
