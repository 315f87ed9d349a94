// The rules about words, on the real files and on lines that must or must not be found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, placesOf, RULES } from './forbidden-words.ts'
import { projectFiles } from './project-files.ts'

const files = projectFiles()

for (const rule of RULES) {
  test(`no ${rule.name} outside its place`, () => {
    assert.ok([...files.keys()].filter(rule.where).length > 20, 'too few files were seen')
    assert.deepEqual(faultsOf(files, [rule]), [])
  })
}

test('whoever is excused needs it', () => {
  for (const rule of RULES) {
    for (const place of Object.keys(rule.allowed)) {
      // The examples of all rules live in two files, and benchmarks come and go.
      if (place.startsWith('test/house/forbidden-words') || place.endsWith('/')) continue
      const text = files.get(place)
      assert.ok(text !== undefined, `${place} is excused from "${rule.name}" and does not exist`)
      assert.ok(placesOf(rule, place, text).length > 0, `${place} needs no excuse from "${rule.name}"`)
    }
  }
})

const SERVICE = 'server/http/x.ts'
const TEST = 'test/spec/x.test.ts'

const FOUND: [path: string, text: string][] = [
  [SERVICE, 'const at = Date.now()'],
  [SERVICE, 'const at = new Date()'],
  [SERVICE, 'const at = new Date( )'],
  [SERVICE, 'const at = new Date'],
  [SERVICE, 'const text = Date()'],
  [SERVICE, 'const at = [1].map(Date.now)'],
  [SERVICE, 'Temporal.Now.instant()'],
  [SERVICE, 'rows(db, `select now()`)'],
  [SERVICE, 'const sql = "where at < CURRENT_TIMESTAMP"'],
  [SERVICE, 'const sql = "default clock_timestamp()"'],
  ['server/service/migrations/0009-x.sql', 'create table a (at timestamptz default now());'],
  [TEST, 'const at = Date.now()'],
  [SERVICE, 'process.env.HOME'],
  [SERVICE, "process['env']"],
  [SERVICE, "import { env } from 'node:process'"],
  [SERVICE, 'process.loadEnvFile()'],
  [SERVICE, 'Math.random()'],
  [SERVICE, "import { randomBytes } from 'node:crypto'"],
  [SERVICE, 'crypto.randomUUID()'],
  [SERVICE, 'crypto.getRandomValues(bytes)'],
  ['server/service/migrations/0009-x.sql', 'id uuid default gen_random_uuid()'],
  [SERVICE, "if (provider === 'pix-bacen') ask()"],
  [SERVICE, 'parseFloat(text)'],
  [SERVICE, 'Number.parseFloat(text)'],
  [SERVICE, 'amount.toFixed(2)'],
  [SERVICE, "console.log('x')"],
  [TEST, "console.error('x')"],
  ['contract/x.ts', 'export enum Colour { Red }'],
  [SERVICE, "export * from './a.ts'"],
  [SERVICE, "export { a } from './a.ts'"],
  [SERVICE, '// TODO later'],
  ['docs/x.md', 'FIXME: write this'],
  [TEST, "test.skip('x', () => {})"],
  [TEST, "test.only('x', () => {})"],
  [TEST, "test('x', { todo: true })"],
  [TEST, "test('x', { skip: true })"],
  [TEST, 'await new Promise((done) => setTimeout(done, 100))'],
  [TEST, "import { setTimeout as wait } from 'node:timers/promises'"],
  ['server/base/x.test.ts', 'setTimeout(done, 100)'],
]
for (const [path, text] of FOUND) {
  test(`found in ${path}: ${text}`, () => {
    assert.equal(faultsOf(new Map([[path, text]])).length > 0, true)
  })
}

const NOT_FOUND: [path: string, text: string][] = [
  [SERVICE, 'const at = new Date(ms)'],
  [SERVICE, 'const at = new Date(clock.now().getTime() + 5)'],
  [SERVICE, 'const ms = performance.now()'],
  [SERVICE, 'const now = world.wall.now()'],
  [SERVICE, 'interface Row { at: Date | null }'],
  [SERVICE, '// never Date.now(), process.env or Math.random() here'],
  [SERVICE, 'setTimeout(send, 5)'],
  [SERVICE, "Type.Enum(['a', 'b'])"],
  [SERVICE, 'export const all = [...a]'],
  ['server/service/migrations/0009-x.sql', '-- never now()'],
  [TEST, 'process.env.TEST_SERVER_URL + randomUUID() + (2.675).toFixed(2)'],
  [TEST, 'const at = await now()'],
  [TEST, "pool.query('insert into a values (now())')"],
  [TEST, "test('x', { skip: !isRoot && 'needs root' })"],
]
for (const [path, text] of NOT_FOUND) {
  test(`not found in ${path}: ${text}`, () => {
    assert.deepEqual(faultsOf(new Map([[path, text]])), [])
  })
}

test('nothing seen is a fault', () => {
  assert.deepEqual(faultsOf(new Map()), ['no files were seen'])
})
