// A fake Asaas on loopback: an HTTPS server with its headers, limits and errors, that accepts and returns
// only what its reference allows, and fails on request.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Value } from 'typebox/value'
import { Agent } from 'undici'
import type { AsaasSettings } from '../../../server/adapters/banks/asaas/settings.ts'
import { type Clock, realClock } from '../../../server/kernel/process/clock.ts'
import { ASAAS_EXCHANGES, ERRORS } from './asaas-schema.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import {
  type AsaasAnswer,
  type AsaasBooks,
  type AsaasCall,
  fault,
  makeAsaasBooks,
} from './fake-asaas-books.ts'
import { closeAtOnce, keepRawSockets } from './raw-sockets.ts'

/**
 * A number: refuses with this status and does nothing. All others do the work first. lost: the connection is reset
 * before the response. garbage: a page instead. A function changes or delays the response.
 */
export type AsaasTrouble =
  | number
  | 'lost'
  | 'garbage'
  | ((answer: AsaasAnswer) => AsaasAnswer | Promise<AsaasAnswer>)

export interface FakeAsaas {
  settings: AsaasSettings & { api_url: string }
  books: AsaasBooks
  calls: AsaasCall[]
  /** The number of requests checked against the reference. */
  readonly checked: number
  count(start: string): number
  /** Failures of the next calls that begin like this, one each: 'POST /payments'. */
  trouble(start: string, ...troubles: AsaasTrouble[]): void
  /** A failure of the nth call from now on, whatever it is. */
  troubleAt(nth: number, trouble: AsaasTrouble): void
  calm(): void
  /** Reports a charge to `url` like the webhook; returns the status of the response. */
  callBack(
    url: string,
    txid: string,
    options?: { event?: string; token?: string; id?: string },
  ): Promise<number>
  /** Reports an authorization, like the webhook. */
  callBackMandate(url: string, id: string, event: string): Promise<number>
  close(): Promise<void>
}

const API = '/v3'

export async function startFakeAsaas({ clock = realClock }: { clock?: Clock } = {}): Promise<FakeAsaas> {
  const apiKey = `$aact_hmlg_${randomBytes(16).toString('hex')}`
  const books = makeAsaasBooks(clock)
  const calls: AsaasCall[] = []
  const planned: { start: string; troubles: AsaasTrouble[] }[] = []
  const faults: string[] = []
  let checked = 0
  let numbered: { at: number; trouble: AsaasTrouble } | null = null

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
    const url = new URL(incoming.url ?? '', 'https://asaas')
    const raw = await text(incoming)
    const { method = '', headers } = incoming
    const call: AsaasCall = {
      method,
      path: url.pathname.replace(API, ''),
      query: Object.fromEntries(url.searchParams),
      body: raw === '' ? null : JSON.parse(raw),
    }
    calls.push(call)
    const trouble = nextTrouble(`${method} ${call.path}`)
    const answer =
      typeof trouble === 'number'
        ? fault('problem', `Problema ${trouble}.`, trouble)
        : answerTo(call, headers)
    if (trouble === 'lost')
      return sockets.get(incoming.socket.remotePort ?? 0)?.resetAndDestroy() && undefined
    if (trouble === 'garbage') return void outgoing.writeHead(answer.status).end('<html>Bem-vindo</html>')
    const { status, body } = typeof trouble === 'function' ? await trouble(answer) : answer
    outgoing
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === null ? '' : JSON.stringify(body))
  }

  function nextTrouble(called: string): AsaasTrouble | null {
    if (numbered?.at === calls.length) return numbered.trouble
    return (
      planned
        .find(({ start, troubles }) => called.startsWith(start) && troubles.length > 0)
        ?.troubles.shift() ?? null
    )
  }

  function answerTo(call: AsaasCall, headers: IncomingMessage['headers']): AsaasAnswer {
    if (headers.access_token !== apiKey)
      return fault(
        'invalid_access_token',
        `A chave de API fornecida é inválida: ${headers.access_token}`,
        401,
      )
    if (headers['user-agent'] === undefined) return fault('invalid_header', 'O User-Agent é obrigatório.')
    if (call.method === 'GET' && call.body !== null) return { status: 403, body: null }
    const name = `${call.method} ${call.path.replace(/\/(?!payments|customers|webhooks|installments|pix\/|pix$|addressKeys|myAccount|status|automatic|authorizations)[^/]+(?=$|\/)/, '/:id')}`
    const exchange = ASAAS_EXCHANGES[name]
    if (exchange === undefined) return { status: 404, body: null }
    checked++
    for (const [schema, value] of [
      [exchange.query, call.query],
      [exchange.body, call.body],
    ] as const)
      if (schema !== undefined && !Value.Check(schema, value)) {
        faults.push(`${name} ${JSON.stringify(value)} does not fit the reference`)
        return fault('invalid_object', 'O objeto enviado é inválido.')
      }
    const answer = books.answer(call)
    const schema = answer.status === 200 ? exchange.answer : ERRORS
    if (answer.body !== null)
      assert.ok(Value.Check(schema, answer.body), `${name}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { api_url: origin + API, api_key: apiKey },
    books,
    calls,
    get checked() {
      return checked
    },
    count: (start) => calls.filter(({ method, path }) => `${method} ${path}`.startsWith(start)).length,
    trouble: (start, ...troubles) => void planned.push({ start, troubles }),
    troubleAt(nth, trouble) {
      numbered = { at: calls.length + nth, trouble }
    },
    calm() {
      planned.length = 0
      numbered = null
    },
    async callBack(
      url,
      txid,
      { event = 'PAYMENT_RECEIVED', token, id = `evt_${randomBytes(8).toString('hex')}` } = {},
    ) {
      const { origin: to, pathname: path } = new URL(url)
      const known = books.webhooks.find((webhook) => new URL(webhook.url).pathname === path)
      const payment = books.payments.find((one) => one.externalReference === txid) ?? {
        externalReference: txid,
      }
      const answer = await agent.request({
        origin: to,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'asaas-access-token': token ?? known?.authToken ?? '',
        },
        body: JSON.stringify({ id, event, dateCreated: '2026-11-16 09:00:00', payment }),
      })
      await answer.body.dump()
      return answer.statusCode
    },
    async callBackMandate(url, id, event) {
      const { origin: to, pathname: path } = new URL(url)
      const known = books.webhooks.find((webhook) => new URL(webhook.url).pathname === path)
      const { status, customerId } = books.authorizations.find((one) => one.id === id)!
      const body = {
        id: `evt_${randomBytes(8).toString('hex')}`,
        event,
        authorization: { id, status, customerId },
      }
      const answer = await agent.request({
        origin: to,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'asaas-access-token': known?.authToken ?? '' },
        body: JSON.stringify(body),
      })
      await answer.body.dump()
      return answer.statusCode
    },
    async close() {
      await agent.close()
      await closeAtOnce(server, sockets)
      assert.deepEqual(faults, [], 'what was sent to Asaas fits its reference')
    },
  }
}
