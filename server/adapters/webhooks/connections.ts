// Opens connections to strangers' hosts, with TLS but for those on this machine itself. The addresses that were checked
// are the only ones that are connected to: no second look-up could return another address.
import { isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, connect as tlsConnect } from 'node:tls'
import { Pool } from 'undici'
import {
  type AddressRules,
  allowedAddresses,
  ForbiddenAddress,
  isOpenLoopback,
  LookUpFailed,
  type Resolve,
  UnresolvedName,
} from './addresses.ts'

export interface ConnectionOptions extends AddressRules {
  resolve: Resolve
  /** For the look-up of the name, and then again for the connection with its TLS handshake. */
  timeoutMs: number
  /**
   * Who we are, for hosts that want to know, and who vouches for them instead of the public authorities; all in PEM.
   * Such a host must prove who it is wherever it stands.
   */
  secure?: { cert: string; key: string; ca?: string }
  /** Open loopback may be called without TLS; nothing else ever is. */
  callsPlain?: boolean
}

/** Calls back once, in the moment of the success, so that nothing can happen to the connection in between. */
type Connected = (error: Error | null, socket: Socket | null) => void
/** The hostname and port of a URL, and for whom. */
export interface Destination {
  hostname: string
  port: string
  team: string
  /** Without TLS. */
  isPlain?: boolean
  /** Called once, when the look-up of the name is over. */
  lookUpEnded?(): void
}
export type Connect = (to: Destination, connected: Connected) => void

export class TimedOut extends Error {
  constructor() {
    super('timed out')
    this.name = 'TimedOut'
  }
}

const HTTPS_PORT = 443
const HTTP_PORT = 80

export function makeConnect(options: ConnectionOptions): Connect {
  let context: SecureContext | undefined

  return (to, connected) => {
    const hostname = to.hostname.replace(/^\[(.*)\]$/, '$1')
    let socket: Socket | undefined
    let isOver = false
    const finish: Connected = (error, connection) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      connected(error, connection)
    }
    let timer = setTimeout(() => refuse(new LookUpFailed()), options.timeoutMs)
    const refuse = (error: Error) => {
      if (!isOver && socket === undefined) to.lookUpEnded?.()
      finish(error, null)
    }
    const outOfTime = () => {
      finish(new TimedOut(), null)
      socket?.destroy()
    }

    const open = (addresses: string[]) => {
      if (isOver) return
      if (to.isPlain && !mayBePlain(addresses, options)) return refuse(new ForbiddenAddress())
      clearTimeout(timer)
      timer = setTimeout(outOfTime, options.timeoutMs)
      to.lookUpEnded?.()
      if (to.isPlain) socket = openPlain(hostname, to.port, addresses)
      else {
        // Reading the machine's certificates for each connection would take longer than the rest of it.
        context ??= createSecureContext(options.secure)
        socket = openTls(hostname, to.port, addresses, context, options)
      }
      // It stays after the connection is made: an error nobody listens to would end the process.
      socket.on('error', (error) => finish(error, null))
      socket.once(to.isPlain ? 'connect' : 'secureConnect', () => finish(null, socket!))
    }
    allowedAddresses(hostname, options, (name) => options.resolve(name, to.team))
      .then(open)
      .catch(refuse)
  }
}

/** All of them: it is not known yet which one will be connected. */
function mayBePlain(addresses: string[], options: ConnectionOptions): boolean {
  return options.callsPlain === true && addresses.every((address) => isOpenLoopback(address, options))
}

function openPlain(host: string, port: string, addresses: string[]): Socket {
  const lookup = pinnedTo(addresses)
  return plainConnect({ host, port: port === '' ? HTTP_PORT : Number(port), lookup }).setNoDelay(true)
}

function openTls(
  hostname: string,
  port: string,
  addresses: string[],
  secureContext: SecureContext,
  options: ConnectionOptions,
): Socket {
  const socket = tlsConnect({
    // For an IP address Node.js makes no look-up, and takes the one that was checked.
    host: hostname,
    port: port === '' ? HTTPS_PORT : Number(port),
    lookup: pinnedTo(addresses),
    // SNI and certificates know names without the dot at the end, and SNI knows no addresses.
    servername: isIP(hostname) > 0 ? '' : hostname.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    // With several addresses it is not known yet which one will be connected.
    rejectUnauthorized:
      options.secure !== undefined || !addresses.every((address) => isOpenLoopback(address, options)),
  })
  return socket.setNoDelay(true)
}

