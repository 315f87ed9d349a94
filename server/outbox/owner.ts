// Whose rows something is about: a team's, of one of its modes. Every store is asked by it.
import type { Mode } from '../../contract/teams.ts'

export interface Owner {
  readonly teamId: string
  readonly mode: Mode
}
