// Detects errors that concern the user's access as a whole: the session has ended, the user left the team, or the role
// allows less than the panel assumed.
import { ApiError } from './api-error.ts'

export type AccessError = 'session' | 'team' | 'permission'

const NO_TEAM_CODES = ['team_required', 'team_not_found']

/** `id` is the operation's name, if known. */
export function accessErrorOf(error: unknown, id: unknown): AccessError | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unauthorized') return 'session'
  // Operations of the operator concern teams of others.
  if (NO_TEAM_CODES.includes(error.code)) return String(id).startsWith('installation.') ? undefined : 'team'
  if (error.code !== 'forbidden') return undefined
  // Every role may read its own team, so this error means that the user is in no team.
  return id === 'team.read' ? 'team' : 'permission'
}
