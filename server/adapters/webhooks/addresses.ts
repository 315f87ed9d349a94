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

/** For our logs only: callers get the same text as for a name that does not exist (`reasonOf`). */
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

/** It is unknown whether the name exists: the lookup was not possible or got no response. */
export class LookUpFailed extends UnresolvedName {
  constructor() {
    super('our look-up of the name got no answer')
    this.name = 'LookUpFailed'
  }
}

/**
 * All addresses of a URL's hostname: a name, or an IP address with or without brackets. One forbidden address
 * blocks all, because a connection may take any of them.
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

/** Only these may show a self-signed certificate. */
export function isOpenLoopback(ip: string, { loopbackOpen }: AddressRules): boolean {
  return loopbackOpen && parsed(ip)?.range() === 'loopback'
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
// Looks public, but on every machine at Azure it is the host's own control service.
const AZURE_HOST = '168.63.129.16'

/**
 * isIP is strict where the library also reads 0x7f.1, and refuses a zone (fe80::1%eth0), which would choose
 * an interface. The URL parser normalizes IPv6: the library confuses ::10.0.0.1 with ::ffff:10.0.0.1, which
 * becomes its IPv4 address.
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

// Parses address ranges of a setting strictly: a mistyped range must not open more than intended.

const FORM = 'must be address ranges such as "10.0.0.0/8, fd12:3456::/32"'

/** Ranges separated by commas; an empty text has none. */
export function parseCidrs(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(parseCidr)
}

function parseCidr(text: string): string {
  // Only the four-part form: the library would read 10.1/16 or 012.0.0.0/8 differently than people do.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) {
    return withoutHostBits(text, ipaddr.IPv4.networkAddressFromCIDR(text).toString())
  }
  if (!ipaddr.IPv6.isValidCIDR(text) || text.includes('%')) throw new Error(`${FORM}, which "${text}" is not`)
  const network = ipaddr.IPv6.networkAddressFromCIDR(text)
  // Such addresses are checked as their IPv4 addresses, so a range of them would open nothing.
  if (network.isIPv4MappedAddress()) throw new Error(`${FORM}; write "${text}" as a range of IPv4`)
  return withoutHostBits(text, network.toString())
}

/** 10.0.0.5/8 may mean one machine or sixteen million. */
function withoutHostBits(text: string, network: string): string {
  const [address = '', prefix = ''] = text.split('/')
  if (ipaddr.parse(address).toString() === network) return `${network}/${Number(prefix)}`
  throw new Error(`${FORM}; "${text}" has digits beyond its prefix: is it ${network}/${Number(prefix)}?`)
}
