// Limits the connections of an address and the time an unfinished request may take.
import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { makeTally, type Share } from '../../kernel/values/bounded.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import { connectionsRefused } from './observe.ts'
import type { HttpConfig } from './settings.ts'
import type { App } from './types.ts'

/** Server settings: how long a request may take to arrive, and how often that is checked. */
export const UNFINISHED = {
  requestTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
}

const CONNECTIONS_MAX = 8_192

/** A trusted proxy is not counted: it carries the connections of many clients and limits them itself. */
export function boundConnections(
  server: Server,
  { connectionsPerAddress: most, trustProxy }: Pick<HttpConfig, 'connectionsPerAddress' | 'trustProxy'>,
): void {
  server.maxConnections = CONNECTIONS_MAX
  if (most === 0) return
  const isProxy = proxyTest(trustProxy)
  const open = new Map<string, number>()
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress)) return
    const network = countedAddress(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= most) {
      connectionsRefused.inc()
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

function proxyTest(proxies: number | string[]): (address: string) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0
  const list = new BlockList()
  for (const text of proxies) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) > 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

// Limits the bodies that a team in a mode, one of its keys or people, or an address without a key may send at the same
// time: an unfinished body takes memory.

const BODIES_MAX = 64
/** A key with few permissions leaves half of the places to the rest of its team. */
const BODIES_PER_CREDENTIAL = BODIES_MAX / 2

function sharesOf({ caller, ip }: FastifyRequest): Share[] {
  if (caller === undefined) return [{ name: `address ${countedAddress(ip)}`, most: BODIES_MAX }]
  return [
    { name: `team ${ownerName(caller.owner)}`, most: BODIES_MAX },
    { name: `${caller.via.kind} ${caller.via.id} ${ownerName(caller.owner)}`, most: BODIES_PER_CREDENTIAL },
  ]
}

/** Runs after authentication, so that refused callers cannot send a body. */
export function boundBodies(app: App): void {
  const unfinished = makeTally()
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete || !hasBody(raw)) return done(null, payload)
    const shares = sharesOf(request)
    const full = unfinished.take(shares)
    if (full !== undefined) {
      const advice = `finish the ${full.most} bodies that are being sent before you begin another`
      return done(new Fail('rate_limit_exceeded', { retryAfterSeconds: 1, advice }))
    }
    // A received body is no longer counted, however long its request takes.
    let isOver = false
    const end = () => {
      if (!isOver) unfinished.giveBack(shares)
      isOver = true
    }
    raw.once('end', end).once('close', end)
    // A refused request whose body was never read emits neither event.
    reply.raw.once('close', end)
    done(null, payload)
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
