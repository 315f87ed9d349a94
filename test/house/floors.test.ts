// The order of the floors and the purity of rules, on the real files and on made-up ones that break them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLOORS, faultsOf, importsOf, impuritiesOf, PANEL_FLOORS, PG_USERS } from './floors.ts'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'

const packages = JSON.parse(projectFile('package.json'))
const files = projectFiles('contract', 'server', 'sdk', 'panel', 'test', 'bench')

test('every file imports from its own floor or a lower one', () => {
  assert.deepEqual(faultsOf(files, packages), [])
})

test('rules are pure', () => {
  assert.deepEqual(impuritiesOf(files), [])
})

test('the whole house was seen', () => {
  const seen = [...files.keys()].filter((path) => !isTestCode(path))
  for (const floor of ['contract', 'base', 'events', 'teams', 'worker', 'http', 'service', 'cli']) {
    const folder = floor === 'contract' ? 'contract/' : `server/${floor}/`
    assert.ok(FLOORS.includes(floor))
    assert.ok(
      seen.some((path) => path.startsWith(folder)),
      `no files in ${folder}`,
    )
  }
  for (const floor of PANEL_FLOORS)
    assert.ok(
      seen.some((path) => path.startsWith(`panel/${floor}/`)),
      floor,
    )
  for (const file of ['server/features/world.ts', 'server/main.ts']) assert.ok(seen.includes(file), file)
  const imports = seen.flatMap((path) => importsOf(files.get(path)!))
  assert.ok(imports.length > 200, `only ${imports.length} imports were found`)
})

test('whoever may use pg does', () => {
  for (const user of Object.keys(PG_USERS)) {
    const texts = [...files].filter(([path]) => path.startsWith(user) && !isTestCode(path))
    const uses = texts.some(([, text]) => importsOf(text).some(({ specifier }) => specifier === 'pg'))
    assert.ok(uses, `${user} uses pg no longer`)
  }
})

const ROOF = { 'server/http/b.ts': '', 'server/base/a.ts': '', 'contract/c.ts': '', 'test/support/s.ts': '' }
const toy = { dependencies: { typebox: '1', pg: '1', pino: '1' }, devDependencies: { 'fast-check': '1' } }
const faults = (made: Record<string, string>) =>
  faultsOf(new Map(Object.entries({ ...ROOF, ...made })), toy).join('; ')

const BROKEN: [name: string, made: Record<string, string>, fault: RegExp][] = [
  [
    'up',
    { 'server/base/x.ts': "import { b } from '../http/b.ts'" },
    /x\.ts:1: server\/http\/b\.ts is on a hi/,
  ],
  ['up, as a type', { 'server/base/x.ts': "\nimport type { B } from '../http/b.ts'" }, /x\.ts:2: .*higher/],
  ['up, inside a type', { 'server/base/x.ts': "let b: import('../http/b.ts').B" }, /higher floor/],
  ['up, while running', { 'server/base/x.ts': "await import('../http/b.ts')" }, /higher floor/],
  ['up, for effects', { 'server/base/x.ts': "import '../http/b.ts'" }, /higher floor/],
  ['up, over lines', { 'server/base/x.ts': "import {\n  b,\n} from '../http/b.ts'" }, /higher floor/],
  ['up, re-exported', { 'server/base/x.ts': "export { b } from '../http/b.ts'" }, /higher floor/],
  ['a test, up', { 'server/base/x.test.ts': "import '../http/b.ts'" }, /higher floor/],
  ['world, up', { 'server/features/world.ts': "import './http/b.ts'" }, /higher floor/],
  ['nowhere', { 'server/base/x.ts': "import './missing.ts'" }, /leads to no file/],
  ['computed', { 'server/base/x.ts': `await import(\`./\${name}.ts\`)` }, /not a plain string/],
  ['half computed', { 'server/base/x.ts': "await import('.//' + name)" }, /not a plain string/],
  ['required', { 'server/base/x.ts': "require('./a.ts')" }, /not a plain string/],
  ['an unknown folder', { 'server/attic/x.ts': '' }, /not in the list of floors/],
  ['an unknown file', { 'server/attic.ts': '' }, /not in the list of floors/],
  ['the service on a test', { 'server/http/x.ts': "import '../../test/support/s.ts'" }, /uses test code/],
  ['outside the house', { 'server/http/x.ts': "import '../../tool.ts'", 'tool.ts': '' }, /no part of/],
  ['sdk on the server', { 'sdk/x.ts': "import '../server/base/a.ts'" }, /contract alone/],
  ['panel on sdk', { 'panel/x.ts': "import '../sdk/y.ts'", 'sdk/y.ts': '' }, /contract alone/],
  ['panel, up', { 'panel/kit/x.ts': "import '../parts/y.tsx'", 'panel/parts/y.tsx': '' }, /higher floor/],
  [
    'a screen on another',
    { 'panel/screens/a/x.tsx': "import '../b/y.tsx'", 'panel/screens/b/y.tsx': '' },
    /another screen/,
  ],
  ['an unknown package', { 'server/base/x.ts': "import 'left-pad'" }, /left-pad is not among/],
  ['a test tool in the service', { 'server/base/x.ts': "import 'fast-check'" }, /not among/],
  ['a rich contract', { 'contract/x.ts': "import pino from 'pino'" }, /typebox, not pino/],
  ['pg anywhere', { 'server/http/x.ts': "import type pg from 'pg'" }, /take a Queryable/],
]
for (const [name, made, fault] of BROKEN) {
  test(`the check bites: ${name}`, () => {
    assert.match(faults(made), fault)
  })
}

test('the check bites: nothing was seen', () => {
  assert.deepEqual(faultsOf(new Map(), toy), ['no files were seen'])
})

test('what is allowed passes', () => {
  const made = {
    'server/http/x.ts': "import { a } from '../base/a.ts'\nimport './b.ts'\nimport 'node:fs'\nimport 'pino'",
    'server/base/x.test.ts':
      "import '../../test/support/s.ts'\nimport fc from 'fast-check'\nimport pg from 'pg'",
    'server/base/y.ts': "// import '../http/b.ts'\nconst text = `import '../http/b.ts'`\nimport.meta.url",
    'server/kernel/db/db.ts': "import pg from 'pg'",
    'contract/x.ts': "import Type from 'typebox'\nimport { c } from './c.ts'",
    'panel/x.tsx': "import { c } from '../contract/c.ts'",
  }
  assert.equal(faults(made), '')
})

test('the check of purity bites, however long the way', () => {
  const rule = (text: string, more: Record<string, string> = {}) =>
    impuritiesOf(new Map(Object.entries({ 'server/rules/r.ts': text, ...more }))).join('; ')
  assert.match(rule("import { readFileSync } from 'node:fs'"), /reaches node:fs/)
  assert.match(rule("import Big from 'big.js'"), /reaches big\.js/)
  assert.match(rule("import type { Clock } from '../base/process/clock.ts'"), /reaches the clock/)
  const through = { 'server/base/x.ts': "import './y.ts'", 'server/base/y.ts': "import pg from 'pg'" }
  assert.match(rule("import '../base/x.ts'", through), /reaches pg through server\/base\/y\.ts/)
  assert.equal(rule("import { TYPES } from '../../contract/events.ts'\nimport '../base/money.ts'"), '')
  assert.equal(
    impuritiesOf(new Map([['server/rules/r.test.ts', "import { test } from 'node:test'"]])).length,
    0,
  )
})
