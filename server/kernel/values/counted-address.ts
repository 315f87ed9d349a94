// Whom an address is counted as. Whoever has one address of IPv6 has 2^64 of them, so these are counted as one.
import ipaddr from 'ipaddr.js'

const PREFIX_BITS = 64
const PARTS = PREFIX_BITS / 16

/** An IPv4 address as it is, also where it is written as one of IPv6; of others the first half. */
export function countedAddress(text: string): string {
  if (!text.includes(':')) return text
  const address = ipaddr.isValid(text) ? ipaddr.process(text) : null
  if (address === null) return text
  if (address instanceof ipaddr.IPv4) return address.toString()
  const prefix = address.parts.slice(0, PARTS).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${PREFIX_BITS}`
}
