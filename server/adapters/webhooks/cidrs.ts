// Reads address ranges from a setting, strictly: a range that was mistyped must not open more than was meant.
import ipaddr from 'ipaddr.js'

const FORM = 'must be address ranges such as "10.0.0.0/8, fd12:3456::/32"'

/** Ranges separated by commas; an empty text has none. */
export function parseCidrs(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map(parseCidr)
}

function parseCidr(text: string): string {
  // Only the four-part form: the library would read 10.1/16 or 012.0.0.0/8 as something else than people do.
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) {
    return withoutHostBits(text, ipaddr.IPv4.networkAddressFromCIDR(text).toString())
  }
  if (!ipaddr.IPv6.isValidCIDR(text) || text.includes('%')) throw new Error(`${FORM}, which "${text}" is not`)
  const network = ipaddr.IPv6.networkAddressFromCIDR(text)
  // Such addresses are judged as the IPv4 addresses they stand for, so a range of them would open nothing.
  if (network.isIPv4MappedAddress()) throw new Error(`${FORM}; write "${text}" as a range of IPv4`)
  return withoutHostBits(text, network.toString())
}

/** 10.0.0.5/8 may mean one machine or sixteen million. */
function withoutHostBits(text: string, network: string): string {
  const [address = '', prefix = ''] = text.split('/')
  if (ipaddr.parse(address).toString() === network) return `${network}/${Number(prefix)}`
  throw new Error(`${FORM}; "${text}" has digits beyond its prefix: is it ${network}/${Number(prefix)}?`)
}
