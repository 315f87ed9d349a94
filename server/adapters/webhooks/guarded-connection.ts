// Opens connections to strangers' hosts, with TLS but for those on this machine itself. The addresses that were checked
// are the only ones that are connected to: no second look-up could return another address.
import { isIP, type LookupFunction, connect as plainConnect, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, connect as tlsConnect } from 'node:tls'
import {
  type AddressRules,
  allowedAddresses,
  ForbiddenAddress,
  isOpenLoopback,
  LookUpFailed,
  type Resolve,
} from './public-address.ts'

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
