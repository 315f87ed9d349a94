// Every command of the command line, in the order of help. Each is loaded on demand: a backup needs no web
// server, and help needs nothing.
import { about, bare, type Command, command, flag, needed, text } from './command.ts'
import { notUnderstood } from './failures.ts'

// The commands for integrators, which call a running service with a key; each is loaded on demand.

const WISHES = {
  events: text('A,B', [
    'only these types, with commas between them',
    'só estes tipos, separados por vírgulas',
  ]),
  after: text('N', [
    'begin after the event with this sequence, and not with what happens from now on',
    'começa depois do evento com esta sequência, e não com o que acontecer a partir de agora',
  ]),
  count: text('N', [
    'end after so many events, at least 1',
    'termina depois de tantos eventos, pelo menos 1',
  ]),
}

const sandbox = () => import('./remote/sandbox-commands.ts')

const REMOTE_COMMANDS: readonly Command[] = [
  command({
    name: 'login',
    options: {
      url: text('URL', [
        'where the service is; asked for if left out',
        'onde está o serviço; se faltar, será perguntado',
      ]),
      key: text('KEY', [
        'an API key; asked for, unseen, if left out',
        'uma chave de API; se faltar, será pedida sem aparecer na tela',
      ]),
    },
    meaning: [
      'remember a service and a key for the commands that call it: listen, trigger, pay and others',
      'guarda um serviço e uma chave para os comandos que o chamam: listen, trigger, pay e outros',
    ],
    run: async ({ values }, terminal) => (await import('./remote/login.ts')).login(values, terminal),
  }),
  bare(
    'logout',
    [
      'forget the key that login remembered on this machine',
      'esquece a chave que login guardou nesta máquina',
    ],
    async (terminal) => (await import('./remote/login.ts')).logout(terminal),
  ),
  command({
    name: 'listen',
    options: {
      'forward-to': needed('URL', [
        'your receiver, such as http://localhost:4000/hook',
        'o seu receptor, como http://localhost:4000/hook',
      ]),
      ...WISHES,
      secret: text('WHSEC', [
        'sign with this secret, and not with a new one',
        'assina com este segredo, e não com um novo',
      ]),
    },
    meaning: [
      'post each event to a local receiver, signed as a webhook is, and show what it answers',
      'envia cada evento a um receptor local, assinado como um webhook, e mostra a resposta',
    ],
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).listen(values, terminal),
  }),
  about(
    'trigger',
    'TYPE',
    ['emit a sample event, such as booking.ticketed', 'gera um evento de exemplo, como booking.ticketed'],
    async (operand, terminal) => (await sandbox()).triggerCommand(operand, terminal),
  ),
  command({
    name: 'events tail',
    options: WISHES,
    meaning: ['show events as they happen', 'mostra os eventos conforme acontecem'],
    run: async ({ values }, terminal) => (await import('./remote/listen.ts')).tailEvents(values, terminal),
  }),
  command({
    name: 'deliveries replay',
    options: {
      webhook: text('WEBHOOK_ID', [
        'whose deliveries; needed without a DELIVERY_ID',
        'o webhook das entregas; obrigatório sem ID_DA_ENTREGA',
      ]),
      since: text('AT', [
        'those of events from this moment on that failed or were skipped; needed without a DELIVERY_ID',
        'as entregas de eventos a partir deste momento que falharam ou foram puladas; obrigatório sem ID_DA_ENTREGA',
      ]),
      until: text('AT', ['and before this one', 'e antes deste']),
    },
    operand: '[DELIVERY_ID]',
    meaning: [
      'send a delivery again, or by --webhook and --since all that failed since a moment',
      'reenvia uma entrega ou, com --webhook e --since, todas as que falharam desde um momento',
    ],
    run: async ({ values, operand }, terminal) => (await sandbox()).replayCommand(values, operand, terminal),
  }),
  about(
    'clock advance',
    'BY',
    ['move the test clock: 3d, 12h, 30min or P1M', 'adianta o relógio de teste: 3d, 12h, 30min ou P1M'],
    async (operand, terminal) => (await sandbox()).advanceClockCommand(operand, terminal),
  ),
  command({
    name: 'pay',
    options: {
      amount: text('A', ['another amount than was asked for', 'um valor diferente do cobrado']),
      method: text('M', [
        'which charge of an invoice that has several: pix or boleto',
        'qual cobrança da fatura, se há várias: pix ou boleto',
      ]),
    },
    operand: 'ID',
    meaning: [
      'pay a recharge or an invoice at the simulated bank, as its payer would',
      'paga uma recarga ou fatura no banco simulado, como o pagador faria',
    ],
    run: async ({ values, operand }, terminal) => (await sandbox()).payCommand(values, operand, terminal),
  }),
  command({
    name: 'mcp',
    options: {
      write: flag([
        'tools that change something too, as far as the key may',
        'inclui ferramentas que alteram algo, até onde a chave permite',
      ]),
    },
    meaning: [
      'serve the tools for agents over stdin and stdout',
      'oferece as ferramentas para agentes de IA pela entrada e saída padrão',
    ],
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
    meaning: [
      'create a team with a live and a test key',
      'cria uma agência com uma chave de produção e uma de teste',
    ],
    run: async ({ values }, terminal) =>
      (await import('./team-commands.ts')).createTeamCommand(values, terminal),
  }),
  command({
    name: 'team set',
    options: { 'tax-id': text('C'), 'late-fine': text('P'), 'late-interest': text('P') },
    operand: 'TEAM_ID',
    meaning: [
      'set the CPF or CNPJ a team pays boletos by, and what its clients pay for being late, in percent: ' +
        'a fine, and interest a month',
      'define o CPF ou CNPJ com que a agência paga boletos e, em porcentagem, o que os clientes pagam por atraso: ' +
        'a multa e os juros de mora ao mês',
    ],
    run: async ({ values, operand }, terminal) =>
      (await import('./team-commands.ts')).setTeamCommand(values, operand, terminal),
  }),
  about(
    'team show',
    'TEAM_ID',
    ['show the profile of a team', 'mostra o perfil de uma agência'],
    async (operand, terminal) => (await import('./team-commands.ts')).showTeamCommand(operand, terminal),
  ),
  command({
    name: 'team update',
    options: PROFILE_OPTIONS,
    operand: 'TEAM_ID',
    meaning: [
      'change the profile of a team; an empty value removes one',
      'altera o perfil de uma agência; um valor vazio remove o atual',
    ],
    run: async ({ values, operand }, terminal) =>
      (await import('./team-commands.ts')).updateTeamCommand(values, operand, terminal),
  }),
  bare('team list', ['list the teams', 'lista as agências'], async (terminal) =>
    (await import('./team-commands.ts')).listTeamsCommand(terminal),
  ),
]

