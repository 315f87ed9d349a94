// The owner of rows: a team in one of its modes. Every query of a store is restricted to one.
import type { Mode } from '../../../contract/teams.ts'

export interface Owner {
  readonly teamId: string
  readonly mode: Mode
}

/** The columns that name the owner of a row. */
export function ownerColumns({ teamId, mode }: Owner): { team_id: string; mode: Mode } {
  return { team_id: teamId, mode }
}

/** The owner of a row. */
export function ownerOfRow({ team_id, mode }: { team_id: string; mode: Mode }): Owner {
  return { teamId: team_id, mode }
}

/** One word for both, to look an owner up by and to name it to other processes. */
export function ownerName({ teamId, mode }: Owner): string {
  return `${teamId} ${mode}`
}
