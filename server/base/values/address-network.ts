// Who is counted as one caller by address: an IPv4 address, or the network of an IPv6 one, whose holder has all of it.
import ipaddr from 'ipaddr.js'

const NETWORK_GROUPS = 4

/** What is no address is counted as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = parsed.toNormalizedString().split(':').slice(0, NETWORK_GROUPS)
  return `${groups.join(':')}::/64`
}
