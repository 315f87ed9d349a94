// Keeps this process's heartbeat going and frees what dead processes held.

import { endLongWaits } from '../base/database/end-long-waits.ts'
import {
  BEAT_EVERY_MS,
  beat,
  claimsOf,
  describe,
  freeClaims,
  leave,
  releaseDead,
} from '../outbox/processes.ts'
import type { World } from '../world.ts'
import { freeLeftClocks } from './advance-clock.ts'
import type { WorkerConfig } from './settings.ts'

export interface Heart {
  stop(): Promise<void>
}

/** `alone`: no other process can be alive on this database, so whatever was running there died with its process. */
export async function startHeart(world: World<WorkerConfig>, alone: boolean): Promise<Heart> {
  const description = describe(world.config.role)
  const round = async (others: boolean) => {
    await endLongWaits(world.vitalPool)
    await beat(world.vitalPool, world.processId, description, world.clockOffsetMs?.() ?? null)
    await freeLeftClocks(world)
    const freed = await releaseDead(world.vitalPool, world.processId, others)
    const forgotten = await freeForgotten()
    if (freed + forgotten === 0) return
    world.log.info({ of_dead_processes: freed, forgotten }, 'work was freed')
    world.signals.tellAll('work')
  }

  // The connection may break after the database has stored our claims and before we hear of them. Claims that we do not
  // know of at two beats in a row are freed, as nobody runs them.
  let suspects: ReadonlySet<bigint> = new Set()
  async function freeForgotten(): Promise<number> {
    const unknown = (await claimsOf(world.vitalPool, world.processId)).filter(
      (claim) => !world.held.has(claim),
    )
    const forgotten = unknown.filter((claim) => suspects.has(claim))
    suspects = new Set(unknown)
    if (forgotten.length > 0) await freeClaims(world.vitalPool, world.processId, forgotten)
    return forgotten.length
  }

  await round(alone)
  let latest = Promise.resolve()
  const timer = setInterval(() => {
    latest = round(false).catch((error) =>
      world.log.warn({ err: error }, 'the heartbeat could not be written'),
    )
  }, BEAT_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      // A beat that is still under way would insert the row again.
      await latest
      await leave(world.vitalPool, world.processId)
    },
  }
}
