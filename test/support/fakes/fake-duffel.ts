// A fake Duffel by its public description: an HTTP server on loopback that sells, refuses and fails like it,
// with network failures on request.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { fixedClock, type MovableClock } from '../../../server/kernel/process/clock.ts'
import { eventually } from '../eventually.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { type Desk, makeDesk, Refusal, refuse } from './fake-duffel-desk.ts'
import { type FakeOrder, type Fields, fieldsOf } from './fake-duffel-orders.ts'

export type FakeRoute =
  | 'search'
  | 'offer'
  | 'order'
  | 'readOrder'
  | 'listOrders'
  | 'pay'
  | 'quote'
  | 'confirm'
  | 'accept'

export interface SeenRequest {
  route: FakeRoute | null
  method: string
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  /** The `data` of the body. */
  data: Fields
}

export interface FakeAnswer {
  status: number
  /** A string is sent as it is, anything else as JSON; chunks are sent one by one and may be endless. */
  body?: unknown
  headers?: Record<string, string>
}

export interface Trouble {
  /** What is done before the response fails; `hidden`: an order that cannot be read before `reveal`. */
  does?: 'nothing' | 'work' | 'hidden'
  /** hang: no response. reset: the connection is reset. half: it is reset within the response. */
  answers: FakeAnswer | 'hang' | 'reset' | 'half'
}

export interface FakeDuffel {
  url: string
  token: string
  clock: MovableClock
  requests: SeenRequest[]
  desk: Desk
  readonly connections: number
  readonly openConnections: number
  /** Fails the next request of this route; several are used in order. */
  upset(route: FakeRoute, trouble: Trouble): void
  /** Delays the response to the next request of this route, after its work, until the returned function is called. */
  hold(route: FakeRoute): () => void
  /** Makes hidden orders readable. */
  reveal(): void
  /** Removes all planned failures. */
  calm(): void
  count(route: FakeRoute): number
  waitFor(route: FakeRoute, count?: number): Promise<SeenRequest[]>
  close(): Promise<void>
}

export const FAKE_NOW = new Date('2026-11-15T12:00:00.000Z')
export const FAKE_TOKEN = 'duffel_test_0123456789abcdefSECRETxyz'

export async function startFakeDuffel({ tls = false, token = FAKE_TOKEN } = {}): Promise<FakeDuffel> {
  const clock = fixedClock(FAKE_NOW)
  const desk = makeDesk(clock, token.startsWith('duffel_live_'))
  const requests: SeenRequest[] = []
  const troubles: [FakeRoute, Trouble][] = []
  const gates: [FakeRoute, Promise<void>][] = []
  const hidden: FakeOrder[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Callers may disconnect at any time, often on purpose.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  }
  const server = tls
    ? createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener)
    : createServer(listener)
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  server.keepAliveTimeout = 0

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {})
    const { method = '', url = '', headers } = incoming
    const body = await text(incoming)
    const { pathname, searchParams } = new URL(url, 'http://fake')
    const [route, id] = routeFor(method, pathname)
    const request = { route, method, path: url, headers, data: dataOf(body) }
    requests.push(request)
    const trouble = taken(troubles, route)
    const isDone = trouble === undefined || trouble.does === 'work' || trouble.does === 'hidden'
    const work = () =>
      workOf(request, { body, id, query: searchParams, isHidden: trouble?.does === 'hidden' })
    const answer = isDone ? answerTo(work, requests.length) : null
    await taken(gates, route)
    const planned = trouble?.answers ?? answer!
    if (planned === 'hang') return
    if (planned === 'reset') incoming.socket.resetAndDestroy()
    else if (planned === 'half') sendHalf(outgoing, answer ?? { status: 200, body: '{"data":' })
    else
      await send(outgoing, planned, { clock, isZipped: /\bgzip\b/.test(String(headers['accept-encoding'])) })
  }

  function workOf(
    request: SeenRequest,
    {
      body,
      id,
      query,
      isHidden,
    }: {
      readonly body: string
      readonly id: string
      readonly query: URLSearchParams
      readonly isHidden: boolean
    },
  ): FakeAnswer {
    const { route, headers, data } = request
    checkHeaders(headers, body, token)
    if (route === 'search') return { status: 201, body: { data: desk.search(data, query) } }
    if (route === 'offer') return { status: 200, body: { data: desk.readOffer(id) } }
    if (route === 'readOrder') return { status: 200, body: { data: desk.readOrder(id) } }
    if (route === 'listOrders') return { status: 200, body: desk.listOrders(query) }
    if (route === 'pay') return { status: 201, body: { data: desk.pay(data) } }
    if (route === 'quote') return { status: 201, body: { data: desk.quote(data) } }
    if (route === 'confirm') return { status: 200, body: { data: desk.confirm(id) } }
    if (route === 'accept') return { status: 200, body: { data: desk.accept(id) } }
    if (route === null) refuse(404, 'invalid_request_error', 'not_found')
    const order = desk.order(data)
    if (isHidden) hidden.push(order)
    else desk.show(order)
    return { status: 201, body: { data: order } }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const count = (route: FakeRoute) => requests.filter((seen) => seen.route === route).length
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    token,
    clock,
    requests,
    desk,
    get connections() {
      return connections
    },
    get openConnections() {
      return sockets.size
    },
    upset: (route, trouble) => void troubles.push([route, trouble]),
    hold(route) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.push([route, promise])
      return resolve
    },
    reveal() {
      for (const order of hidden.splice(0)) desk.show(order)
    },
    calm() {
      troubles.length = 0
    },
    count,
    waitFor: (route, wanted = 1) =>
      eventually(`${wanted} requests of ${route}`, () => count(route) >= wanted && requests),
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A response in Duffel's format for an error that the desk itself never returns. */
export function errorResponse(
  status: number,
  type: string,
  code: string,
  source?: { field: string; pointer: string },
): FakeAnswer {
  const error = { type, code, title: code.replaceAll('_', ' '), message: `Reported by the airline: ${code}` }
  const documentation_url = 'https://duffel.com/docs/api/overview/response-handling'
  const errors = [{ ...error, documentation_url, ...(source && { source }) }]
  return { status, body: { errors, meta: { status, request_id: 'F1abc' } } }
}

