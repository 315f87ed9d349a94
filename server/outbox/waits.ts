// How long due work that failed waits before it is tried again: after the first failure, the second, and so on.

/** In milliseconds. After the last of them the piece is dead, and people have to look. */
export type Waits = readonly number[]

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For work that only fails when something of ours is away. */
export const TECHNICAL: Waits = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** A mail server may be away for hours, or be told the right password only then; an old notice helps nobody. */
export const MAIL: Waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE]

/** A bank may be away for a night; what it was paid is asked for until it answers. */
export const BANK: Waits = [
  2 * SECOND,
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
]
