// The readiness checks one by one: state, text and advice. There is no database: queries get prepared responses.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../app/boot/config.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { VERSION } from '../../kernel/process/project.ts'
import { checkInvoiceBank, type Examined, missingThings, numberOf, READINESS_CHECKS } from './readiness.ts'

const NOW = '2026-11-16T12:00:00.000Z'
const wall = fixedClock(new Date(NOW))
const DAY_MS = 86_400_000

interface Responses {
  lastBackup?: Date | null
  banks?: object[]
  versions?: object
}

/** A database that knows what the checks ask for. */
function database({ lastBackup = null, banks = [], versions }: Responses): Examined['client'] {
  const known = { postgres: '17.5', postgres_number: 170_005, schema: 38, ...versions }
  const responses: [asked: RegExp, rows: object[]][] = [
    [/last_backup_at/, [{ last_backup_at: lastBackup }]],
    [/payment_providers/, banks],
    [/server_version/, [known]],
    [/clock_timestamp/, [{ ms: wall.now().getTime() }]],
  ]
  return {
    async query({ text }) {
      const rows = responses.find(([asked]) => asked.test(text))?.[1] ?? assert.fail(text)
      return { rows, rowCount: rows.length }
    },
  }
}

function examined(settings: Record<string, string> = {}, responses: Responses = {}): Examined {
  return {
    config: readConfig({ DATABASE_URL: 'postgresql://x@127.0.0.1/x', ...settings }),
    client: database(responses),
    wall,
    machine: wall,
  }
}

async function found(name: string, settings: Record<string, string> = {}, responses: Responses = {}) {
  const check = READINESS_CHECKS.find((one) => one.name === name) ?? assert.fail(`no check ${name}`)
  return check.run(examined(settings, responses))
}

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://viagens.example',
  SECRET_KEY: 'ab'.repeat(32),
}
const PLAIN = { ...PRODUCTION, PUBLIC_URL: 'http://viagens.example' }
const MAIL = { SMTP_URL: 'smtps://eu:T0PS3CRET@mail.example', MAIL_FROM: 'Sol <avisos@viagens.example>' }
const DUFFEL = { ...PRODUCTION, SUPPLIERS: 'duffel', DUFFEL_TOKEN: 'duffel_live_T0PS3CRET' }
const WHATSAPP = { WHATSAPP_TOKEN: 'T0PS3CRET', WHATSAPP_PHONE_NUMBER_ID: '15550001' }
const bank = (simulated: boolean, provider = 'pix_bacen', is_default = true) => ({
  simulated,
  provider,
  is_default,
})
const daysAgo = (days: number) => new Date(wall.now().getTime() - days * DAY_MS)

