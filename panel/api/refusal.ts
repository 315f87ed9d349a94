// What an answer says of who asks, beyond the one thing that was asked for: that nobody is signed in any more, that
// they are out of the team, or that they may do less than the panel thought.
import { ApiError } from './api-error.ts'

export type Refusal = 'session' | 'team' | 'permission'

const OUT_OF_TEAM = ['team_required', 'team_not_found']

/** By the name of the operation, where it is known. */
export function refusalOf(error: unknown, id: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unauthorized') return 'session'
  // What operators do is about teams of others.
  if (OUT_OF_TEAM.includes(error.code)) return String(id).startsWith('installation.') ? undefined : 'team'
  if (error.code !== 'forbidden') return undefined
  // Every role may read its own team; only who is in none may not.
  return id === 'team.read' ? 'team' : 'permission'
}
