// One request to a bank and its whole answer as text, bounded in time and in memory. Part of an answer is none.
import type { Dispatcher } from 'undici'
import { reasonOf } from '../../webhooks/connection-failure.ts'
import { ForbiddenAddress } from '../../webhooks/public-address.ts'

export interface BankRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
}

export type BankAnswer =
  | { status: number; text: string }
  /** never: it cannot have been sent. unreadable: an answer came that is too long to be read. */
  | { status: null; failure: 'never' | 'unanswered' | 'unreadable'; reason: string }

const ANSWER_BYTES_MAX = 1024 * 1024
const CERTIFICATE_ALERT = /^ERR_SSL_.*_ALERT_(?:.*CERTIFICATE.*|UNKNOWN_CA|ACCESS_DENIED)$/
const TOO_LARGE = 'the answer of the bank is too large'

/** Follows no redirects, never throws. */
export async function exchangeWithBank(
  dispatcher: Dispatcher,
  { method, url, headers, body }: BankRequest,
  timeoutMs: number,
): Promise<BankAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await dispatcher.request({
      method,
      path: url.pathname + url.search,
      headers,
      body: body ?? null,
      signal,
    })
    const text = await textOf(answer.body)
    if (text === null) return { status: null, failure: 'unreadable', reason: TOO_LARGE }
    return { status: answer.statusCode, text }
  } catch (error) {
    if (signal.aborted) return { status: null, failure: 'unanswered', reason: 'the bank timed out' }
    return failureOf(error as Error)
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    // Leaving the loop closes the connection: the rest is not wanted.
    if (length > ANSWER_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failureOf(error: Error): BankAnswer {
  const never = (reason: string): BankAnswer => ({ status: null, failure: 'never', reason })
  const code = 'code' in error ? String(error.code) : ''
  const reason = `the bank was not reached: ${reasonOf(error)}`
  if (error instanceof ForbiddenAddress) return never(reason)
  // OpenSSL could not read the team's certificate or key; its own message would not help.
  if (code.startsWith('ERR_OSSL_')) return never('the certificate or its private key cannot be used')
  // The bank ended the handshake, so no request came through.
  if (CERTIFICATE_ALERT.test(code)) return never('the bank does not accept the certificate')
  return { status: null, failure: 'unanswered', reason }
}
