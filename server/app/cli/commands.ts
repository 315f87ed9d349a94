// Every command of the command line, in the order of help. Each is loaded on demand: a backup needs no web
// server, and help needs nothing.
import { about, bare, type Command, command, flag, needed, text } from './command.ts'
import { notUnderstood } from './failures.ts'

// The commands for integrators, which call a running service with a key; each is loaded on demand.

const WISHES = {
  events: text('A,B', 'only these types, with commas between them'),
  after: text('N', 'begin after the event with this sequence, and not with what happens from now on'),
  count: text('N', 'end after so many events, at least 1'),
}

const sandbox = () => import('./remote/sandbox-commands.ts')

const REMOTE_COMMANDS: readonly Command[] = [
  command({
    name: 'login',
    options: {
      url: text('URL', 'where the service is; asked for if left out'),
      key: text('KEY', 'an API key; asked for, unseen, if left out'),
    },
    meaning: 'remember a service and a key for the commands that call it: listen, trigger, pay and others',
    run: async ({ values }, terminal) => (await import('./remote/login.ts')).login(values, terminal),
  }),
  bare('logout', 'forget the key that login remembered on this machine', async (terminal) =>
    (await import('./remote/login.ts')).logout(terminal),
  ),
  command({
    name: 'listen',
    options: {
      'forward-to': needed('URL', 'your receiver, such as http://localhost:4000/hook'),
      ...WISHES,
      secret: text('WHSEC', 'sign with this secret, and not with a new one'),
    },
    meaning: 'post each event to a local receiver, signed as a webhook is, and show what it answers',
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).listen(values, terminal),
  }),
  about('trigger', 'TYPE', 'emit a sample event, such as booking.ticketed', async (operand, terminal) =>
    (await sandbox()).triggerCommand(operand, terminal),
  ),
  command({
    name: 'events tail',
    options: WISHES,
    meaning: 'show events as they happen',
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).tailEvents(values, terminal),
  }),
  command({
    name: 'deliveries replay',
    options: {
      webhook: text('WEBHOOK_ID', 'whose deliveries; needed without a DELIVERY_ID'),
      since: text(
        'AT',
        'those of events from this moment on that failed or were skipped; needed without a DELIVERY_ID',
      ),
      until: text('AT', 'and before this one'),
    },
    operand: '[DELIVERY_ID]',
    meaning: 'send a delivery again, or by --webhook and --since all that failed since a moment',
    run: async ({ values, operand }, terminal) => (await sandbox()).replayCommand(values, operand, terminal),
  }),
  about('clock advance', 'BY', 'move the test clock: 3d, 12h, 30min or P1M', async (operand, terminal) =>
    (await sandbox()).advanceClockCommand(operand, terminal),
  ),
  command({
    name: 'pay',
    options: {
      amount: text('A', 'another amount than was asked for'),
      method: text('M', 'which charge of an invoice that has several: pix or boleto'),
    },
    operand: 'ID',
    meaning: 'pay a recharge or an invoice at the simulated bank, as its payer would',
    run: async ({ values, operand }, terminal) => (await sandbox()).payCommand(values, operand, terminal),
  }),
  command({
    name: 'mcp',
    options: { write: { ...flag, about: 'tools that change something too, as far as the key may' } },
    meaning: 'serve the tools for agents over stdin and stdout',
    run: async ({ values }, terminal) =>
      (await import('./remote/mcp.ts')).bridgeMcp(values.write === true, terminal),
  }),
]

// The commands about teams, each loaded on demand.

/** The options of `team update`: one for each field of an agency's profile. */
const PROFILE_OPTIONS = {
  name: text('N'),
  'legal-name': text('N'),
  'tax-id': text('C'),
  email: text('E'),
  'reply-to': text('E'),
  phone: text('P'),
  whatsapp: text('P'),
  website: text('U'),
  street: text('S'),
  number: text('N'),
  complement: text('C'),
  district: text('D'),
  city: text('C'),
  state: text('UF'),
  'postal-code': text('CEP'),
  colour: text('#RRGGBB'),
  logo: text('FILE'),
  'time-zone': text('Z'),
  language: text('pt-BR|en'),
  'late-fine': text('P'),
  'late-interest': text('P'),
  footer: text('T'),
  'payment-instructions': text('T'),
  mails: text('NAME=on,NAME=off'),
  suppliers: text('S,S'),
  'without-airlines': text('XX,XX'),
} as const

export type ProfileValues = Partial<Record<keyof typeof PROFILE_OPTIONS, string>>

const TEAM_COMMANDS: readonly Command[] = [
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
    meaning: 'create a team with a live and a test key',
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
  about('team show', 'TEAM_ID', 'show the profile of a team', async (operand, terminal) =>
    (await import('./team-commands.ts')).showTeamCommand(operand, terminal),
  ),
  command({
    name: 'team update',
    options: PROFILE_OPTIONS,
    operand: 'TEAM_ID',
    meaning: 'change the profile of a team; an empty value removes one',
    run: async ({ values, operand }, terminal) =>
      (await import('./team-commands.ts')).updateTeamCommand(values, operand, terminal),
  }),
  bare('team list', 'list the teams', async (terminal) =>
    (await import('./team-commands.ts')).listTeamsCommand(terminal),
  ),
]

