// Few transactions of one wallet at a time, the rest wait in memory: they would only wait for its row, each with a
// connection of the pool in its hands, and one busy team could empty it. Four do more a second than sixteen.
import { perWorld } from '../base/process/batcher.ts'
import { type Scope, type Tx, transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'

const AT_ONCE_MAX = 4

interface Turns {
  running: number
  waiting: (() => void)[]
}

const turnsOf = perWorld((_world: World) => new Map<string, Turns>())

/** A transaction that moves money. */
export async function inWalletTurn<T>(world: World, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const all = turnsOf(world)
  const name = `${scope.owner.teamId}/${scope.owner.mode}`
  const turns = all.get(name) ?? { running: 0, waiting: [] }
  all.set(name, turns)
  if (turns.running < AT_ONCE_MAX) turns.running++
  // Whoever ends hands its turn over, so it is never counted down in between.
  else await new Promise<void>((resolve) => turns.waiting.push(resolve))
  try {
    return await transaction(world, scope, work)
  } finally {
    const next = turns.waiting.shift()
    if (next !== undefined) next()
    else if (--turns.running === 0) all.delete(name)
  }
}
