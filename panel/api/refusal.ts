// Detects errors that concern the user's access as a whole: the session has ended, the user left the team, or the role
// allows less than the panel assumed.
import { ApiError } from './api-error.ts'

export type Refusal = 'session' | 'team' | 'permission'

const OUT_OF_TEAM = ['team_required', 'team_not_found']

/** `id` is the operation's name, if known. */
export function refusalOf(error: unknown, id: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unauthorized') return 'session'
  // Operations of the operator concern teams of others.
  if (OUT_OF_TEAM.includes(error.code)) return String(id).startsWith('installation.') ? undefined : 'team'
  if (error.code !== 'forbidden') return undefined
  // Every role may read its own team, so this error means that the user is in no team.
  return id === 'team.read' ? 'team' : 'permission'
}
