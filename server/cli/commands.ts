// Every command of the command line, in the order in which help lists them. Each is loaded when it is asked for:
// a backup needs no web server, and help needs nothing.
import type { Terminal } from './terminal.ts'

export interface Command {
  name: string
  usage: string
  meaning: string
  run: (args: string[], terminal: Terminal) => Promise<void>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    usage: 'start',
    meaning: 'start the service',
    run: async (_args, terminal) => (await import('./start.ts')).start(terminal),
  },
  {
    name: 'team create',
    usage:
      'team create --name N --email E [--time-zone Z] [--markup P] [--fee A] [--debits D] [--rate-limit N] ' +
      '[--search-limit N]',
    meaning: 'make a team with a live and a test key',
    run: async (args, terminal) => (await import('./team-commands.ts')).createTeamCommand(args, terminal),
  },
  {
    name: 'team list',
    usage: 'team list',
    meaning: 'list the teams',
    run: async (_args, terminal) => (await import('./team-commands.ts')).listTeamsCommand(terminal),
  },
  {
    name: 'key create',
    usage: 'key create --team T --mode live|test --name N [--read-only] [--expires AT]',
    meaning: 'make an API key',
    run: async (args, terminal) => (await import('./key-commands.ts')).createKeyCommand(args, terminal),
  },
  {
    name: 'key list',
    usage: 'key list --team T',
    meaning: 'list the keys of a team',
    run: async (args, terminal) => (await import('./key-commands.ts')).listKeysCommand(args, terminal),
  },
  {
    name: 'key revoke',
    usage: 'key revoke KEY_ID',
    meaning: 'revoke a key at once',
    run: async (args, terminal) => (await import('./key-commands.ts')).revokeKeyCommand(args, terminal),
  },
  {
    name: 'work list',
    usage: 'work list [--dead]',
    meaning: 'list due work, or what failed for good',
    run: async (args, terminal) => (await import('./work-commands.ts')).listWorkCommand(args, terminal),
  },
  {
    name: 'work retry',
    usage: 'work retry ID|all',
    meaning: 'run dead work again',
    run: async (args, terminal) => (await import('./work-commands.ts')).retryWorkCommand(args, terminal),
  },
  {
    name: 'migrate',
    usage: 'migrate',
    meaning: 'bring the database to this version',
    run: async (_args, terminal) => (await import('./migrate-command.ts')).migrateCommand(terminal),
  },
  {
    name: 'backup',
    usage: 'backup FILE',
    meaning: 'write everything, the secret key included, to a file',
    run: async (args, terminal) => (await import('./backup.ts')).backup(args, terminal),
  },
  {
    name: 'restore',
    usage: 'restore FILE',
    meaning: 'load a backup into an empty database',
    run: async (args, terminal) => (await import('./restore.ts')).restore(args, terminal),
  },
  {
    name: 'doctor',
    usage: 'doctor',
    meaning: 'check the installation and say what to do',
    run: async (_args, terminal) => (await import('./doctor.ts')).doctor(terminal),
  },
]
