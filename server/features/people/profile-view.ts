// The only maker of what a person is shown of themselves.
import type { Profile } from '../../../contract/people.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { SignedIn } from './signed-in.ts'

export function profileView({ person, session, teams }: SignedIn): Profile {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    language: person.language,
    is_operator: person.isOperator,
    teams: teams.map(({ team: { id, name }, role }) => ({ id, name, role })),
    session: {
      id: session.id,
      created_at: isoTimestamp(session.createdAt),
      expires_at: isoTimestamp(session.expiresAt),
    },
  }
}
