// Every command of the command line, in the order in which help lists them. Each is loaded when it is asked for:
// a backup needs no web server, and help needs nothing.
import { type Command, command, flag, needed, text } from './command.ts'
import { PROFILE_OPTIONS } from './profile-options.ts'
import type { Terminal } from './terminal.ts'

/** A command that takes nothing but its name. */
const bare = (name: string, meaning: string, run: (terminal: Terminal) => Promise<void>) =>
  command({ name, options: {}, meaning, run: (_given, terminal) => run(terminal) })

export const COMMANDS: readonly Command[] = [
  bare('start', 'start the service', async (terminal) => (await import('./start.ts')).start(terminal)),
  command({
    name: 'setup',
    options: { name: text('N'), email: text('E') },
    meaning:
      'make the first team, and hand over its keys until they are used, and a new link for the first owner',
    run: async ({ values }, terminal) => (await import('./setup.ts')).setup(values, terminal),
  }),
  command({
    name: 'team create',
    options: {
      name: needed('N'),
      email: needed('E'),
      'tax-id': text('C'),
      'time-zone': text('Z'),
      markup: text('P'),
      fee: text('A'),
      debits: text('D'),
      'late-fine': text('P'),
      'late-interest': text('P'),
      'rate-limit': text('N'),
      'search-limit': text('N'),
    },
    meaning: 'make a team with a live and a test key',
    run: async ({ values }, terminal) =>
      (await import('./team-commands.ts')).createTeamCommand(values, terminal),
  }),
  command({
    name: 'team set',
    options: { 'tax-id': text('C'), 'late-fine': text('P'), 'late-interest': text('P') },
    operand: 'TEAM_ID',
    meaning:
      'set the CPF or CNPJ a team pays boletos by, and what its clients pay for being late, in percent: ' +
      'a fine, and interest a month',
    run: async ({ values, operand }, terminal) =>
      (await import('./team-commands.ts')).setTeamCommand(values, operand, terminal),
  }),
  command({
    name: 'team show',
    options: {},
    operand: 'TEAM_ID',
    meaning: 'show the profile of a team',
    run: async ({ operand }, terminal) =>
      (await import('./profile-commands.ts')).showTeamCommand(operand, terminal),
  }),
  command({
    name: 'team update',
    options: PROFILE_OPTIONS,
    operand: 'TEAM_ID',
    meaning: 'change the profile of a team; an empty value takes one away',
    run: async ({ values, operand }, terminal) =>
      (await import('./profile-commands.ts')).updateTeamCommand(values, operand, terminal),
  }),
  bare('team list', 'list the teams', async (terminal) =>
    (await import('./team-commands.ts')).listTeamsCommand(terminal),
  ),
  command({
    name: 'key create',
    options: {
      team: needed('T'),
      mode: needed('live|test'),
      name: needed('N'),
      'read-only': flag,
      permissions: text('P,P'),
      expires: text('AT'),
    },
    meaning: 'make an API key',
    run: async ({ values }, terminal) =>
      (await import('./key-commands.ts')).createKeyCommand(values, terminal),
  }),
  command({
    name: 'key list',
    options: { team: needed('T') },
    meaning: 'list the keys of a team',
    run: async ({ values }, terminal) =>
      (await import('./key-commands.ts')).listKeysCommand(values.team, terminal),
  }),
  command({
    name: 'key revoke',
    options: {},
    operand: 'KEY_ID',
    meaning: 'revoke a key at once',
    run: async ({ operand }, terminal) =>
      (await import('./key-commands.ts')).revokeKeyCommand(operand, terminal),
  }),
  command({
    name: 'bank connect',
    options: { bank: needed('B'), settings: needed('FILE'), profile: text('P'), name: text('N') },
    meaning: "connect the operator's bank, which fills the wallets",
    run: async ({ values }, terminal) =>
      (await import('./bank-commands.ts')).connectBankCommand(values, terminal),
  }),
  command({
    name: 'bank list',
    options: {},
    meaning: 'list the banks that the service may call',
    run: async (_given, terminal) => (await import('./bank-commands.ts')).listBanksCommand(terminal),
  }),
  command({
    name: 'bank disconnect',
    options: { forget: flag },
    operand: 'BANK_ID',
    meaning: 'disconnect a bank, or forget its secrets at once',
    run: async ({ values, operand }, terminal) =>
      (await import('./bank-commands.ts')).disconnectBankCommand(operand, values.forget === true, terminal),
  }),
  command({
    name: 'payments review',
    options: { all: flag, accept: text('ID'), refuse: text('ID') },
    meaning: 'list held payments, accept one or refuse it',
    run: async ({ values }, terminal) =>
      (await import('./payment-commands.ts')).reviewPaymentsCommand(values, terminal),
  }),
  command({
    name: 'client erase',
    options: { team: needed('T'), mode: needed('live|test') },
    operand: 'CLIENT_ID',
    meaning: 'erase a person who asked for it, for good',
    run: async ({ values, operand }, terminal) =>
      (await import('./client-commands.ts')).eraseClientCommand(values, operand, terminal),
  }),
  command({
    name: 'audit',
    options: { team: text('T'), mode: text('live|test'), limit: text('N') },
    meaning: 'show who did what, and prove that nobody changed the log',
    run: async ({ values }, terminal) => (await import('./audit-command.ts')).auditCommand(values, terminal),
  }),
  command({
    name: 'work list',
    options: { dead: flag },
    meaning: 'list due work, or what failed for good',
    run: async ({ values }, terminal) =>
      (await import('./work-commands.ts')).listWorkCommand(values.dead === true, terminal),
  }),
  command({
    name: 'work retry',
    options: {},
    operand: 'ID|all',
    meaning: 'run dead work again',
    run: async ({ operand }, terminal) =>
      (await import('./work-commands.ts')).retryWorkCommand(operand, terminal),
  }),
  bare('migrate', 'bring the database to this version', async (terminal) =>
    (await import('./migrate-command.ts')).migrateCommand(terminal),
  ),
  command({
    name: 'backup',
    options: {},
    operand: 'FILE',
    meaning: 'write everything, the secret key included, to a file',
    run: async ({ operand }, terminal) => (await import('./backup.ts')).backup(operand, terminal),
  }),
  command({
    name: 'restore',
    options: {},
    operand: 'FILE',
    meaning: 'load a backup into an empty database',
    run: async ({ operand }, terminal) => (await import('./restore.ts')).restore(operand, terminal),
  }),
  bare('doctor', 'check the installation and say what to do', async (terminal) =>
    (await import('./doctor.ts')).doctor(terminal),
  ),
]
