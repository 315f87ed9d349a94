// The only maker of a session's public JSON.
import type { SecondFactor, Session, SignIn } from '../../../contract/people.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Browser, NewSession } from './begin-session.ts'
import type { SessionRow } from './session-store.ts'

export function sessionView(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    created_at: isoTimestamp(row.created_at),
    last_used_at: isoTimestamp(row.last_used_at),
    expires_at: isoTimestamp(row.expires_at),
    address: row.address,
    user_agent: row.user_agent,
    is_current: row.id === currentId,
  }
}

/** Gives the browser its cookie, once the session is stored, and tells of it. */
export function handOver(
  { row, token }: NewSession,
  browser: Browser,
  factors: readonly SecondFactor[] = [],
): SignIn {
  browser.keep(token, row.expires_at)
  return { session: row.awaits_factor ? null : sessionView(row, row.id), second_factor: [...factors] }
}
