// Migrations without a start: for those who run them as a step of their own.

import { readEnvironment } from '../base/process/environment.ts'
import { makeLog } from '../base/process/log.ts'
import { PROJECT_DIR } from '../base/process/project.ts'
import { readConfig } from '../service/config.ts'
import { openWorld } from '../service/open-world.ts'
import { say } from './terminal.ts'

export async function migrateCommand(): Promise<void> {
  const config = readConfig(readEnvironment(PROJECT_DIR))
  const opened = await openWorld(config, makeLog({ level: 'warn', readable: true }), {
    share: true,
    demo: false,
  })
  await opened.close()
  const ran = opened.migrated.map(({ number, name }) => `${number} ${name}`)
  say(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`)
}
