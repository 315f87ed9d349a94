// A fake Mercado Pago on loopback: an HTTPS server that accepts and returns only what its reference allows, calls back with
// signatures, and fails on request.
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Value } from 'typebox/value'
import { Agent } from 'undici'
import type { MercadoPagoSettings } from '../../../server/adapters/banks/mercado-pago/settings.ts'
import { type Clock, realClock } from '../../../server/kernel/process/clock.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import {
  type MercadoPagoBooks,
  type MpAnswer,
  type MpCall,
  makeMercadoPagoBooks,
  mpFault,
} from './fake-mercado-pago-books.ts'
import { MP_ERROR, MP_EXCHANGES } from './mercado-pago-schema.ts'
import { closeAtOnce, keepRawSockets } from './raw-sockets.ts'

/** A number: refuses with this status and does nothing. All others do the work first. */
export type MpTrouble = number | 'lost' | 'garbage' | ((answer: MpAnswer) => MpAnswer | Promise<MpAnswer>)

interface CallBack {
  type?: string
  dataId: string | number
  id?: string
  /** Signed with another secret than the account's. */
  secret?: string | null
}

export interface FakeMercadoPago {
  settings: MercadoPagoSettings & { api_url: string }
  /** Of the webhooks in its panel; an agency may enter it. */
  secret: string
  books: MercadoPagoBooks
  calls: MpCall[]
  count(start: string): number
  trouble(start: string, ...troubles: MpTrouble[]): void
  troubleAt(nth: number, trouble: MpTrouble): void
  calm(): void
  /** Headers and body of a notification. */
  notification(about: CallBack): { headers: Record<string, string>; body: object }
  /** Sends a notification; returns the status of the response. */
  callBack(url: string, about: CallBack): Promise<number>
  close(): Promise<void>
}

export async function startFakeMercadoPago({
  clock = realClock,
}: {
  clock?: Clock
} = {}): Promise<FakeMercadoPago> {
  const token = `APP_USR-${randomBytes(16).toString('hex')}`
  const secret = randomBytes(32).toString('hex')
  const books = makeMercadoPagoBooks(clock)
  const calls: MpCall[] = []
  const planned: { start: string; troubles: MpTrouble[] }[] = []
  const faults: string[] = []
  let numbered: { at: number; trouble: MpTrouble } | null = null

  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch((error) => {
      // A caller that is killed ends its request in the middle.
      if (incoming.complete) faults.push(String(error))
      outgoing.destroy()
    })
  })
  const sockets = keepRawSockets(server)

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {})
    const url = new URL(incoming.url ?? '', 'https://mercadopago')
    const raw = await text(incoming)
    const { method = '', headers } = incoming
    const key = headers['x-idempotency-key']
    const call: MpCall = {
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: raw === '' ? null : JSON.parse(raw),
      key: typeof key === 'string' ? key : null,
    }
    calls.push(call)
    const trouble = nextTrouble(`${method} ${call.path}`)
    const answer =
      typeof trouble === 'number' ? mpFault(`problem ${trouble}`, trouble) : answerTo(call, headers)
    if (trouble === 'lost')
      return sockets.get(incoming.socket.remotePort ?? 0)?.resetAndDestroy() && undefined
    if (trouble === 'garbage') return void outgoing.writeHead(answer.status).end('<html>Olá</html>')
    const { status, body } = typeof trouble === 'function' ? await trouble(answer) : answer
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  function nextTrouble(called: string): MpTrouble | null {
    if (numbered?.at === calls.length) return numbered.trouble
    const plan = planned.find(({ start, troubles }) => called.startsWith(start) && troubles.length > 0)
    return plan?.troubles.shift() ?? null
  }

  function answerTo(call: MpCall, headers: IncomingMessage['headers']): MpAnswer {
    if (headers.authorization !== `Bearer ${token}`)
      return mpFault(`invalid access token: ${headers.authorization}`, 401)
    const name = `${call.method} ${call.path.replace(/\/(preferences|payments|chargebacks)\/(?!search)[^/]+/, '/$1/:id')}`
    const exchange = MP_EXCHANGES[name]
    if (exchange === undefined) {
      faults.push(`${name} is not in the reference`)
      return mpFault('not found', 404)
    }
    for (const [schema, value] of [
      [exchange.query, call.query],
      [exchange.body, call.body],
    ] as const)
      if (schema !== undefined && !Value.Check(schema, value)) {
        faults.push(`${name} ${JSON.stringify(value)} does not fit the reference`)
        return mpFault('bad request', 400)
      }
    if (exchange.isKeyed === true && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(call.key ?? ''))
      return mpFault('Header X-Idempotency-Key can’t be null', 400)
    const answer = books.answer(call)
    const schema = answer.status < 300 ? exchange.answer : MP_ERROR
    assert.ok(Value.Check(schema, answer.body), `${name}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  let notifications = 0
  function notification({ type = 'payment', dataId, id, secret: by = secret }: CallBack) {
    const requestId = randomBytes(8).toString('hex')
    const ts = String(clock.now().getTime())
    const manifest = `id:${String(dataId).toLowerCase()};request-id:${requestId};ts:${ts};`
    const v1 = by === null ? null : createHmac('sha256', by).update(manifest).digest('hex')
    return {
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...(v1 !== null && { 'x-signature': `ts=${ts},v1=${v1}` }),
      },
      body: {
        id: id ?? String(++notifications),
        live_mode: true,
        type,
        action: `${type}.updated`,
        date_created: clock.now().toISOString(),
        user_id: '1',
        data: { id: String(dataId) },
      },
    }
  }

  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { api_url: origin, access_token: token },
    secret,
    books,
    calls,
    count: (start) => calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length,
    trouble: (start, ...troubles) => void planned.push({ start, troubles }),
    troubleAt(nth, trouble) {
      numbered = { at: calls.length + nth, trouble }
    },
    calm() {
      planned.length = 0
      numbered = null
    },
    notification,
    async callBack(url, about) {
      const { origin: to, pathname: path } = new URL(url)
      const { headers, body } = notification(about)
      const answer = await agent.request({
        origin: to,
        path,
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await answer.body.dump()
      return answer.statusCode
    },
    async close() {
      await agent.close()
      await closeAtOnce(server, sockets)
      assert.deepEqual(faults, [], 'what was sent to Mercado Pago fits its reference')
    },
  }
}
