// The row types of SQL are what PostgreSQL returns: the same columns, types and nulls.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { makeClient, STATEMENTS_MAX } from '../../server/kernel/db/db.ts'
import { FLUSHES_MAX } from '../../server/kernel/outbox/flush.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { makeDatabase, type TestDatabase } from '../support/database.ts'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'
import {
  type Around,
  type Catalogue,
  callsIn,
  compile,
  databaseType,
  describe,
  loadSites,
  readCatalogue,
  rowTypeOf,
  type Site,
  TYPES,
  writeAround,
} from './sql-types.ts'

const STATEMENT = 'statement|namedStatement'
/** Statements of callers, and one whose text depends on what a transaction wrote and whose columns are counts. */
const WRITTEN_LATER = ['server/kernel/db/db.ts', 'server/kernel/outbox/flush.ts']
const FIT = 'sql-fit.ts'
const PLANTED = 'server/planted.ts'

let database: TestDatabase
let client: pg.Client
let catalogue: Catalogue

before(async () => {
  database = await makeDatabase()
  client = makeClient({ connectionString: database.url })
  await client.connect()
  catalogue = await readCatalogue(client)
})

after(async () => {
  await client.end()
  await database.drop()
})

const sources = [...projectFiles('contract', 'server')].filter(
  ([path]) => path.endsWith('.ts') && !isTestCode(path),
)
const paths = sources.flatMap(([path, text]) => (callsIn(text, STATEMENT).length > 0 ? [path] : []))

test('the driver makes of each type what its entry says', async () => {
  for (const [type, [typescript, sample]] of Object.entries(TYPES)) {
    const { rows } = await client.query('select $1::text::%s as value'.replace('%s', type), [sample])
    assert.equal(typescriptOf(rows[0].value), typescript === 'Json' ? 'object' : typescript, type)
  }
})

function typescriptOf(value: unknown): string {
  if (Array.isArray(value)) return `${typescriptOf(value[0])}[]`
  if (Buffer.isBuffer(value)) return 'Buffer'
  return value instanceof Date ? 'Date' : typeof value
}

/** Filters are put into the text for each request; and the functions that run the checked ones. */
const UNCHECKED = ['server/features/audit/store.ts', 'server/features/search/store.ts', 'server/kernel/db/']

test('a row type stands on a statement or a table, where it is checked, and not on a query', () => {
  const trusting = sources.filter(
    ([path, text]) => /\.query<|\.rows as /.test(text) && !UNCHECKED.some((place) => path.startsWith(place)),
  )
  assert.deepEqual(
    trusting.map(([path]) => path),
    [],
  )
})

