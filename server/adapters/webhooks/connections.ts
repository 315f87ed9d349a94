// Opens connections to foreign hosts, with TLS except on this machine. Only checked addresses are used: no
// second lookup could return another.
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
  /** For the lookup, and again for the connection with its TLS handshake. */
  timeoutMs: number
  /**
   * Our client certificate, and the CA that replaces the public ones; all in PEM. Such a host must always
   * prove its identity.
   */
  secure?: { cert: string; key: string; ca?: string }
  /** Allows plain HTTP to open loopback addresses, and to nothing else. */
  callsPlain?: boolean
}

/** Called once, synchronously with the success, so that no event of the connection is missed. */
type Connected = (error: Error | null, socket: Socket | null) => void
/** The hostname and port of a URL, and the team. */
export interface Destination {
  hostname: string
  port: string
  team: string
  /** Without TLS. */
  isPlain?: boolean
  /** Called once, when the lookup is over. */
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
        // Reading the machine's certificates for each connection would take longer than the connection.
        context ??= createSecureContext(options.secure)
        socket = openTls({ hostname, port: to.port, addresses, secureContext: context, options })
      }
      // The listener stays after the connection: an unhandled error would end the process.
      socket.on('error', (error) => finish(error, null))
      socket.once(to.isPlain ? 'connect' : 'secureConnect', () => finish(null, socket!))
    }
    allowedAddresses(hostname, options, (name) => options.resolve(name, to.team))
      .then(open)
      .catch(refuse)
  }
}

/** Checks all of them: any of them may be connected. */
function mayBePlain(addresses: string[], options: ConnectionOptions): boolean {
  return options.callsPlain === true && addresses.every((address) => isOpenLoopback(address, options))
}

function openPlain(host: string, port: string, addresses: string[]): Socket {
  const lookup = pinnedTo(addresses)
  return plainConnect({ host, port: port === '' ? HTTP_PORT : Number(port), lookup }).setNoDelay(true)
}

function openTls({
  hostname,
  port,
  addresses,
  secureContext,
  options,
}: {
  readonly hostname: string
  readonly port: string
  readonly addresses: string[]
  readonly secureContext: SecureContext
  readonly options: ConnectionOptions
}): Socket {
  const socket = tlsConnect({
    // Node.js makes no lookup for an IP address, and takes the checked one.
    host: hostname,
    port: port === '' ? HTTPS_PORT : Number(port),
    lookup: pinnedTo(addresses),
    // SNI and certificates use names without the trailing dot, and SNI has no addresses.
    servername: isIP(hostname) > 0 ? '' : hostname.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    secureContext,
    // With several addresses it is open which one will be connected.
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

// A short reason why a host could not be reached, for its operator, who does not see our log.

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
 * One text for missing and for internal names, so that callers cannot probe our network. A lookup without a
 * response is reported, because it reveals nothing.
 */
const NOWHERE = 'no public address was found for this host'
/** Exhausted resources of this machine. */
const OUT_OF: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EAGAIN'])

/** Whether the error is on our side, so that it says nothing about the host. */
export function isOurFault(error: Error): boolean {
  return error instanceof LookUpFailed || ('code' in error && OUT_OF.has(String(error.code)))
}

export function reasonOf(error: Error): string {
  if (error instanceof LookUpFailed) return error.message
  if (error instanceof ForbiddenAddress || error instanceof UnresolvedName) return NOWHERE
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP'
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) return 'the TLS handshake failed'
  // Some messages quote the other side, and stored text has no U+0000.
  return REASONS[code] ?? error.message.replaceAll('\0', '').slice(0, REASON_MAX)
}

// Reuses connections to many hosts, limited per host, in hosts, and in idle time. Each team has its own, so
// that no team waits for another's requests.

export interface Pools {
  poolOf(origin: string, team: string): Pool
  /** The part of a time span (by performance.now) that the last lookup for this pool took. */
  lookUpMs(pool: Pool, from: number, to: number): number
  /** Waits for requests in flight. */
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
  // Shorter than servers usually keep a connection, to avoid writing into one that is being closed.
  idleMs: 4_000,
  // A server's own keep-alive time counts instead, up to this limit.
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
      // These limit parts of an exchange; each exchange is limited as a whole.
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