export const COMMANDS: readonly Command[] = [
  bare('start', ['start the service', 'inicia o serviço'], async (terminal) => {
    // Wrong settings are reported before the slow load of the service's code.
    const config = (await import('../boot/config.ts')).readConfig(terminal.settings())
    await (await import('./start.ts')).start(config, terminal)
  }),
  command({
    name: 'demo',
    options: {
      lang: text('en|pt'),
      year: flag([
        'create a sample agency with a year of trips, invoices and payments instead',
        'em vez disso, cria uma agência de exemplo com um ano de viagens, faturas e pagamentos',
      ]),
      months: text('N', ['with --year: less than its 12 months', 'com --year: menos que os 12 meses do ano']),
    },
    meaning: [
      'show what the running service does, from search to ticket and to a paid invoice, in test mode',
      'mostra o que o serviço faz, da busca ao bilhete e à fatura paga, no ambiente de teste',
    ],
    run: async ({ values }, terminal) => (await import('./demo/demo.ts')).demo(values, terminal),
  }),
  command({
    name: 'setup',
    options: { name: text('N'), email: text('E') },
    meaning: [
      'create the first team, and show its keys until they are used, and a new link for the first owner',
      'cria a primeira agência e mostra as chaves dela até serem usadas, e um novo link para o primeiro proprietário',
    ],
    run: async ({ values }, terminal) => (await import('./people-commands.ts')).setup(values, terminal),
  }),
  ...TEAM_COMMANDS,
  command({
    name: 'key create',
    options: {
      team: needed('T'),
      mode: needed('live|test'),
      name: needed('N'),
      'read-only': flag(),
      role: text('R'),
      permissions: text('P,P'),
      expires: text('AT'),
    },
    meaning: ['create an API key', 'cria uma chave de API'],
    run: async ({ values }, terminal) =>
      (await import('./key-commands.ts')).createKeyCommand(values, terminal),
  }),
  command({
    name: 'key list',
    options: { team: needed('T') },
    meaning: ['list the keys of a team', 'lista as chaves de uma agência'],
    run: async ({ values }, terminal) =>
      (await import('./key-commands.ts')).listKeysCommand(values.team, terminal),
  }),
  about(
    'key revoke',
    'KEY_ID',
    ['revoke a key at once', 'revoga uma chave na hora'],
    async (operand, terminal) => (await import('./key-commands.ts')).revokeKeyCommand(operand, terminal),
  ),
  command({
    name: 'people list',
    options: { team: text('T') },
    meaning: ['list the people, or those of a team', 'lista as pessoas, ou as de uma agência'],
    run: async ({ values }, terminal) =>
      (await import('./people-commands.ts')).listPeopleCommand(values.team, terminal),
  }),
  command({
    name: 'people invite',
    options: { team: needed('T'), email: needed('E'), role: needed('R') },
    meaning: [
      'invite a person to a team, and show the link',
      'convida uma pessoa para uma agência e mostra o link',
    ],
    run: async ({ values }, terminal) =>
      (await import('./people-commands.ts')).invitePersonCommand(values, terminal),
  }),
  about(
    'people reset',
    'EMAIL',
    ['show a link that sets a new password', 'mostra um link para definir uma nova senha'],
    async (operand, terminal) =>
      (await import('./people-commands.ts')).resetPasswordCommand(operand, terminal),
  ),
  command({
    name: 'operator add',
    options: {},
    operand: 'EMAIL',
    meaning: ['add an operator of the installation', 'adiciona um administrador da instalação'],
    run: async ({ operand }, terminal) =>
      (await import('./people-commands.ts')).setOperatorCommand(operand, true, terminal),
  }),
  command({
    name: 'operator remove',
    options: {},
    operand: 'EMAIL',
    meaning: ['remove an operator, at once', 'remove um administrador na hora'],
    run: async ({ operand }, terminal) =>
      (await import('./people-commands.ts')).setOperatorCommand(operand, false, terminal),
  }),
  command({
    name: 'bank connect',
    options: { bank: needed('B'), settings: needed('FILE'), profile: text('P'), name: text('N') },
    meaning: [
      "connect the operator's bank, which fills the wallets",
      'conecta o banco do administrador, que recebe as recargas das carteiras',
    ],
    run: async ({ values }, terminal) =>
      (await import('./bank-commands.ts')).connectBankCommand(values, terminal),
  }),
  command({
    name: 'bank list',
    options: {},
    meaning: ['list the banks that the service may call', 'lista os bancos que o serviço pode chamar'],
    run: async (_given, terminal) => (await import('./bank-commands.ts')).listBanksCommand(terminal),
  }),
  command({
    name: 'bank disconnect',
    options: { forget: flag() },
    operand: 'BANK_ID',
    meaning: [
      'disconnect a bank, or forget its secrets at once',
      'desconecta um banco ou apaga os segredos dele na hora',
    ],
    run: async ({ values, operand }, terminal) =>
      (await import('./bank-commands.ts')).disconnectBankCommand(operand, values.forget === true, terminal),
  }),
  command({
    name: 'payments review',
    options: { all: flag(), accept: text('ID'), refuse: text('ID') },
    meaning: [
      'list held payments, accept one or refuse it',
      'lista os pagamentos retidos; aceita ou recusa um deles',
    ],
    run: async ({ values }, terminal) =>
      (await import('./bank-commands.ts')).reviewPaymentsCommand(values, terminal),
  }),
  command({
    name: 'client erase',
    options: { team: needed('T'), mode: needed('live|test') },
    operand: 'CLIENT_ID',
    meaning: [
      'erase a person who asked for it, for good',
      'elimina os dados de uma pessoa que pediu, em definitivo',
    ],
    run: async ({ values, operand }, terminal) =>
      (await import('./maintenance-commands.ts')).eraseClientCommand(values, operand, terminal),
  }),
  command({
    name: 'audit',
    options: { team: text('T'), mode: text('live|test'), limit: text('N') },
    meaning: [
      'show who did what, and prove that the log is unchanged',
      'mostra quem fez o quê e prova que a auditoria não foi alterada',
    ],
    run: async ({ values }, terminal) =>
      (await import('./maintenance-commands.ts')).auditCommand(values, terminal),
  }),
  command({
    name: 'work list',
    options: { dead: flag() },
    meaning: [
      'list jobs, or those that failed for good',
      'lista as tarefas, ou as que falharam em definitivo',
    ],
    run: async ({ values }, terminal) =>
      (await import('./maintenance-commands.ts')).listJobsCommand(values.dead === true, terminal),
  }),
  about(
    'work retry',
    'ID|all',
    ['run jobs again that failed for good', 'roda de novo as tarefas que falharam em definitivo'],
    async (operand, terminal) =>
      (await import('./maintenance-commands.ts')).retryJobsCommand(operand, terminal),
  ),
  bare(
    'mails bounce',
    [
      'mark a mail as not delivered, by the report piped in',
      'marca um e-mail como não entregue, pelo relatório lido da entrada padrão',
    ],
    async (terminal) => (await import('./maintenance-commands.ts')).bounceCommand(terminal),
  ),
  bare(
    'migrate',
    ['bring the database to this version', 'traz o banco de dados para esta versão'],
    async (terminal) => (await import('./maintenance-commands.ts')).migrateCommand(terminal),
  ),
  command({
    name: 'backup',
    options: {
      encrypt: flag(),
      'passphrase-file': text('F', [
        'its first line; without it you are asked',
        'a primeira linha; sem a opção, a senha é perguntada',
      ]),
    },
    operand: 'FILE',
    meaning: [
      'write everything, the secret key included, to a file, encrypted if you wish',
      'grava tudo em um arquivo, inclusive a chave secreta, criptografado se você quiser',
    ],
    run: async ({ values, operand }, terminal) =>
      (await import('./backup/backup.ts')).backup(operand, values, terminal),
  }),
  command({
    name: 'restore',
    options: {
      'passphrase-file': text('F', [
        'of an encrypted backup; without it you are asked',
        'de uma cópia criptografada; sem a opção, a senha é perguntada',
      ]),
      from: text('DIR', [
        'an archive, in place of FILE; BACKUP_DIR unless given',
        'um arquivamento, no lugar de ARQUIVO; se faltar, BACKUP_DIR',
      ]),
      to: text('AT', [
        'the moment, such as 2026-11-16T12:00:00Z; else all that is there',
        'o momento, como 2026-11-16T12:00:00Z; se faltar, tudo o que existe',
      ]),
    },
    operand: '[FILE]',
    meaning: [
      'load a backup into an empty database, or an archive as it was at a moment',
      'carrega uma cópia em um banco de dados vazio, ou um arquivamento como estava em um momento',
    ],
    run: async ({ values: { from, to, 'passphrase-file': file }, operand }, terminal) => {
      if ((from ?? to) === undefined)
        return (await import('./backup/restore.ts')).restore(operand, file, terminal)
      if (operand !== '')
        notUnderstood('FILE', [
          'is left out with --from and --to, which are for an archive',
          'não combina com --from e --to, que são para um arquivamento',
        ])
      return (await import('./backup/restore-archive.ts')).restoreArchive({ from, to }, terminal)
    },
  }),
  bare(
    'doctor',
    ['check the installation and say what to do', 'verifica a instalação e diz o que fazer'],
    async (terminal) => (await import('./doctor.ts')).doctor(terminal),
  ),
  ...REMOTE_COMMANDS,
  about(
    'completion',
    'bash|zsh|fish',
    ['print what has a shell complete these commands', 'imprime o que faz um shell completar estes comandos'],
    async (operand, terminal) => (await import('./help.ts')).completion(operand, COMMANDS, terminal),
  ),
]
