// Whose rows something is about: a team's, of one of its modes. Every store is asked by it.
import type { Mode } from '../../contract/teams.ts'

export interface Owner {
  readonly teamId: string
  readonly mode: Mode
}

/** Whose a row is. */
export function ownerOfRow({ team_id, mode }: { team_id: string; mode: Mode }): Owner {
  return { teamId: team_id, mode }
}
