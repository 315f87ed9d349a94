// What most commands begin with: the settings and an open world, shared with a running service.

import { readEnvironment } from '../base/process/environment.ts'
import { makeLog } from '../base/process/log.ts'
import { PROJECT_DIR } from '../base/process/project.ts'
import { readConfig } from '../service/config.ts'
import { openWorld } from '../service/open-world.ts'
import type { World } from '../world.ts'

export async function withWorld(work: (world: World) => Promise<void>): Promise<void> {
  const config = readConfig(readEnvironment(PROJECT_DIR))
  const log = makeLog({ level: 'warn', readable: true })
  const { world, close } = await openWorld(config, log, { share: true, demo: false, mayMigrate: false })
  try {
    await work(world)
  } finally {
    await close()
  }
}
