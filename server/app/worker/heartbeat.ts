// Writes this process's heartbeat, and frees jobs and clocks of dead processes.
import type { World } from '../../features/world.ts'
import { endLongWaits } from '../../kernel/db/replication.ts'
import {
  BEAT_EVERY_MS,
  beat,
  claimsOf,
  describe,
  freeClaims,
  leave,
  releaseDead,
} from '../../kernel/jobs/processes.ts'
import { freeLeftClocks } from './clock-advance.ts'
import type { WorkerConfig } from './settings.ts'

export interface Heartbeat {
  stop(): Promise<void>
}

/** Less than a beat, as timers are not exact. */
const SUSPECT_MS_MIN = BEAT_EVERY_MS / 2

/** `alone`: no other process can be alive on this database, so all other claims are freed. */
export async function startHeartbeat(world: World<WorkerConfig>, alone: boolean): Promise<Heartbeat> {
  const description = describe(world.config.role)
  const round = async (others: boolean) => {
    await endLongWaits(world.vitalPool)
    await beat(world.vitalPool, {
      id: world.processId,
      description,
      clock_offset_ms: world.clockOffsetMs?.() ?? null,
      untrusted_proxy: world.forwarding.isUntrusted,
    })
    await freeLeftClocks(world)
    const freed = await releaseDead(world.vitalPool, world.processId, others)
    const forgotten = await freeForgotten()
    if (freed + forgotten === 0) return
    world.log.info({ of_dead_processes: freed, forgotten }, 'jobs were freed')
    world.signals.notifyAll('work')
  }

  // A connection may break after the database stored our claims, before we get them. Claims that are unknown at two
  // beats in a row are freed, unless the second beat came right after a delayed first one: the result may be on its way.
  let suspects: ReadonlyMap<bigint, number> = new Map()
  async function freeForgotten(): Promise<number> {
    const claims = await claimsOf(world.vitalPool, world.processId)
    const now = performance.now()
    const since = (claim: bigint) => suspects.get(claim) ?? now
    const unknown = claims.filter((claim) => !world.held.has(claim))
    suspects = new Map(unknown.map((claim) => [claim, since(claim)]))
    const forgotten = unknown.filter((claim) => now - since(claim) >= SUSPECT_MS_MIN)
    if (forgotten.length > 0) await freeClaims(world.vitalPool, world.processId, forgotten)
    return forgotten.length
  }

  await round(alone)
  // One at a time: all beats share one connection, and two checks for unknown claims must not overlap.
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= round(false)
      .catch((error) => world.log.warn({ err: error }, 'the heartbeat could not be written'))
      .finally(() => {
        underWay = undefined
      })
  }, BEAT_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      // A beat in flight would insert the row again.
      await underWay
      await leave(world.vitalPool, world.processId)
    },
  }
}
