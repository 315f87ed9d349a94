// Limits how many transactions of one wallet run at once; the rest wait in memory. They would only wait for the
// wallet's row, each holding a connection of the pool, and one busy team could use up the pool. Two at once do more a
// second than four or sixteen: while one holds the row, the other is on its way to it.
import { perWorld } from '../base/process/batcher.ts'
import { type Scope, type Tx, transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'

const AT_ONCE_MAX = 2

interface Turns {
  running: number
  waiting: (() => void)[]
}

const turnsOf = perWorld((_world: World) => new Map<string, Turns>())

/** Runs a database transaction that moves money, when its wallet has a turn free. */
export async function inWalletTurn<T>(world: World, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const all = turnsOf(world)
  const name = `${scope.owner.teamId}/${scope.owner.mode}`
  const turns = all.get(name) ?? { running: 0, waiting: [] }
  all.set(name, turns)
  if (turns.running < AT_ONCE_MAX) turns.running++
  // A transaction that ends hands its turn to the next one, so the count stays the same.
  else await new Promise<void>((resolve) => turns.waiting.push(resolve))
  try {
    return await transaction(world, scope, work)
  } finally {
    const next = turns.waiting.shift()
    if (next !== undefined) next()
    else if (--turns.running === 0) all.delete(name)
  }
}
