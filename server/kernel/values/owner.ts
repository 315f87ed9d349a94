// The owner of a row: its team and mode, as a value, as columns and as text.
import type { Mode } from '../../../contract/teams.ts'

/** The owner of rows: a team in one of its modes. Every query of a store is restricted to one owner. */
export interface Owner {
  readonly teamId: string
  readonly mode: Mode
}

/** The columns that name the owner of a row. */
export function ownerColumns({ teamId, mode }: Owner): { team_id: string; mode: Mode } {
  return { team_id: teamId, mode }
}

export function ownerOfRow({ team_id, mode }: { team_id: string; mode: Mode }): Owner {
  return { teamId: team_id, mode }
}

/** One text for both, as a key of maps and in signals to other processes. */
export function ownerName({ teamId, mode }: Owner): string {
  return `${teamId} ${mode}`
}
