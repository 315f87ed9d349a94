// Which function serves which kind of due work, and how it is tried again.
import type { Piece } from '../base/due-work.ts'
import type { Scope } from '../base/transaction.ts'
import type { World } from '../world.ts'
import { keepHouse } from './keep-house.ts'

export interface Task<Payload = unknown> {
  piece: Piece
  payload: Payload
  /** The team and time the work is for; undefined for work of the installation itself. */
  scope: Scope | undefined
}

export interface Kind {
  run: (world: World, task: Task) => Promise<void>
  /** Waits after the first, second, ... failure; past the last one the piece is dead. */
  waitsMs: readonly number[]
  /** Pieces of one lane that run at once in one process. */
  laneCap: number
}

export type Kinds = Readonly<Record<string, Kind>>

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** For work that only fails when something of ours is away. */
export const TECHNICAL_WAITS_MS = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  120 * MINUTE,
] as const

export const KINDS: Kinds = {
  'keep-house': { run: keepHouse, waitsMs: TECHNICAL_WAITS_MS, laneCap: 1 },
}
