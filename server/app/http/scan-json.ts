// Looks through the bytes of a body before it is read: how much of it there is, not what. What would take long to read
// and to check is refused at the cost of one pass.
import { BODY_VALUES_MAX } from '../../../contract/limits.ts'

const DEPTH_MAX = 100
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Undefined where it may be read; whether it is JSON at all is for the parser to say. */
export function issueInBytes(raw: Buffer): string | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at] ?? 0
    if (byte === QUOTE) at = endOfString(raw, at)
    else if (byte === COMMA) values++
    else if (OPENING.has(byte)) {
      values++
      if (++depth > DEPTH_MAX + 1) return `must not be nested more than ${DEPTH_MAX} levels deep`
    } else if (CLOSING.has(byte)) depth--
    if (values > BODY_VALUES_MAX) return `must not have more than ${BODY_VALUES_MAX} values`
  }
  return undefined
}

/** Where the quote is that ends the string beginning here; the end of all where there is none. */
function endOfString(raw: Buffer, start: number): number {
  let end = raw.indexOf(QUOTE, start + 1)
  while (end >= 0 && isEscaped(raw, end)) end = raw.indexOf(QUOTE, end + 1)
  return end < 0 ? raw.length : end
}

function isEscaped(raw: Buffer, at: number): boolean {
  let first = at
  while (raw[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}
