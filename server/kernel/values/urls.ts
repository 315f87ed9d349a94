// Which addresses may receive webhooks, and when two spellings are the same receiver.
import ipaddr from 'ipaddr.js'

export interface ReceiverUrl {
  /** As the caller wrote it. */
  url: string
  /** Its one normal spelling. */
  key: string
}

const URL_CHARACTERS_MAX = 2_000

/**
 * Null unless it is an HTTPS address without credentials, or a plain one of this machine itself where that is open.
 * Whether it can be reached is another question.
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
  // The parser lower-cases the host and drops the default port; a last dot means the same host.
  url.hostname = url.hostname.replace(/\.$/, '')
  return { url: value, key: url.href }
}

/** By its name: an address that only looks so is found out when it is connected to. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

// Which servers nobody's money or flights can be at, as far as we can know: this machine's own, and those that the
// operator has called sandboxes.

/** Whether an address leads to one of them. */
export function isSandboxAddress(address: string, sandboxHosts: readonly string[]): boolean {
  const host = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '')
  if (host === undefined) return false
  return isLoopbackName(host) || sandboxHosts.includes(host)
}

function isLoopbackName(host: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(host) || host === '[::1]' || /^(?:.+\.)?localhost$/.test(host)
}

// Whom an address is counted as. Whoever has one address of IPv6 has 2^64 of them, so these are counted as one.

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
