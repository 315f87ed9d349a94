// Decides which addresses the service may call for an integrator: public ones, and those that the operator allows.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface AddressRules {
  /** Ranges that are open though they are not public. */
  allowedCidrs: readonly string[]
  /** Opens 127.0.0.0/8 and ::1. */
  loopbackOpen: boolean
}

/** The addresses of a name, looked up for a team, which has a bounded part of all look-ups. */
export type Resolve = (name: string, team: string) => Promise<string[]>

/** For our own logs: a stranger is told the same as of a name that does not exist (`reasonOf`). */
export class ForbiddenAddress extends Error {
  constructor() {
    super('the address is not allowed: it is private or special')
    this.name = 'ForbiddenAddress'
  }
}

export class UnresolvedName extends Error {
  constructor(message = 'the name could not be resolved', options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnresolvedName'
  }
}

/** Nobody said whether there is such a name: we could not ask, or whom we asked was silent. */
export class LookUpFailed extends UnresolvedName {
  constructor() {
    super('our look-up of the name got no answer')
    this.name = 'LookUpFailed'
  }
}

/**
 * All addresses of a URL's hostname: a name, or an IP address with or without brackets. One that is not allowed
 * spoils the others, since nobody can say which of them a connection would take.
 */
export async function allowedAddresses(
  hostname: string,
  rules: AddressRules,
  resolve: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) > 0 ? [host] : await resolved(host, resolve)
  if (!addresses.every((address) => isAllowedAddress(address, rules))) throw new ForbiddenAddress()
  return addresses
}

export function isAllowedAddress(ip: string, rules: AddressRules): boolean {
  const address = parsed(ip)
  if (address === null) return false
  return isPublic(address) || isOpenLoopback(ip, rules) || isWithin(address, rules.allowedCidrs)
}

/** Only these may show a certificate that nobody signed. */
export function isOpenLoopback(ip: string, { loopbackOpen }: AddressRules): boolean {
  return loopbackOpen && parsed(ip)?.range() === 'loopback'
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
// Looks public, but on every machine at Azure it is the host's own control service.
const AZURE_HOST = '168.63.129.16'

/**
 * isIP is strict where the library would read 0x7f.1 too, and a zone (fe80::1%eth0) chooses an interface of this
 * machine, which no caller may choose. The URL parser writes IPv6 in one way only: the library takes ::10.0.0.1 for
 * ::ffff:10.0.0.1, which is another address. The latter becomes the IPv4 address that it stands for.
 */
function parsed(ip: string): Address | null {
  const family = ip.includes('%') ? 0 : isIP(ip)
  if (family === 0) return null
  return ipaddr.process(family === 4 ? ip : new URL(`https://[${ip}]`).hostname.slice(1, -1))
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? address.match(GLOBAL_UNICAST) : address.toString() !== AZURE_HOST
}

function isWithin(address: Address, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    const range = ipaddr.parseCIDR(cidr)
    return range[0].kind() === address.kind() && address.match(range)
  })
}

async function resolved(name: string, resolve: (name: string) => Promise<string[]>): Promise<string[]> {
  let addresses: string[]
  try {
    addresses = await resolve(name)
  } catch (cause) {
    if (cause instanceof UnresolvedName) throw cause
    throw new UnresolvedName(undefined, { cause })
  }
  if (addresses.length === 0) throw new UnresolvedName()
  return addresses
}
