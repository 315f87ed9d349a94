// An HTTP client like an integrator's: each response with status, headers and parsed body. Links in responses
// are followed.
import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { request } from 'undici'
import { PANEL_PATH } from '../../contract/links.ts'

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

/** Changes of one type of object. */
export function patchesAt(client: Client, path: string) {
  const patch = (id: string, body: object): Promise<Reply> => client.patch(`${path}/${id}`, body)
  /** The object after the change, which must succeed. */
  const patched = async (id: string, body: object): Promise<Reply['body']> => {
    const answer = await patch(id, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  return { patch, patched }
}

interface Asked {
  method: string
  path: string
  /** Repeats the request, without following links. */
  again(): Promise<{ text: string }>
}

/** The parts of a response that may contain links. */
interface LinkSource {
  status: number
  headers: Readonly<Record<string, unknown>>
  body: unknown
}

/** Past states: they may contain the code of a charge that was paid since. */
const PAST = /^\/api\/v1\/(?:events|messages|webhooks|bookings\/[^/]+\/timeline)\b/

const TYPES: [RegExp, string][] = [
  [/\.svg$/, 'image/svg+xml'],
  [/\.png$/, 'image/png'],
  [/[./]pdf$/, 'application/pdf'],
  [/^\/callbacks\//, 'application/json; charset=utf-8'],
  [/^/, 'text/html; charset=utf-8'],
]

const followed = new Set<string>()

/** Opens our own addresses in a response, one of each kind per process: each must open as declared. */
async function followLinks(origin: string, { method, path, again }: Asked, reply: LinkSource): Promise<void> {
  const isPast = PAST.test(path) || reply.headers['idempotent-replayed'] !== undefined
  if (reply.status > 299 || reply.body === undefined || isPast) return
  for (const { place, url } of linksIn(`${origin}/`, reply.body)) {
    const kind = `${method} ${patternOf(path)} ${place}`
    if (followed.has(kind)) continue
    followed.add(kind)
    const fault = await faultOf(new URL(url))
    if (fault === null) continue
    // It may have been paid or cancelled right after the response; then the link is no longer shown.
    const isStillShown = method !== 'GET' || (await again()).text.includes(url)
    if (isStillShown) assert.fail(`${kind} is ${url}, which ${fault}`)
  }
}

interface Link {
  /** The path within the response, without list indexes. */
  place: string
  url: string
}

function linksIn(start: string, answer: unknown): Link[] {
  const links: Link[] = []
  const look = (value: unknown, place: string): void => {
    if (typeof value === 'string') {
      if (value.startsWith(start)) links.push({ place, url: value })
    } else if (Array.isArray(value)) {
      for (const part of value) look(part, `${place}[]`)
    } else if (typeof value === 'object' && value !== null && !isDraftQuote(value)) {
      for (const name in value) look(value[name as keyof typeof value], `${place}.${name}`)
    }
  }
  look(answer, '')
  return links
}

/** Links of a draft open once it is sent. */
function isDraftQuote(value: object): boolean {
  return 'public_url' in value && 'status' in value && value.status === 'draft'
}

function patternOf(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (part === '/v1' ? part : '/:id'))
}

/** Null also if the service was stopped meanwhile. */
async function faultOf(url: URL): Promise<string | null> {
  const [, type] = TYPES.find(([form]) => form.test(url.pathname))!
  // Most tests have no built panel; browser tests open its links.
  if (url.pathname.startsWith(PANEL_PATH)) return null
  const isForBanks = url.pathname.startsWith('/callbacks/')
  const answer = await request(url, isForBanks ? EMPTY_CALLBACK : {}).catch(() => null)
  if (answer === null) return null
  await answer.body.dump()
  const { statusCode, headers } = answer
  return statusCode === 200 && headers['content-type'] === type
    ? null
    : `answers ${statusCode} ${headers['content-type']} instead of 200 ${type}`
}

const EMPTY_CALLBACK = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
} as const
