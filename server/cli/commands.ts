// Every command of the command line, in the order in which help lists them. Each is loaded when it is asked for:
// a backup needs no web server, and help needs nothing.

export interface Command {
  name: string
  usage: string
  meaning: string
  run: (args: string[]) => Promise<void>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    usage: 'start',
    meaning: 'start the service',
    run: async () => (await import('./start.ts')).start(),
  },
  {
    name: 'team create',
    usage:
      'team create --name N --email E [--time-zone Z] [--markup P] [--fee A] [--debits D] [--rate-limit N] ' +
      '[--search-limit N]',
    meaning: 'make a team with a live and a test key',
    run: async (args) => (await import('./team-commands.ts')).createTeamCommand(args),
  },
  {
    name: 'team list',
    usage: 'team list',
    meaning: 'list the teams',
    run: async () => (await import('./team-commands.ts')).listTeamsCommand(),
  },
  {
    name: 'key create',
    usage: 'key create --team T --mode live|test --name N [--read-only] [--expires AT]',
    meaning: 'make an API key',
    run: async (args) => (await import('./key-commands.ts')).createKeyCommand(args),
  },
  {
    name: 'key list',
    usage: 'key list --team T',
    meaning: 'list the keys of a team',
    run: async (args) => (await import('./key-commands.ts')).listKeysCommand(args),
  },
  {
    name: 'key revoke',
    usage: 'key revoke KEY_ID',
    meaning: 'revoke a key at once',
    run: async (args) => (await import('./key-commands.ts')).revokeKeyCommand(args),
  },
  {
    name: 'work list',
    usage: 'work list [--dead]',
    meaning: 'list due work, or what failed for good',
    run: async (args) => (await import('./work-commands.ts')).listWorkCommand(args),
  },
  {
    name: 'work retry',
    usage: 'work retry ID|all',
    meaning: 'run dead work again',
    run: async (args) => (await import('./work-commands.ts')).retryWorkCommand(args),
  },
  {
    name: 'migrate',
    usage: 'migrate',
    meaning: 'bring the database to this version',
    run: async () => (await import('./migrate-command.ts')).migrateCommand(),
  },
  {
    name: 'backup',
    usage: 'backup FILE',
    meaning: 'write everything, the secret key included, to a file',
    run: async (args) => (await import('./backup.ts')).backup(args),
  },
  {
    name: 'restore',
    usage: 'restore FILE',
    meaning: 'load a backup into an empty database',
    run: async (args) => (await import('./restore.ts')).restore(args),
  },
  {
    name: 'doctor',
    usage: 'doctor',
    meaning: 'check the installation and say what to do',
    run: async () => (await import('./doctor.ts')).doctor(),
  },
]
