// The only maker of an invitation's public JSON, and of what the audit log keeps of it.
import type { Invitation } from '../../../contract/team-people.ts'
import { type Change, fingerprint } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { InvitationRow } from './invitation-store.ts'

export function invitationView(row: InvitationRow): Invitation {
  const { id, email, role, language, made_by: invited_by } = row
  const times = { created_at: isoTimestamp(row.created_at), sent_at: isoTimestamp(row.sent_at) }
  return { id, email, role, language, invited_by, ...times, expires_at: isoTimestamp(row.expires_at) }
}

type Stage = 'made' | 'sent again' | 'withdrawn' | 'accepted'

/** The address would stay in the log for ever: a fingerprint tells whether it was the same. */
export function invitationChange({ id, email, role, expires_at }: InvitationRow, stage: Stage): Change {
  const told = { role, email_fingerprint: fingerprint(email), expires_at: isoTimestamp(expires_at) }
  return {
    topic: 'access',
    object: 'invitation',
    objectId: id,
    before: stage === 'made' ? null : { state: 'open' },
    after: stage === 'made' ? { state: 'open', ...told } : { state: stage, ...told },
  }
}