const ROUTES: [FakeRoute, string, RegExp][] = [
  ['search', 'POST', /^\/air\/offer_requests$/],
  ['offer', 'GET', /^\/air\/offers\/([^/]+)$/],
  ['order', 'POST', /^\/air\/orders$/],
  ['readOrder', 'GET', /^\/air\/orders\/([^/]+)$/],
  ['listOrders', 'GET', /^\/air\/orders$/],
  ['pay', 'POST', /^\/air\/payments$/],
  ['quote', 'POST', /^\/air\/order_cancellations$/],
  ['confirm', 'POST', /^\/air\/order_cancellations\/([^/]+)\/actions\/confirm$/],
  ['accept', 'POST', /^\/air\/airline_initiated_changes\/([^/]+)\/actions\/accept$/],
]

function routeFor(method: string, path: string): [FakeRoute | null, string] {
  const found = ROUTES.find(([, wanted, pattern]) => wanted === method && pattern.test(path))
  if (found === undefined) return [null, '']
  return [found[0], decodeURIComponent(found[2].exec(path)?.[1] ?? '')]
}

function taken<T>(waiting: [FakeRoute, T][], route: FakeRoute | null): T | undefined {
  const index = waiting.findIndex(([wanted]) => wanted === route)
  return index === -1 ? undefined : waiting.splice(index, 1)[0]![1]
}

function dataOf(body: string): Fields {
  try {
    return fieldsOf(fieldsOf(JSON.parse(body)).data)
  } catch {
    return {}
  }
}

function checkHeaders(headers: IncomingHttpHeaders, body: string, token: string): void {
  const { authorization, 'duffel-version': version, 'content-type': type } = headers
  if (authorization === undefined) refuse(401, 'authentication_error', 'missing_authorization_header')
  if (!/^Bearer \S+$/.test(authorization)) refuse(401, 'authentication_error', 'invalid_authorization_header')
  if (authorization !== `Bearer ${token}`) refuse(401, 'authentication_error', 'access_token_not_found')
  if (version === undefined) refuse(400, 'invalid_request_error', 'missing_version_header')
  if (version !== 'v2') refuse(400, 'invalid_request_error', 'unsupported_version')
  if (body === '') return
  if (!type?.startsWith('application/json'))
    refuse(400, 'invalid_request_error', 'invalid_content_type_header')
  if (!/^\s*\{\s*"data"\s*:\s*\{/.test(body)) refuse(400, 'invalid_request_error', 'missing_data_param')
}

function answerTo(work: () => FakeAnswer, number: number): FakeAnswer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, errors } = error
    return { status, body: { errors, meta: { status, request_id: `F1request${number}` } } }
  }
}

async function send(
  outgoing: ServerResponse,
  { status, body = '', headers }: FakeAnswer,
  { clock, isZipped }: { clock: MovableClock; isZipped: boolean },
): Promise<void> {
  const reset = new Date(Math.ceil((clock.now().getTime() + 1) / 60_000) * 60_000).toUTCString()
  const limits = { 'ratelimit-limit': '4000', 'ratelimit-remaining': '3999', 'ratelimit-reset': reset }
  outgoing.setHeaders(new Map(Object.entries({ ...limits, 'x-request-id': 'F1abc', ...headers })))
  if (typeof body === 'object' && body !== null && Symbol.iterator in body && !Array.isArray(body)) {
    outgoing.writeHead(status)
    for (const chunk of body as Iterable<string>) {
      if (!outgoing.write(chunk)) await once(outgoing, 'drain')
      if (outgoing.destroyed) return
    }
    outgoing.end()
    return
  }
  const whole = typeof body === 'string' ? body : JSON.stringify(body)
  if (!outgoing.hasHeader('content-type'))
    outgoing.setHeader('content-type', 'application/json; charset=utf-8')
  if (isZipped && typeof body !== 'string') {
    outgoing.setHeader('content-encoding', 'gzip')
    outgoing.writeHead(status).end(gzipSync(whole))
  } else outgoing.writeHead(status).end(whole)
}

function sendHalf(outgoing: ServerResponse, { status, body }: FakeAnswer): void {
  const whole = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  outgoing.writeHead(status, { 'content-type': 'application/json', 'content-length': whole.length + 10 })
  outgoing.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => outgoing.socket?.destroy())
}