type Row = [
  check: string,
  settings: Record<string, string>,
  responses: Responses,
  state: string,
  text: RegExp,
]
const ROWS: Row[] = [
  ['production', PRODUCTION, {}, 'ok', /for real customers/],
  ['production', {}, {}, 'missing', /is for development: no real money/],
  ['production', { NODE_ENV: 'test' }, {}, 'missing', /is for test: no real money/],
  ['public address', PRODUCTION, {}, 'ok', /at https:\/\/viagens\.example$/],
  ['public address', {}, {}, 'missing', /lead to this machine/],
  ['https', PRODUCTION, {}, 'ok', /is encrypted/],
  ['https', PLAIN, {}, 'missing', /others can read them/],
  ['https', {}, {}, 'missing', /others can read them/],
  ['mail', MAIL, {}, 'ok', /^mails are sent by Sol <avisos@viagens\.example>$/],
  ['mail', { SMTP_URL: MAIL.SMTP_URL }, {}, 'warning', /by Embarque <embarque@localhost>, which most/],
  ['mail', { ...MAIL, MAIL_FROM: 'eu@localhost' }, {}, 'warning', /by eu@localhost, which most/],
  ['mail', { ...MAIL, MAIL_FROM: 'eu@localhost.example' }, {}, 'ok', /eu@localhost\.example/],
  ['mail', { MAIL_FROM: MAIL.MAIL_FROM }, {}, 'missing', /no mail is sent/],
  ['whatsapp', WHATSAPP, {}, 'ok', /are notified of invoices by WhatsApp/],
  ['whatsapp', {}, {}, 'warning', /no message goes out by WhatsApp/],
  ['wallet bank', {}, {}, 'missing', /no bank of the operator is connected/],
  [
    'wallet bank',
    {},
    { banks: [bank(true)] },
    'missing',
    /connected outside production, and is not believed/,
  ],
  ['wallet bank', {}, { banks: [bank(false)] }, 'ok', /^1 bank of the operator's/],
  ['wallet bank', {}, { banks: [bank(true), bank(false), bank(false)] }, 'ok', /^2 banks of the operator's/],
  ['carrier', DUFFEL, {}, 'ok', /buy flights of duffel$/],
  ['carrier', {}, {}, 'missing', /find no real flights/],
  ['key copy', { SECRET_KEY: 'ab'.repeat(32) }, {}, 'ok', /SECRET_KEY was set by you/],
  ['key copy', {}, {}, 'missing', /on this machine alone/],
  ['key copy', {}, { lastBackup: daysAgo(300) }, 'ok', /the last backup holds it/],
  ['backups', {}, {}, 'warning', /no backup was made with "backup"/],
  ['backups', { DATABASE_URL: '' }, {}, 'missing', /no backup was ever made/],
  ['backups', {}, { lastBackup: daysAgo(0) }, 'ok', /within a day$/],
  ['backups', {}, { lastBackup: daysAgo(1) }, 'ok', / 1 day ago$/],
  ['backups', {}, { lastBackup: daysAgo(6.999) }, 'ok', / 6 days ago$/],
  ['backups', {}, { lastBackup: daysAgo(7) }, 'warning', / 7 days ago$/],
  ['backups', { DATABASE_URL: '' }, { lastBackup: daysAgo(400) }, 'warning', / 400 days ago$/],
  ['backups', { DATABASE_URL: '', BACKUP_DIR: '/mnt/away' }, {}, 'ok', /is archived to BACKUP_DIR/],
  ['clock', {}, {}, 'ok', /agree on the time/],
  ['versions', {}, {}, 'ok', /^Embarque \S+, Node \S+, PostgreSQL 17\.5, schema 38$/],
  ['versions', {}, { versions: { postgres: '14.0', postgres_number: 140_000 } }, 'ok', /PostgreSQL 14\.0/],
  [
    'versions',
    {},
    { versions: { postgres: '13.9', postgres_number: 130_009 } },
    'problem',
    /PostgreSQL 13\.9/,
  ],
]

ROWS.forEach(([name, settings, responses, state, text], row) => {
  test(`${row + 1}. ${name}: ${state}`, async () => {
    const finding = await found(name, settings, responses)
    assert.equal(finding.state, state, finding.text)
    assert.match(finding.text, text)
    assert.doesNotMatch(JSON.stringify(finding), /T0PS3CRET|abababab/, 'secrets stay secret')
    if (state === 'ok') assert.equal(finding.advice, undefined)
    else assert.match(finding.advice ?? '', /^[A-Z].*\.$/, 'a sentence that says what to do')
  })
})

test('every check has rows for ok, and all but the clock for another state', () => {
  for (const { name } of READINESS_CHECKS) {
    const states = new Set(ROWS.filter(([check]) => check === name).map(([, , , state]) => state))
    assert.ok(states.has('ok') && (states.size > 1 || name === 'clock'), name)
  }
})

test('the reported version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  assert.equal(VERSION, version)
  assert.ok((await found('versions')).text.startsWith(`Embarque ${version}, Node ${process.versions.node},`))
})

const OWNER = { teamId: 'team_x', mode: 'live' } as const
const INVOICE_BANKS: [name: string, banks: object[], environment: string, state: string][] = [
  ['none', [], 'production', 'missing'],
  ['a real one', [bank(false)], 'production', 'ok'],
  ['a real one that no invoice goes to', [bank(false, 'pix_bacen', false)], 'production', 'missing'],
  ['one that was connected outside production', [bank(true)], 'production', 'missing'],
  ['the sandbox alone', [bank(false, 'simulated')], 'development', 'missing'],
  ['a simulated one outside production', [bank(true)], 'development', 'missing'],
  ['the sandbox and a real one', [bank(false, 'simulated'), bank(false)], 'production', 'ok'],
]

for (const [name, banks, environment, state] of INVOICE_BANKS)
  test(`invoice bank: ${name}`, async () => {
    const settings = environment === 'production' ? PRODUCTION : {}
    const finding = await checkInvoiceBank(examined(settings, { banks }), OWNER)
    assert.equal(finding.state, state, finding.text)
    assert.equal(finding.advice === undefined, state === 'ok')
  })

test('a check that fails to run is reported as missing, beside the results of the others', async () => {
  const client = { query: async () => assert.fail('the database is gone') }
  const lines = await missingThings({ ...examined({ ...DUFFEL, ...MAIL }), client })
  const names = lines.map(({ name }) => name)
  assert.deepEqual(names, ['wallet bank', 'backups', 'clock', 'versions'])
  for (const { text } of lines) assert.equal(text, 'the database is gone')
})

test('a complete installation has nothing missing; warnings do not count', async () => {
  const banks = [bank(false)]
  assert.deepEqual(await missingThings(examined({ ...DUFFEL, ...MAIL }, { banks })), [])
  const old = { banks, versions: { postgres: '12', postgres_number: 120_000 } }
  const [lacking, ...others] = await missingThings(examined({ ...DUFFEL, ...MAIL }, old))
  assert.deepEqual([lacking?.name, others], ['versions', []])
  assert.match(lacking?.text ?? '', /PostgreSQL 12,/)
})

test('nouns are counted in singular and plural', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => numberOf(count, 'bank')),
    ['0 banks', '1 bank', '2 banks'],
  )
  assert.deepEqual(
    [numberOf(1, 'entry', 'entries'), numberOf(3, 'entry', 'entries')],
    ['1 entry', '3 entries'],
  )
})
