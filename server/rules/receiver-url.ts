// Which addresses may receive webhooks, and when two spellings are the same receiver.

export interface ReceiverUrl {
  /** As the caller wrote it. */
  url: string
  /** Its one normal spelling. */
  key: string
}

const URL_CHARACTERS_MAX = 2_000

/** Null unless it is an HTTPS address without credentials. Whether it can be reached is another question. */
export function parseReceiverUrl(value: unknown): ReceiverUrl | null {
  if (typeof value !== 'string' || value.length > URL_CHARACTERS_MAX || /[\s\p{Cc}]/u.test(value)) return null
  // The parser would take `https:///x` and `https:x` for the host x.
  if (!/^https:\/\/[^/?#\\]/i.test(value)) return null
  const url = URL.parse(value)
  if (url === null || url.protocol !== 'https:' || url.hostname === '') return null
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(value)) return null
  url.hash = ''
  // The parser lower-cases the host and drops the default port; a last dot means the same host.
  url.hostname = url.hostname.replace(/\.$/, '')
  return { url: value, key: url.href }
}
