// Tokens that prove that an agent repeats a confirmed call: same caller, tool, arguments and price. They are
// not stored: the Idempotency-Key of each remembers its use.
import { hash } from 'node:crypto'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { randomBuffer } from '../../kernel/crypto/secret-box.ts'
import type { Clock } from '../../kernel/process/clock.ts'

/** What the token is bound to. */
export interface Agreed {
  /** Team, mode, and the key or person. */
  readonly caller: string
  readonly tool: string
  readonly given: unknown
  /** The summary shown to the user: amounts above all. */
  readonly shown: unknown
}

export type Confirmed =
  | { readonly ok: true; readonly idempotencyKey: string }
  | {
      readonly ok: false
      readonly why: 'unknown' | 'expired' | 'other_caller' | 'other_arguments' | 'changed'
    }

const CONTEXT = 'mcp.confirmation'
const VALID_MS = 5 * 60_000

interface Token {
  id: string
  caller: string
  /** The tool and its arguments. */
  asked: string
  shown: string
  until: number
}

export function makeConfirmations(secretBox: SecretBox, wall: Clock) {
  return {
    begin(agreed: Agreed): { token: string; expiresAt: Date } {
      const until = wall.now().getTime() + VALID_MS
      const token: Token = { id: randomBuffer(12).toString('hex'), ...marksOf(agreed), until }
      const encrypted = secretBox.encrypt(JSON.stringify(token), CONTEXT)
      return { token: encrypted.toString('base64url'), expiresAt: new Date(until) }
    },
    check(written: unknown, agreed: Agreed): Confirmed {
      const token = opened(secretBox, written)
      if (token === undefined) return { ok: false, why: 'unknown' }
      const { caller, asked, shown } = marksOf(agreed)
      if (token.caller !== caller) return { ok: false, why: 'other_caller' }
      if (token.asked !== asked) return { ok: false, why: 'other_arguments' }
      if (wall.now().getTime() >= token.until) return { ok: false, why: 'expired' }
      if (token.shown !== shown) return { ok: false, why: 'changed' }
      return { ok: true, idempotencyKey: `mcp-${token.id}` }
    },
  }
}

export type Confirmations = ReturnType<typeof makeConfirmations>

function marksOf({ caller, tool, given, shown }: Agreed): Pick<Token, 'caller' | 'asked' | 'shown'> {
  return { caller, asked: markOf([tool, given]), shown: markOf(shown) }
}

const markOf = (value: unknown) => hash('sha256', JSON.stringify(sorted(value)), 'base64url')

/** The order of fields is irrelevant. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

function opened(secretBox: SecretBox, written: unknown): Token | undefined {
  if (typeof written !== 'string') return undefined
  try {
    return JSON.parse(secretBox.decrypt(Buffer.from(written, 'base64url'), CONTEXT))
  } catch {
    return undefined
  }
}
