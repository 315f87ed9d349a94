// Clients from the command line: erasing a person who asked for it.
import { COUNTED } from '../../../contract/erasures.ts'
import { eraseBite } from '../../features/privacy/erasure.ts'
import { eraseClient } from '../../features/privacy/erasure.ts'
import { readErasure } from '../../features/privacy/erasure.ts'
import { scopeOf } from '../../features/world.ts'
import { knownTeam, modeNamed } from './key-commands.ts'
import type { Terminal } from './terminal.ts'
import { withWorld } from './with-world.ts'

/** Until nothing is left, whether a service runs beside it or not. */
export async function eraseClientCommand(
  { team, mode }: { team?: string; mode?: string },
  id: string,
  terminal: Terminal,
): Promise<void> {
  await withWorld(terminal, async (world) => {
    const owner = { teamId: await knownTeam(world, team), mode: modeNamed(mode) }
    const scope = await scopeOf(world, owner)
    const { deleted, erasure } = await eraseClient(world, scope, id, null)
    if (erasure === undefined) throw new Error(`client ${id} was not erased`)
    while (!(await eraseBite(world, scope, erasure.id)));
    const { counts } = await readErasure(world.pool, owner, erasure.id)
    const lines = COUNTED.map((what) => `  ${what.replace('_', ' ')}: ${counts[what]}`)
    const what = deleted
      ? 'was erased and deleted'
      : 'was erased; what refers to it is kept without the person'
    terminal.say([`Client ${id} ${what} (${erasure.id}):`, ...lines].join('\n'), {
      id,
      deleted,
      erasure_id: erasure.id,
      counts,
    })
  })
}
