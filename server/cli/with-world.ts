// What most commands begin with: the settings and an open world, shared with a running service.

import { type Log, makeLog } from '../base/process/log.ts'
import { type Config, readConfig } from '../service/config.ts'
import { openWorld } from '../service/open-world.ts'
import type { World } from '../world.ts'
import type { Terminal } from './terminal.ts'

export async function withWorld(
  terminal: Terminal,
  work: (world: World<Config>) => Promise<void>,
): Promise<void> {
  const options = { share: true, mayMigrate: false }
  const { world, close } = await openWorld(readConfig(terminal.settings()), warnings(terminal), options)
  try {
    await work(world)
  } finally {
    await close()
  }
}

/** What goes wrong on the way, in lines for people. */
export function warnings({ logs }: Terminal): Log {
  return makeLog({ level: 'warn', readable: true, ...(logs && { destination: logs }) })
}
