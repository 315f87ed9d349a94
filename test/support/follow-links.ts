// Follows our own addresses in responses: each must open as declared. One of each kind per process is enough.
import assert from 'node:assert/strict'
import { request } from 'undici'
import { PANEL_PATH } from '../../contract/links.ts'

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

export async function followLinks(
  origin: string,
  { method, path, again }: Asked,
  reply: LinkSource,
): Promise<void> {
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
