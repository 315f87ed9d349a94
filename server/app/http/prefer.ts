// Reads how long a caller is willing to wait for an answer: `Prefer: wait=N` of RFC 7240. What it does not understand
// is ignored, as the RFC says.
import { WAIT_SECONDS_MAX } from '../../../contract/limits.ts'

/** A longer header is nobody's wish. */
const CHARACTERS_MAX = 500
/** Between commas; what is quoted may have some inside. */
const PREFERENCES = /(?:"[^"]*"|[^,"])+/g
/** Its parameters come after a semicolon. */
const WAIT = /^\s*wait\s*(?:=\s*(?:"(?<quoted>[^"]*)"|(?<plain>[^\s;"]*)))?\s*(?:;|$)/i

/** In whole seconds, up to the most that an answer waits; undefined where nothing is said, or nothing that counts. */
export function waitSecondsOf(prefer: string | string[] | undefined): number | undefined {
  const text = Array.isArray(prefer) ? prefer.join() : (prefer ?? '')
  if (text.length > CHARACTERS_MAX) return undefined
  // The first one counts, even if it is wrong.
  const found = text
    .match(PREFERENCES)
    ?.map((one) => WAIT.exec(one))
    .find((one) => one !== null)
  const seconds = found?.groups?.quoted ?? found?.groups?.plain ?? ''
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds), WAIT_SECONDS_MAX) : undefined
}
