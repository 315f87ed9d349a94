// Keeps this process's heartbeat going and frees what dead processes held.
import { BEAT_EVERY_MS, beat, leave, releaseDead } from '../base/processes.ts'
import type { World } from '../world.ts'

export interface Heart {
  stop(): Promise<void>
}

/** `alone`: no other process can be alive on this database, so whatever was running there died with its process. */
export async function startHeart(world: World, alone: boolean): Promise<Heart> {
  const description = `${world.config.role} ${process.pid}`
  const round = async (others: boolean) => {
    await beat(world.vitalPool, world.processId, description)
    const freed = await releaseDead(world.vitalPool, world.processId, others)
    if (freed === 0) return
    world.log.info({ pieces: freed }, 'work of a dead process was freed')
    world.signals.tellAll('work')
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
      // A beat that is still under way would bring the row back.
      await latest
      await leave(world.vitalPool, world.processId)
    },
  }
}
