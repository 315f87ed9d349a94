// The one place that says in which language somebody is written to: a client in their own, if it is known, and whoever
// else in the agency's. People of an agency have a language of their own account.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Team } from '../teams/team-store.ts'

interface Addressee {
  readonly id: string
  readonly language?: TeamLanguage | null
}

export function languageOf({ language }: Pick<Team, 'language'>, client?: Addressee): TeamLanguage {
  return client?.language ?? language
}