export const COMMANDS: readonly Command[] = [
  bare('start', 'start the service', async (terminal) => {
    // Wrong settings are reported before the slow load of the service's code.
    const config = (await import('../boot/config.ts')).readConfig(terminal.settings())
    await (await import('./start.ts')).start(config, terminal)
  }),
  command({
    name: 'demo',
    options: {
      lang: text('en|pt'),
      year: { ...flag, about: 'make a sample agency with a year of trips, invoices and payments instead' },
      months: text('N', 'with --year: less than its 12 months'),
    },
    meaning: 'show what the running service does, from search to ticket and to a paid invoice, in test mode',
    run: async ({ values }, terminal) => (await import('./demo/demo.ts')).demo(values, terminal),
  }),
  command({
    name: 'setup',
    options: { name: text('N'), email: text('E') },
    meaning:
      'create the first team, and show its keys until they are used, and a new link for the first owner',
    run: async ({ values }, terminal) => (await import('./people-commands.ts')).setup(values, terminal),
  }),
  ...TEAM_COMMANDS,
  command({
    name: 'key create',
    options: {
      team: needed('T'),
      mode: needed('live|test'),
      name: needed('N'),
      'read-only': flag,
      role: text('R'),
      permissions: text('P,P'),
      expires: text('AT'),
    },
    meaning: 'create an API key',
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
  about('key revoke', 'KEY_ID', 'revoke a key at once', async (operand, terminal) =>
    (await import('./key-commands.ts')).revokeKeyCommand(operand, terminal),
  ),
  command({
    name: 'people list',
    options: { team: text('T') },
    meaning: 'list the people, or those of a team',
    run: async ({ values }, terminal) =>
      (await import('./people-commands.ts')).listPeopleCommand(values.team, terminal),
  }),
  command({
    name: 'people invite',
    options: { team: needed('T'), email: needed('E'), role: needed('R') },
    meaning: 'invite a person to a team, and show the link',
    run: async ({ values }, terminal) =>
      (await import('./people-commands.ts')).invitePersonCommand(values, terminal),
  }),
  about('people reset', 'EMAIL', 'show a link that sets a new password', async (operand, terminal) =>
    (await import('./people-commands.ts')).resetPasswordCommand(operand, terminal),
  ),
  command({
    name: 'operator add',
    options: {},
    operand: 'EMAIL',
    meaning: 'add an operator of the installation',
    run: async ({ operand }, terminal) =>
      (await import('./people-commands.ts')).setOperatorCommand(operand, true, terminal),
  }),
  command({
    name: 'operator remove',
    options: {},
    operand: 'EMAIL',
    meaning: 'remove an operator, at once',
    run: async ({ operand }, terminal) =>
      (await import('./people-commands.ts')).setOperatorCommand(operand, false, terminal),
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
      (await import('./bank-commands.ts')).reviewPaymentsCommand(values, terminal),
  }),
  command({
    name: 'client erase',
    options: { team: needed('T'), mode: needed('live|test') },
    operand: 'CLIENT_ID',
    meaning: 'erase a person who asked for it, for good',
    run: async ({ values, operand }, terminal) =>
      (await import('./maintenance-commands.ts')).eraseClientCommand(values, operand, terminal),
  }),
  command({
    name: 'audit',
    options: { team: text('T'), mode: text('live|test'), limit: text('N') },
    meaning: 'show who did what, and prove that the log is unchanged',
    run: async ({ values }, terminal) =>
      (await import('./maintenance-commands.ts')).auditCommand(values, terminal),
  }),
  command({
    name: 'work list',
    options: { dead: flag },
    meaning: 'list jobs, or those that failed for good',
    run: async ({ values }, terminal) =>
      (await import('./maintenance-commands.ts')).listJobsCommand(values.dead === true, terminal),
  }),
  about('work retry', 'ID|all', 'run jobs again that failed for good', async (operand, terminal) =>
    (await import('./maintenance-commands.ts')).retryJobsCommand(operand, terminal),
  ),
  bare('mails bounce', 'mark a mail as not delivered, by the report piped in', async (terminal) =>
    (await import('./maintenance-commands.ts')).bounceCommand(terminal),
  ),
  bare('migrate', 'bring the database to this version', async (terminal) =>
    (await import('./maintenance-commands.ts')).migrateCommand(terminal),
  ),
  command({
    name: 'backup',
    options: { encrypt: flag, 'passphrase-file': text('F', 'its first line; without it you are asked') },
    operand: 'FILE',
    meaning: 'write everything, the secret key included, to a file, encrypted if you wish',
    run: async ({ values, operand }, terminal) =>
      (await import('./backup/backup.ts')).backup(operand, values, terminal),
  }),
  command({
    name: 'restore',
    options: {
      'passphrase-file': text('F', 'of an encrypted backup; without it you are asked'),
      from: text('DIR', 'an archive, in place of FILE; BACKUP_DIR unless given'),
      to: text('AT', 'the moment, such as 2026-11-16T12:00:00Z; else all that is there'),
    },
    operand: '[FILE]',
    meaning: 'load a backup into an empty database, or an archive as it was at a moment',
    run: async ({ values: { from, to, 'passphrase-file': file }, operand }, terminal) => {
      if ((from ?? to) === undefined)
        return (await import('./backup/restore.ts')).restore(operand, file, terminal)
      if (operand !== '') notUnderstood('FILE', 'is left out with --from and --to, which are for an archive')
      return (await import('./backup/restore-archive.ts')).restoreArchive({ from, to }, terminal)
    },
  }),
  bare('doctor', 'check the installation and say what to do', async (terminal) =>
    (await import('./doctor.ts')).doctor(terminal),
  ),
  ...REMOTE_COMMANDS,
  about(
    'completion',
    'bash|zsh|fish',
    'print what has a shell complete these commands',
    async (operand, terminal) => (await import('./help.ts')).completion(operand, COMMANDS, terminal),
  ),
]
