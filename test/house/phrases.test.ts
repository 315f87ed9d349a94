// Nothing that the service says to people is left in English for readers of Portuguese.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERROR_TYPES, ERRORS } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { PAYMENT_METHODS } from '../../contract/payment-methods.ts'
import { BANK_NAMES, SIMULATED } from '../../contract/payment-providers.ts'
import { REASONS } from '../../contract/phrases/advice.ts'
import { CHECK_PHRASES } from '../../contract/phrases/checks.ts'
import { DESCRIPTIONS } from '../../contract/phrases/descriptions.ts'
import { disputeReason } from '../../contract/phrases/dispute-reasons.ts'
import { ISSUES, issueFor } from '../../contract/phrases/issues.ts'
import { translator } from '../../contract/phrases/phrase.ts'
import { SAID_BY_OTHERS, saidInPortuguese } from '../../contract/phrases/said-by-others.ts'
import { actionWords } from '../../panel/words/actions.ts'
import { JOB_HANDLERS } from '../../server/app/worker/job-types.ts'
import { READINESS_CHECKS } from '../../server/features/readiness/readiness.ts'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'

const server = [...projectFiles('server')].filter(([path]) => path.endsWith('.ts') && !isTestCode(path))

test('every error has a type, a sentence in both languages and an anchor of its own', () => {
  const page = projectFile('docs/errors.md')
  for (const [code, entry] of Object.entries(ERRORS)) {
    assert.ok(ERROR_TYPES.includes(entry.type), code)
    for (const text of [entry.en, entry.pt]) assert.match(text, /^[A-ZÀ-Ú].*[.]$/u, code)
    assert.notEqual(entry.en, entry.pt, code)
    assert.doesNotMatch(entry.pt, /\b(?:the|not|this|your|with|PIX)\b|GET |POST |PATCH /, code)
    assert.ok(page.includes(`| \`${code}\` |`), code)
  }
})

/** Words that only settings, commands and faults of our own say: never to a person at a screen. */
const OTHERS =
  /^server\/(?:kernel\/(?!values\/input)|app\/(?:boot|checks|cli|docs|http\/settings)|adapters\/(?!banks)|render)|settings\.ts$/
