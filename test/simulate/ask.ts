// One request to the service, and what came of it: an answer, or none. Whoever asks goes on either way.
import { Agent, request } from 'undici'

export interface Answer {
  /** 0: no answer came. */
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
  /** Of the caller. */
  key?: string | undefined
  idempotencyKey?: string | undefined
}

/** Longer than the service takes for the slowest thing that it promises an answer to. */
const ANSWER_WAIT_MAX_MS = 20_000

const agent = new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 1_000 })
export const asked = { requests: 0, unanswered: 0, unavailable: 0 }
/** Answers that no fault excuses, since they were last looked at. */
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

/** For good: sent again under the same key, it is the same. */
export function isDefinite({ status, body }: Answer): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && status !== 429 && !OF_THE_MOMENT.has(body?.code)
}

/** Somebody else did not answer, or has not yet: asked again, it may be another answer. */
const OF_THE_MOMENT = new Set(['request_in_progress', 'payment_provider_not_connected', 'url_not_reachable'])

export const isTaken = ({ status }: Answer) => status >= 200 && status < 300
