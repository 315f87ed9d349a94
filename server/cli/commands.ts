// Every command of the command line, in the order in which help lists them.

import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand } from './key-commands.ts'
import { migrateCommand } from './migrate-command.ts'
import { restore } from './restore.ts'
import { start } from './start.ts'
import { createTeamCommand, listTeamsCommand } from './team-commands.ts'
import { listWorkCommand, retryWorkCommand } from './work-commands.ts'

export interface Command {
  name: string
  usage: string
  meaning: string
  run: (args: string[]) => Promise<void>
}

export const COMMANDS: readonly Command[] = [
  { name: 'start', usage: 'start', meaning: 'start the service', run: start },
  {
    name: 'team create',
    usage: 'team create --name N --email E [--time-zone Z] [--markup P] [--fee A]',
    meaning: 'make a team with a live and a test key',
    run: createTeamCommand,
  },
  { name: 'team list', usage: 'team list', meaning: 'list the teams', run: listTeamsCommand },
  {
    name: 'key create',
    usage: 'key create --team T --mode live|test --name N [--read-only] [--expires AT]',
    meaning: 'make an API key',
    run: createKeyCommand,
  },
  { name: 'key list', usage: 'key list --team T', meaning: 'list the keys of a team', run: listKeysCommand },
  { name: 'key revoke', usage: 'key revoke KEY_ID', meaning: 'revoke a key at once', run: revokeKeyCommand },
  {
    name: 'work list',
    usage: 'work list [--dead]',
    meaning: 'list due work, or what failed for good',
    run: listWorkCommand,
  },
  { name: 'work retry', usage: 'work retry ID|all', meaning: 'run dead work again', run: retryWorkCommand },
  { name: 'migrate', usage: 'migrate', meaning: 'bring the database to this version', run: migrateCommand },
  {
    name: 'backup',
    usage: 'backup FILE',
    meaning: 'write everything, the secret key included, to a file',
    run: backup,
  },
  { name: 'restore', usage: 'restore FILE', meaning: 'load a backup into an empty database', run: restore },
  { name: 'doctor', usage: 'doctor', meaning: 'check the installation and say what to do', run: doctor },
]