const PREDICATE =
  /(['"`])((?:must|is|are|has|cannot|may|lacks|needs|comes|does not|was) (?:(?!\1)[^\n])*)\1(?! \+)/g
/** Parts of sentences, which are in the table as wholes, and what only the command line says. */
const NO_ISSUES = [
  /^is not$|^was due on|^must be that of |^needs a client with |^is due until /,
  /\$\{/,
  /^must have at (?:least|most) X$|^must fit X|^cannot be changed: X/,
]

test('what is wrong with a field is said in Portuguese too', () => {
  const translate = translator(ISSUES)
  const untranslated = server
    .filter(([path]) => !OTHERS.test(path) || /banks\/(?:pix|asaas)\/.*settings/.test(path))
    .flatMap(([path, code]) =>
      [...code.matchAll(PREDICATE)].map(([, , issue = '']) => [path, issue.replaceAll(/\$\{[^}]*\}+/g, 'X')]),
    )
    .filter(([, issue = '']) => !NO_ISSUES.some((part) => part.test(issue)) && translate(issue) === undefined)
  assert.deepEqual(untranslated, [])
})

test('every description of a line of the wallet is in Portuguese too', () => {
  const translate = translator(DESCRIPTIONS)
  const described = server
    .filter(([path]) => /^server\/features\/(?:wallet|bookings)\//.test(path))
    .flatMap(([, code]) => [
      ...code.matchAll(/(?:description|pix|boleto): (['`])([A-Z](?:(?!\1).)* (?:(?!\1).)*)\1/g),
    ])
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}+/g, 'X'))
    // What the payer's bank shows is Portuguese already.
    .filter((text) => !text.startsWith('Recarga'))
  assert.ok(described.length >= 6)
  assert.deepEqual(
    described.filter((text) => translate(text) === undefined),
    [],
  )
})

/** Names of checks, and parts of texts. */
const NO_CHECK_TEXTS = new Set([
  ...READINESS_CHECKS.map(({ name }) => name),
  'invoice bank',
  'ahead of',
  'this machine',
  'within a day',
  '7 Where the database is backed up another way, keep SECRET_KEY with those backups.',
  '7: 7',
])

test('what the go-live check finds and advises is in Portuguese too', () => {
  const translate = translator(CHECK_PHRASES)
  const code = projectFile('server/features/readiness/readiness.ts')
    .replaceAll(/' \+\n\s+'/g, '')
    .replaceAll(/\$\{numberOf\([^,]*, '(\w+)'\)\}/g, '7 $1s')
  // Sentences within quotes that begin a line, a call or a choice.
  const texts = [
    ...code.matchAll(/(?:\(|\n\s+|\? |: |= )(['`])((?:(?!\1)[^\n])* (?:(?!\1)[^\n])*)\1(?=[,);\n ])/g),
  ]
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}+/g, '7'))
    .filter((text) => !text.startsWith('select ') && !NO_CHECK_TEXTS.has(text))
  assert.ok(texts.length > 30, `${texts.length}`)
  assert.deepEqual(
    texts.filter((text) => translate(text) === undefined),
    [],
  )
})

/** Mistakes of our own, for the log alone. */
const FOR_OPERATORS = /^not whole seconds|^the secret is empty$/

/** They record nothing in the audit log. */
const UNRECORDED = [
  /^flights\.search$|^pricing\.preview$|^tripItems\.readSegments$|^messageReceipts\./,
  /^invitations\.(?:show|identify)$/,
  /^sessions\.(?:proofOptions|secondFactorOptions|passkeyOptions)$/,
]

for (const [language, { jobs, actions }] of Object.entries(actionWords))
  test(`every job and every operation that may be audited has a name: ${language}`, () => {
    assert.deepEqual(
      [...JOB_HANDLERS.keys()].filter((type) => jobs[type] === undefined),
      [],
    )
    const audited = Object.entries<Operation>(OPERATIONS)
      .filter(([, { method }]) => method !== 'GET')
      .map(([id]) => id)
      .filter((id) => !UNRECORDED.some((one) => one.test(id)))
    assert.deepEqual(
      audited.filter((id) => actions[id] === undefined),
      [],
    )
  })

test('reasons of banks and webhooks are in Portuguese too', () => {
  const code = server
    .filter(([path]) => /^server\/adapters\/(?:banks|webhooks)\//.test(path))
    .flatMap(([, text]) => [
      ...text.matchAll(/(?:reason: |rejected\(|: )(['`])((?:the|its|more) (?:(?!\1).)*)\1/g),
    ])
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}+/g, 'X'))
  assert.ok(code.length > 20)
  assert.deepEqual(
    code.filter((text) => saidInPortuguese(text) === text),
    [],
  )
  assert.equal(
    saidInPortuguese('the bank was not reached: the connection was refused'),
    'não foi possível acessar o banco: a conexão foi recusada',
  )
  assert.equal(
    saidInPortuguese('timed out; this does not count towards switching the webhook off'),
    'o tempo de espera terminou; isto não conta para desativar o webhook',
  )
  assert.equal(saidInPortuguese('550 mailbox full'), '550 mailbox full')
})

test('what banks refuse is in Portuguese too, wherever its text stands', () => {
  const texts = server
    .filter(([path]) => /^server\/adapters\/(?:banks|webhooks)\//.test(path))
    .map(([, code]) => code.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ''))
    .flatMap((code) => [...code.matchAll(/(['`])((?:the|its|more|not|this|a) (?:(?!\1)[^\n])*)\1/g)])
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}+/g, 'X'))
  assert.ok(texts.length > 60, `${texts.length}`)
  assert.deepEqual(
    texts.filter((text) => !FOR_OPERATORS.test(text) && saidInPortuguese(text) === text),
    [],
  )
})

test('names of fields and choices are not left in sentences', () => {
  assert.equal(issueFor('pt-BR', 'must not be before today'), 'A data não pode ser anterior a hoje.')
  for (const method of PAYMENT_METHODS) {
    const address = 'POST /api/v1/payment-providers'
    const missing = `no connected payment provider takes ${method}; it is made by itself when one is connected with ${address}`
    for (const issue of [missing, `a charge by ${method} asks for 99999999.99 at most`])
      assert.doesNotMatch(issueFor('pt-BR', issue), /_|\bcard\b|\bpix\b|não é aceito/, issue)
  }
  for (const bank of BANK_NAMES.filter((name) => name !== SIMULATED))
    assert.doesNotMatch(issueFor('pt-BR', `is required for ${bank}`), new RegExp(bank), bank)
})

test('a dispute has a reason in words; a code that is not known has a neutral sentence', () => {
  for (const language of ['pt-BR', 'en'] as const) {
    const known = disputeReason('COMMERCIAL_DISAGREEMENT', language)
    const other = disputeReason('SOME_NEW_REASON', language)
    assert.notEqual(known, other)
    for (const text of [known, other]) assert.doesNotMatch(text, /_|[A-Z]{3}/)
  }
  assert.notEqual(disputeReason('FRAUD', 'pt-BR'), disputeReason('FRAUD', 'en'))
})

test('what varies is the same in both languages, or left out', () => {
  const names = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
  for (const [english, ...others] of [
    ...ISSUES,
    ...REASONS,
    ...DESCRIPTIONS,
    ...SAID_BY_OTHERS,
    ...CHECK_PHRASES,
  ])
    for (const name of others.flatMap(names)) assert.ok(names(english).includes(name), english)
})

test('dates and amounts of issues are written as in Brazil, examples as the API reads them', () => {
  const said = (issue: string) => issueFor('pt-BR', issue)
  assert.equal(said('is 1234.50 BRL more than was due'), 'O valor é R$ 1.234,50 maior do que o devido.')
  assert.equal(said('must be 2026-11-18 or later in São Paulo'), 'A data deve ser 18/11/2026 ou posterior.')
  assert.equal(
    said('the wallet has 0.00 BRL and confirming takes 761.22 BRL: recharge it before payment_required_by'),
    'A carteira tem R$ 0,00 e a emissão custa R$ 761,22: faça uma recarga antes do prazo de emissão.',
  )
  assert.equal(
    said("must be the offer's total_amount, 1304.46 BRL"),
    'O valor deve ser o total da oferta: R$ 1.304,46.',
  )
  assert.match(said('is before the last flight (2027-02-15)'), /15\/02\/2027/)
  assert.equal(said('must be a date such as 2026-11-18'), 'Informe uma data como 2026-11-18.')
})

test('every exact reason is one that the code gives', () => {
  const code = server.map(([, text]) => text).join('\n')
  for (const [advice] of REASONS) {
    const [beginning = ''] = advice.split('{').filter((part) => part.length > 3)
    assert.ok(code.includes(beginning.split('}').at(-1)?.slice(0, 40).trim() ?? ''), advice)
  }
})
