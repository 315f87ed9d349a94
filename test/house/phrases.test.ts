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
import {
  eitherOf,
  foreignIssue,
  ISSUES,
  issueWith,
  phraseOf,
  sentenceFor,
  storedIssue,
} from '../../contract/phrases/issues.ts'
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
  assert.equal(phraseOf('must not be before today')[1], 'A data não pode ser anterior a hoje.')
  for (const method of PAYMENT_METHODS) {
    const missing = issueWith(
      'no connected payment provider takes {method}; it is made by itself when one is connected with POST /api/v1/payment-providers',
      { method },
    )
    const most = issueWith('a charge by {method} asks for {amount} at most', {
      method,
      amount: '99999999.99',
    })
    for (const [, text] of [missing, most]) assert.doesNotMatch(text, /_|\bcard\b|\bpix\b/)
  }
  for (const bank of BANK_NAMES.filter((name) => name !== SIMULATED))
    assert.doesNotMatch(issueWith('is required for {bank}', { bank })[1], new RegExp(bank), bank)
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
    ...Object.entries(ISSUES),
    ...Object.entries(REASONS).map(([english, texts]) => [english, ...texts] as const),
    ...DESCRIPTIONS,
    ...SAID_BY_OTHERS,
    ...CHECK_PHRASES,
  ])
    for (const name of others.flatMap(names)) assert.ok(names(english).includes(name), english)
})

test('dates and amounts of issues are written as in Brazil, examples as the API reads them', () => {
  const amount = '1234.50'
  const [english, portuguese] = issueWith('is {amount} BRL more than was due', { amount })
  assert.equal(english, 'is 1234.50 BRL more than was due')
  assert.equal(portuguese, 'O valor é R$ 1.234,50 maior do que o devido.')
  assert.equal(
    issueWith('must be {today} or later in {city}', { today: '2026-11-18', city: 'São Paulo' })[1],
    'A data deve ser 18/11/2026 ou posterior.',
  )
  assert.equal(
    issueWith("must be the offer's total_amount, {total}", { total: '1304.46 BRL' })[1],
    'O valor deve ser o total da oferta: R$ 1.304,46.',
  )
  assert.equal(phraseOf('must be a date such as 2026-11-15')[1], 'Informe uma data como 2026-11-15.')
})

test('no text of a failure is one that the code does not give', () => {
  const code = server.map(([, text]) => text).join('\n')
  const unused = [...Object.keys(ISSUES), ...Object.keys(REASONS)].filter((text) => !code.includes(text))
  assert.deepEqual(unused, [])
})

test('a field with several forms names each; a text of others is not repeated in Portuguese', () => {
  const either = eitherOf([issueWith('must be one of {list}', { list: 'a, b' }), 'must be null'])
  assert.deepEqual(either, [
    'must be one of a, b or must be null',
    'Use um destes valores: a, b. Ou: Deixe este campo vazio.',
  ])
  assert.equal(sentenceFor('en', either), 'This field must be one of a, b or must be null.')
  assert.deepEqual(foreignIssue('the airline says no'), ['the airline says no', 'Este valor não é aceito.'])
  assert.deepEqual(foreignIssue('timed out'), ['timed out', 'O tempo de espera terminou.'])
})

test('the warnings that a booking keeps have their Portuguese again', () => {
  for (const [english, portuguese] of [
    ['has wrong check digits; it was stored as sent', /^Os dígitos verificadores não conferem/],
    ['is not needed on a domestic flight and was left out', /^Este documento não é necessário/],
    ['is before the last flight arrives (2027-02-15)', /antes da chegada do último voo \(15\/02\/2027\)\.$/],
  ] as const)
    assert.match(storedIssue(english)[1], portuguese)
})