function pinnedTo(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, callback) => {
    if (all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}

// Says in a few words why a host could not be reached, for its operator, who does not see our log.

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed too early',
  EPIPE: 'the connection was closed too early',
  UND_ERR_SOCKET: 'the connection was closed too early',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed too early',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  EADDRNOTAVAIL: 'the host cannot be reached',
  ETIMEDOUT: 'timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by nobody known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes without those that vouch for it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}
const REASON_MAX = 200
/**
 * One text for names that do not exist and for those that lead inside: nobody shall learn which of them there are. That
 * a look-up got no answer is told as it is: it is the same whether there is such a name or not.
 */
const NOWHERE = 'no public address was found for this host'
/** What this machine has run out of. */
const OUT_OF: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** Whether it says something of us, and nothing of the host: it was never talked to. */
export function isOurFault(error: Error): boolean {
  return error instanceof LookUpFailed || ('code' in error && OUT_OF.has(String(error.code)))
}

export function reasonOf(error: Error): string {
  if (error instanceof LookUpFailed) return error.message
  if (error instanceof ForbiddenAddress || error instanceof UnresolvedName) return NOWHERE
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) return 'the TLS handshake failed'
  // Some messages quote what the other side sent, and the reason is stored as text, which has no U+0000.
  return REASONS[code] ?? error.message.replaceAll('\0', '').slice(0, REASON_MAX)
}

// Keeps connections to many hosts for reuse, and bounded: in number per host, in hosts, and in the time they idle.
// Each team has its own: what one team's requests wait for is no concern of another's.

export interface Pools {
  poolOf(origin: string, team: string): Pool
  /** How much of a time (by performance.now) passed with the last look-up of the name for this pool's connections. */
  lookUpMs(pool: Pool, from: number, to: number): number
  /** Waits for what is on its way. */
  close(): Promise<void>
}

interface LookUp {
  running: number
  begin: number
  end: number
}

const LIMITS = {
  connections: 16,
  origins: 256,
  // Shorter than servers usually keep a connection, or we would write into one that is just being closed.
  idleMs: 4_000,
  // Where a server says how long it keeps them, that counts instead, up to here: it is our memory.
  idleMaxMs: 30_000,
}

export function makePools(connect: Connect, limits: Partial<typeof LIMITS> = {}): Pools {
  const { connections, origins, idleMs, idleMaxMs } = { ...LIMITS, ...limits }
  // In order of their last use.
  const pools = new Map<string, Pool>()
  const closing = new Set<Promise<void>>()
  const lookUps = new WeakMap<Pool, LookUp>()

  function makeFor(key: string, origin: string, team: string): Pool {
    const lookUp: LookUp = { running: 0, begin: 0, end: 0 }
    const lookUpEnded = () => {
      lookUp.running--
      lookUp.end = performance.now()
    }
    const pool = new Pool(origin, {
      connections,
      connect: ({ hostname, port, protocol }, connected) => {
        if (lookUp.running++ === 0) lookUp.begin = performance.now()
        const to = { hostname, port, team, isPlain: protocol === 'http:', lookUpEnded }
        connect(to, connected as Parameters<Connect>[1])
      },
      allowH2: false,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMaxMs,
      // These bound parts of an exchange; each exchange is bounded as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    lookUps.set(pool, lookUp)
    const dropIfUnused = () => {
      const { connected, size } = pool.stats
      if (connected === 0 && size === 0) drop(key, pool)
    }
    return pool.on('disconnect', dropIfUnused).on('connectionError', dropIfUnused)
  }

  function drop(key: string, pool: Pool): void {
    if (pools.get(key) !== pool) return
    pools.delete(key)
    const closed = pool.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  return {
    poolOf(origin, team) {
      const key = `${team} ${origin}`
      const pool = pools.get(key) ?? makeFor(key, origin, team)
      pools.delete(key)
      pools.set(key, pool)
      if (pools.size > origins) drop(...(pools.entries().next().value as [string, Pool]))
      return pool
    },
    lookUpMs(pool, from, to) {
      const { running = 0, begin = 0, end = 0 } = lookUps.get(pool) ?? {}
      return Math.max(0, Math.min(to, running > 0 ? to : end) - Math.max(from, begin))
    },
    async close() {
      for (const [key, pool] of pools) drop(key, pool)
      await Promise.all(closing)
    },
  }
}
