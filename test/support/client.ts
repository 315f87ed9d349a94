// An HTTP client like an integrator's: each response with status, headers and parsed body. Links in responses
// are followed.
import type { Readable } from 'node:stream'
import { request } from 'undici'
import { followLinks } from './follow-links.ts'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any
}

/** A stream is sent without its length. */
type Raw = string | Buffer | Readable
type Headers = Record<string, string>

export interface Client {
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  put(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  delete(path: string, headers?: Headers): Promise<Reply>
  /** A raw body, for text that JSON.stringify would not write. */
  raw(method: string, path: string, body: Raw | undefined, headers?: Headers): Promise<Reply>
}

/** Enough of an endless stream for a test. */
async function beginningOf(stream: Readable): Promise<string> {
  for await (const chunk of stream) return String(chunk)
  return ''
}

/** With a key, or as the caller of the other headers. */
export function makeClient(url: string, key?: string, others: Headers = {}): Client {
  const authorization = key === undefined ? others : { authorization: `Bearer ${key}`, ...others }

  async function exchange(method: string, path: string, body?: Raw, headers: Headers = {}): Promise<Reply> {
    const answer = await request(new URL(path, url), {
      method: method as 'GET',
      headers: { ...authorization, ...headers },
      body: body ?? null,
    })
    const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream')
    const text = isEndless ? await beginningOf(answer.body) : await answer.body.text()
    const isJson = text !== '' && String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  const raw: Client['raw'] = async (method, path, body, headers) => {
    const again = () => exchange(method, path, body, headers)
    const reply = await again()
    await followLinks(new URL(url).origin, { method, path, again }, reply)
    return reply
  }

  const send = (method: string) => (path: string, body?: unknown, headers?: Headers) =>
    body === undefined
      ? raw(method, path, undefined, headers)
      : raw(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })

  return {
    raw,
    get: (path, headers) => raw('GET', path, undefined, headers),
    delete: (path, headers) => raw('DELETE', path, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
  }
}
