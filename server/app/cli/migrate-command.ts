// Migrations without a start: for those who run them as a step of their own.
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/open-world.ts'
import type { Terminal } from './terminal.ts'
import { warnings } from './with-world.ts'

export async function migrateCommand(terminal: Terminal): Promise<void> {
  const config = readConfig(terminal.settings())
  const opened = await openWorld(config, warnings(terminal), { share: true })
  await opened.close()
  const ran = opened.migrated.map(({ number, name }) => `${number} ${name}`)
  terminal.say(ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`, {
    migrated: opened.migrated.map(({ number, name }) => ({ number, name })),
  })
}
