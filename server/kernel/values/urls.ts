// Validates webhook addresses and recognises equivalent spellings.
import ipaddr from 'ipaddr.js'

export interface ReceiverUrl {
  /** As the caller wrote it. */
  url: string
  /** The normalized spelling. */
  key: string
}

const URL_CHARACTERS_MAX = 2_000

/**
 * Null unless it is an HTTPS address without credentials, or plain HTTP on this machine if allowed. It may
 * still be unreachable.
 */
export function parseReceiverUrl(value: unknown, isPlainOpen = false): ReceiverUrl | null {
  if (typeof value !== 'string' || value.length > URL_CHARACTERS_MAX || /[\s\p{Cc}]/u.test(value)) return null
  // The parser would take `https:///x` and `https:x` for the host x.
  if (!/^https?:\/\/[^/?#\\]/i.test(value)) return null
  const url = URL.parse(value)
  if (url === null || url.hostname === '') return null
  if (url.protocol !== 'https:' && !(isPlainOpen && isThisMachine(url.hostname))) return null
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(value)) return null
  url.hash = ''
  // The parser lower-cases the host and drops the default port; a trailing dot means the same host.
  url.hostname = url.hostname.replace(/\.$/, '')
  return { url: value, key: url.href }
}

/** Checks the name only: the address is checked at the connection. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

// Servers without real money or flights: this machine's own, and those that the operator has declared
// sandboxes.

/** Whether an address leads to a sandbox. */
export function isSandboxAddress(address: string, sandboxHosts: readonly string[]): boolean {
  const host = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '')
  if (host === undefined) return false
  return isLoopbackName(host) || sandboxHosts.includes(host)
}

function isLoopbackName(host: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]' || /^(?:.+\.)?localhost$/.test(host)
}

// The address under which a client is counted. One IPv6 client has 2^64 addresses, so a whole network counts
// as one.

const PREFIX_BITS = 64
const PARTS = PREFIX_BITS / 16

/** An IPv4 address unchanged, also in its IPv6 spelling; of others the first half. */
export function countedAddress(text: string): string {
  if (!text.includes(':')) return text
  const address = ipaddr.isValid(text) ? ipaddr.process(text) : null
  if (address === null) return text
  if (address instanceof ipaddr.IPv4) return address.toString()
  const prefix = address.parts.slice(0, PARTS).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${PREFIX_BITS}`
}
