// A webhook receiver: an HTTPS server on loopback that records requests and responds as the test says.
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts'
import { closeAtOnce, keepRawSockets } from './raw-sockets.ts'

export interface ReceivedRequest {
  method: string
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  /** As it came. */
  body: string
}

export interface ReceiverAnswer {
  status: number
  /** Pieces are sent one by one; they may be endless. */
  body?: string | Iterable<string>
  headers?: Record<string, string>
  /** Before the answer begins. */
  delayMs?: number
  /** After each piece of the body. */
  dripMs?: number
}

/** hang: no answer ever. reset: the connection is torn down. */
export type Answering = (request: ReceivedRequest) => ReceiverAnswer | 'hang' | 'reset'

export interface Receiver {
  /** Without a path. */
  url: string
  port: number
  requests: ReceivedRequest[]
  /** How many were ever opened. */
  readonly connections: number
  /** How many are open now. */
  readonly openConnections: number
  answer: Answering
  waitFor(count: number): Promise<ReceivedRequest[]>
  close(): Promise<void>
}

export async function startReceiver(
  options: { answer?: Answering; port?: number; host?: string } = {},
): Promise<Receiver> {
  const { answer = () => ({ status: 200 }), port: wantedPort = 0, host = '127.0.0.1' } = options
  const requests: ReceivedRequest[] = []
  let connections = 0

  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (incoming, outgoing) => {
    // Senders hang up in the middle; that is often the point of the test.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = keepRawSockets(server)
  server.on('connection', () => connections++)

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {})
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, body: await text(incoming) }
    requests.push(request)
    const told = receiver.answer(request)
    if (told === 'hang') return
    if (told === 'reset') sockets.get(incoming.socket.remotePort ?? 0)?.resetAndDestroy()
    else await send(told, outgoing)
  }

  server.listen(wantedPort, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    get connections() {
      return connections
    },
    get openConnections() {
      return sockets.size
    },
    answer,
    waitFor: (count) => eventually(`${count} requests`, () => requests.length >= count && requests),
    close: () => closeAtOnce(server, sockets),
  }
  return receiver
}

async function send(
  { status, body = '', headers, delayMs, dripMs }: ReceiverAnswer,
  outgoing: ServerResponse,
) {
  // Nobody waits, or keeps the process waiting, for a sender who has gone.
  const gone = new AbortController()
  const { signal } = gone
  outgoing.once('close', () => gone.abort())
  if (delayMs !== undefined) await pause(delayMs, undefined, { signal })
  outgoing.writeHead(status, headers)
  if (typeof body === 'string' && dripMs === undefined) {
    outgoing.end(body)
    return
  }
  for (const piece of body) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain', { signal })
    if (dripMs !== undefined) await pause(dripMs, undefined, { signal })
    signal.throwIfAborted()
  }
  outgoing.end()
}
