// `setup`: the first team of an empty database, with keys that are handed over until somebody has used them.

import { renewSetupLink } from '../../features/people/account-links.ts'
import { makeFirstTeam } from '../../features/teams/teams.ts'
import { readFirstKeys } from '../../features/teams/api-keys.ts'
import { readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/open-world.ts'
import { handOverFirstKeys, handOverSetupLink } from './hand-over.ts'
import type { Terminal } from './terminal.ts'
import { atTerminal, warnings } from './with-world.ts'

export async function setup(
  { name, email }: { name?: string; email?: string },
  terminal: Terminal,
): Promise<void> {
  const config = readConfig(terminal.settings())
  const { world, underLock, close } = await openWorld(config, warnings(terminal), { share: true })
  try {
    const made = await underLock(() =>
      makeFirstTeam(
        { ...world, by: atTerminal(terminal) },
        { ...(name && { name }), ...(email && { email }) },
      ),
    )
    if (made !== null)
      terminal.say(`Team ${made.team.id} (${made.team.name}) was made.`, { team_id: made.team.id })
    const link = handOverSetupLink(config, await renewSetupLink(world))
    const lines = [...handOverFirstKeys(config, await readFirstKeys(world)), ...link]
    if (lines.length > 0) terminal.say(lines.join('\n'), { handed_over: lines })
    else if (made === null)
      terminal.say(
        'There is a team with an owner, and its first keys were used. "team create" and "key create" make others.',
      )
  } finally {
    await close()
  }
}
