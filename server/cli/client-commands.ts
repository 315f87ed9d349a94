// Clients from the command line: erasing a person who asked for it.
import { eraseClient } from '../privacy/erase-client.ts'
import { scopeOf } from '../world.ts'
import { knownTeam, modeNamed } from './key-commands.ts'
import type { Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

export async function eraseClientCommand(
  { team, mode }: { team?: string; mode?: string },
  id: string,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const owner = { teamId: await knownTeam(world, team), mode: modeNamed(mode) }
    const { deleted, erasure } = await eraseClient(world, await scopeOf(world, owner), id, null)
    const counts = Object.entries(erasure?.counts ?? {}).map(
      ([what, count]) => `  ${what.replace('_', ' ')}: ${count}`,
    )
    const what = deleted
      ? 'was erased and deleted'
      : 'was erased; what refers to it is kept without the person'
    terminal.say([`Client ${id} ${what} (${erasure?.id}):`, ...counts].join('\n'))
  })
}
