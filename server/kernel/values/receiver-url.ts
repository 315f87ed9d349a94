// Which addresses may receive webhooks, and when two spellings are the same receiver.

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
