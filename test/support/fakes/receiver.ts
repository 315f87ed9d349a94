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
  /** As received. */
  body: string
}

export interface ReceiverAnswer {
  status: number
  /** Chunks are sent one by one; they may be endless. */
  body?: string | Iterable<string>
  headers?: Record<string, string>
  /** Before the response begins. */
  delayMs?: number
  /** After each chunk of the body. */
  dripMs?: number
}

/** hang: no response. reset: the connection is reset. */
export type Answering = (request: ReceivedRequest) => ReceiverAnswer | 'hang' | 'reset'

export interface Receiver {
  /** Without a path. */
  url: string
  port: number
  requests: ReceivedRequest[]
  /** The number of connections so far. */
  readonly connections: number
  /** The number of open connections. */
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
    // Senders may disconnect at any time, often on purpose.
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = keepRawSockets(server)
  server.on('connection', () => connections++)

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.on('error', () => {})
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, body: await text(incoming) }
    requests.push(request)
    const answer = receiver.answer(request)
    if (answer === 'hang') return
    if (answer === 'reset') sockets.get(incoming.socket.remotePort ?? 0)?.resetAndDestroy()
    else await send(answer, outgoing)
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
  // A delay must not outlast its sender or keep the process alive.
  const gone = new AbortController()
  const { signal } = gone
  outgoing.once('close', () => gone.abort())
  if (delayMs !== undefined) await pause(delayMs, undefined, { signal })
  outgoing.writeHead(status, headers)
  if (typeof body === 'string' && dripMs === undefined) {
    outgoing.end(body)
    return
  }
  for (const chunk of body) {
    if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal })
    if (dripMs !== undefined) await pause(dripMs, undefined, { signal })
    signal.throwIfAborted()
  }
  outgoing.end()
}
