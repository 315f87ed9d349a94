// Tables of states as literals: from where to where, and what is refused. One reader for all of them.
import type { ErrorCode } from '../../contract/errors.ts'

export interface StatusMove<Status extends string> {
  from: readonly Status[]
  to: Status
  refusal?: ErrorCode
}

/** The row of a move; every table has exactly one for each pair of states. */
export function moveOf<Status extends string>(
  moves: readonly StatusMove<Status>[],
  from: Status,
  to: Status,
): StatusMove<Status> {
  return moves.find((move) => move.to === to && move.from.includes(from))!
}
