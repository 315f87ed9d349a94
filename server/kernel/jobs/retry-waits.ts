// How long due work that failed waits before it is tried again: after the first failure, the second, and so on.

/** In milliseconds. After the last of them the piece is dead, and left to people. */
export type Waits = readonly number[]

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For work that fails only while a part of our own service is down. */
export const TECHNICAL: Waits = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** A mail server may be down or misconfigured for hours; later than that a notice is of no use. */
export const MAIL: Waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE]

/** A bank may be down for a night; it is asked about payments until it answers. */
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
