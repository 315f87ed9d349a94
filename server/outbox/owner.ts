// Whose rows something is about: a team's, of one of its modes. Every store is asked by it.
import type { Mode } from '../../contract/teams.ts'

export interface Owner {
  readonly teamId: string
  readonly mode: Mode
}

/** The columns that say whose a row is. */
export function ownerColumns({ teamId, mode }: Owner): { team_id: string; mode: Mode } {
  return { team_id: teamId, mode }
}

/** Whose a row is. */
export function ownerOfRow({ team_id, mode }: { team_id: string; mode: Mode }): Owner {
  return { teamId: team_id, mode }
}
