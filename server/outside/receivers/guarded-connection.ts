// Opens TLS connections to strangers' hosts. The addresses that were checked are the only ones that are connected to:
// no second look-up could return another address.
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls'
import {
  type AddressRules,
  allowedAddresses,
  isOpenLoopback,
  type Resolve,
  UnresolvedName,
} from './public-address.ts'

export interface ConnectionOptions extends AddressRules {
  resolve: Resolve
  /** For all of it: the name, the connection and the TLS handshake. */
  timeoutMs: number
  /**
   * Who we are, for hosts that want to know, and who vouches for them instead of the public authorities; all in PEM.
   * Such a host must prove who it is wherever it stands.
   */
  secure?: { cert: string; key: string; ca?: string }
}

/** Calls back once, in the moment of the success, so that nothing can happen to the connection in between. */
type Connected = (error: Error | null, socket: TLSSocket | null) => void
/** The hostname and port of a URL. */
export type Connect = (to: { hostname: string; port: string }, connected: Connected) => void

export class TimedOut extends Error {
  constructor() {
    super('timed out')
    this.name = 'TimedOut'
  }
}

const HTTPS_PORT = 443

export function makeConnect(options: ConnectionOptions): Connect {
  const resolve = shared(options.resolve)
  let context: SecureContext | undefined

  return (to, connected) => {
    const hostname = to.hostname.replace(/^\[(.*)\]$/, '$1')
    let socket: TLSSocket | undefined
    let isOver = false
    const finish: Connected = (error, connection) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      connected(error, connection)
    }
    const timer = setTimeout(() => {
      const isResolved = socket !== undefined
      finish(isResolved ? new TimedOut() : new UnresolvedName('the name was not resolved in time'), null)
      socket?.destroy()
    }, options.timeoutMs)

    const open = (addresses: string[]) => {
      if (isOver) return
      // Reading the machine's certificates for each connection would take longer than the rest of it.
      context ??= createSecureContext(options.secure)
      socket = openTls(hostname, to.port, addresses, context, options)
      // It stays after the connection is made: an error nobody listens to would end the process.
      socket.on('error', (error) => finish(error, null))
      socket.once('secureConnect', () => finish(null, socket!))
    }
    allowedAddresses(hostname, options, resolve)
      .then(open)
      .catch((error) => finish(error, null))
  }
}

/** As the system does it, /etc/hosts included. */
export async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

function openTls(
  hostname: string,
  port: string,
  addresses: string[],
  secureContext: SecureContext,
  options: ConnectionOptions,
): TLSSocket {
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

/**
 * The system looks up only a few names at a time. One whose name server hangs must not take all those places with
 * its many connections, so they wait for the same answer.
 */
function shared(resolve: Resolve): Resolve {
  const running = new Map<string, Promise<string[]>>()
  return (name) => {
    const known = running.get(name)
    if (known !== undefined) return known
    const answer = resolve(name).finally(() => running.delete(name))
    running.set(name, answer)
    return answer
  }
}