test('every row type has the columns, types and nulls that PostgreSQL returns', async () => {
  const planted = plant()
  const sites = [...(await loadSites(paths)), ...planted.sites]
  const missed = sources.flatMap(([path, text]) =>
    WRITTEN_LATER.includes(path)
      ? []
      : callsIn(text, STATEMENT)
          .filter(({ line, column }) => !sites.some((site) => isAt(site, { path, line, column })))
          .map(({ line }) => `${path}:${line}`),
  )
  assert.deepEqual(missed, [], 'statements are created when their module is loaded')
  const possible = sites.length + FLUSHES_MAX
  assert.ok(possible < STATEMENTS_MAX / 2, `${possible} statements come too close to ${STATEMENTS_MAX}`)

  const folder = temporaryFolder()
  const fit = `import('${folder}/${FIT}')`
  const all = new Map(sources).set(PLANTED, planted.text)
  const changed = new Map<string, Around[]>()
  const note = (path: string, around: Around) => changed.set(path, [...(changed.get(path) ?? []), around])
  for (const { path, line, column, text } of sites) {
    const fields = await describe(client, text).catch((error) => assert.fail(`${path}:${line}: ${error}`))
    const row = rowTypeOf(text, fields, catalogue)
    const isTyped = callsIn(all.get(path) as string, STATEMENT).some(
      (call) => call.isTyped && call.line === line && call.column === column,
    )
    const found = row.replace(/\b(Json|PerhapsNull)\b/g, `${fit}.$1`)
    if (isTyped) note(path, { line, column, before: `${fit}.Checked<`, after: `, ${found}>` })
  }
  for (const [path, text] of all) {
    for (const call of callsIn(text, 'buildFor'))
      if (call.isTyped) note(path, { ...call, before: `${fit}.CheckedTables<`, after: `, ${fit}.Database>` })
  }
  const copy = new Map([...all].map(([path, text]) => [path, writeAround(text, changed.get(path) ?? [])]))
  copy.set(FIT, projectFile(`test/house/${FIT}`) + databaseType(catalogue))
  const reported = await compile(folder, copy, new Set(changed.keys()))
  const isPlanted = (report: string) => report.startsWith(PLANTED)
  assert.equal(reported.filter((report) => !isPlanted(report)).join('\n'), '')
  const ofPlanted = reported.filter(isPlanted)
  assert.deepEqual(
    ofPlanted.map((report) => report.slice(0, report.indexOf(','))),
    planted.wrong.map((line) => `${PLANTED}(${line}`),
  )
  const problems = ofPlanted.join('\n')
  for (const problem of ['not a column', 'not in the row type', 'can be null', 'is never null'])
    assert.ok(problems.includes(problem), problem)
})

function isAt(site: Omit<Site, 'text'>, other: Omit<Site, 'text'>): boolean {
  return site.path === other.path && site.line === other.line && site.column === other.column
}

/** A file with row types that are right, and some that are wrong; `wrong` are their lines. */
function plant(): { text: string; sites: Site[]; wrong: number[] } {
  const text = `import { buildFor, namedStatement, statement } from './kernel/db/db.ts'
export const right = [
  statement<{ id: string; deleted_at: Date | null }>('select id, deleted_at from webhooks'),
  statement<{ id: string; deleted_at: Date }>('select id, deleted_at from webhooks where deleted_at < $1'),
  statement<{ mode: 'live' | 'test'; items: { a: string }[] }>('select mode, items from invoices'),
  statement<{ n: bigint; most: bigint | null }>('select count(*) as n, max(lines) as most from wallets'),
  statement<{ id: string; tag: string | null }>('select c.id, t.tag from clients c left join tags t on true'),
  statement('select id from webhooks'),
  namedStatement<{ id: string }, { id: string }>('select id from webhooks where id = $1'),
  buildFor<{ webhooks: { id: string; deleted_at: Date | null } }>(),
]
export const wrong = [
  statement<{ id: string; deleted_at: Date }>('select id, deleted_at from webhooks'),
  statement<{ id: string | null }>('select id from webhooks'),
  statement<{ id: string; url: string }>('select id from webhooks'),
  statement<{ id: string }>('select id, url from webhooks'),
  statement<{ id?: string }>('select id from webhooks'),
  statement<{ id: string | number }>('select id from webhooks'),
  statement<{ id: number }>('select id from webhooks'),
  statement<{ n: number }>('select count(*) as n from webhooks'),
  statement<{ id: string; tag: string }>('select c.id, t.tag from clients c left join tags t on true'),
  namedStatement<{ id: number }, { id: string }>('select id from webhooks where id = $1'),
  buildFor<{ webhooks: { id: string; deleted_at: Date } }>(),
  buildFor<{ webhooks: { id: string; deleted: Date } }>(),
  buildFor<{ hooks: { id: string } }>(),
]
`
  const lines = text.split('\n')
  const sites = callsIn(text, STATEMENT).map(({ line, column }) => {
    const [, sql = ''] = /\('(.*)'\)/.exec(lines[line - 1] as string) ?? []
    return { path: PLANTED, line, column, text: sql }
  })
  const from = lines.indexOf('export const wrong = [') + 2
  return { text, sites, wrong: lines.slice(from - 1, -2).map((_, index) => from + index) }
}
