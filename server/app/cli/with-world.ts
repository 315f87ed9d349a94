// The start of most commands: settings and an open world, shared with a running service.
import { userInfo } from 'node:os'
import type { World } from '../../features/world.ts'
import type { Actor } from '../../kernel/outbox/audit.ts'
import { type Log, makeLog } from '../../kernel/process/log.ts'
import { type Config, readConfig } from '../boot/config.ts'
import { openWorld } from '../boot/world.ts'
import type { Terminal } from './terminal.ts'

export async function withWorld(
  terminal: Terminal,
  work: (world: World<Config>) => Promise<void>,
): Promise<void> {
  const options = { share: true, mayMigrate: false }
  const { world, close } = await openWorld(readConfig(terminal.settings()), warnings(terminal), options)
  try {
    await work({ ...world, by: atTerminal(terminal) })
  } finally {
    await close()
  }
}

/** The actor of a command: the account on this machine. */
export function atTerminal({ command }: Terminal): Actor {
  const id = accountName()
  return {
    type: 'command_line',
    id,
    name: null,
    address: null,
    requestId: null,
    action: command ?? 'command',
  }
}

/** In a container an account may have no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Prints warnings to stderr, because the command's output may go to a file. */
export function warnings({ writeError }: Terminal): Log {
  const destination = { write: (line: string) => writeError(line.trimEnd()) }
  return makeLog({ level: 'warn', readable: true, destination })
}
