// One HTTP request to the service, and its result: a response, or none.
import { Agent, request as sendHttp } from 'undici'

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object | undefined
  apiKey?: string | undefined
  idempotencyKey?: string | undefined
}

export interface ApiResponse {
  /** 0 if there was no response. */
  status: number
  text: string
  /** The service remembered it from an earlier request with the same idempotency key. */
  isReplay: boolean
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  body: any
}

/** Longer than the slowest response of the service. */
const RESPONSE_WAIT_MAX_MS = 20_000

const agent = new Agent({ connections: 128, pipelining: 1, keepAliveTimeout: 1_000 })
export const requestCounts = { requests: 0, withoutResponse: 0, unavailable: 0 }
/** Responses with status 500 since the last check: no fault excuses them. */
export const serverErrors: string[] = []

export async function sendRequest(url: string, request: ApiRequest): Promise<ApiResponse> {
  const { method, path, body, apiKey, idempotencyKey } = request
  requestCounts.requests++
  try {
    const response = await sendHttp(new URL(path, url), {
      method,
      dispatcher: agent,
      signal: AbortSignal.timeout(RESPONSE_WAIT_MAX_MS),
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.body.text()
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    if (response.statusCode === 503) requestCounts.unavailable++
    if (response.statusCode === 500) serverErrors.push(`${method} ${path} returned 500: ${text}`)
    return {
      status: response.statusCode,
      text,
      isReplay: response.headers['idempotent-replayed'] === 'true',
      body: isJson ? JSON.parse(text) : undefined,
    }
  } catch (error) {
    requestCounts.withoutResponse++
    return { status: 0, text: String(error), isReplay: false, body: undefined }
  }
}

/** A response that must be the same if the request is repeated with its idempotency key. */
export function isFinal({ status, body }: ApiResponse): boolean {
  if (status >= 200 && status < 300) return true
  return status >= 400 && status < 500 && status !== 429 && !TEMPORARY_ERRORS.has(body?.code)
}

const TEMPORARY_ERRORS = new Set([
  'request_in_progress',
  'payment_provider_not_connected',
  'url_not_reachable',
])

export const isSuccess = ({ status }: ApiResponse) => status >= 200 && status < 300
