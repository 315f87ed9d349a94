// What may import what, and the purity of rules, on the real files and on made-up ones that break them.
import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'
import {
  FEATURE_IMPORTS,
  faultsOf,
  featureOf,
  importsOf,
  impuritiesOf,
  LAYERS,
  PANEL_LAYERS,
  PG_USERS,
  SHARED,
} from './structure.ts'

const packages = JSON.parse(projectFile('package.json'))
const files = projectFiles('contract', 'server', 'sdk', 'panel', 'scripts', 'test', 'bench')

test('every file imports from its own layer or a lower one, and features only what is in the list', () => {
  assert.deepEqual(faultsOf(files, packages), [])
})

test('rules are pure', () => {
  assert.deepEqual(impuritiesOf(files), [])
})

test('all of it was seen', () => {
  const seen = [...files.keys()].filter((path) => !isTestCode(path))
  for (const layer of LAYERS.slice(1, -1))
    assert.ok(
      seen.some((path) => path.startsWith(`server/${layer}/`)),
      layer,
    )
  for (const layer of PANEL_LAYERS)
    assert.ok(
      seen.some((path) => path.startsWith(`panel/${layer}/`)),
      layer,
    )
  for (const file of ['server/features/world.ts', 'server/main.ts']) assert.ok(seen.includes(file), file)
  const imports = seen.flatMap((path) => importsOf(files.get(path)!))
  assert.ok(imports.length > 200, `only ${imports.length} imports were found`)
})

test('every import between features that is in the list is used', () => {
  const used = new Set(
    [...files]
      .filter(([path]) => !isTestCode(path))
      .flatMap(([path, text]) =>
        importsOf(text).map(({ specifier }) =>
          specifier?.startsWith('.')
            ? `${featureOf(path)} ${featureOf(posix.join(posix.dirname(path), specifier))}`
            : '',
        ),
      ),
  )
  const listed = Object.entries(FEATURE_IMPORTS).flatMap(([from, to]) =>
    Object.keys(to).map((feature) => `${from} ${feature}`),
  )
  assert.deepEqual(
    listed.filter((edge) => !used.has(edge)),
    [],
  )
  for (const feature of Object.keys(SHARED))
    assert.ok(
      [...used].some((edge) => edge.endsWith(` ${feature}`)),
      feature,
    )
})

test('the files that may use pg do', () => {
  for (const user of Object.keys(PG_USERS)) {
    const texts = [...files].filter(([path]) => path.startsWith(user) && !isTestCode(path))
    const uses = texts.some(([, text]) => importsOf(text).some(({ specifier }) => specifier === 'pg'))
    assert.ok(uses, `${user} uses pg no longer`)
  }
})

const ROOF = { 'server/app/b.ts': '', 'server/kernel/a.ts': '', 'contract/c.ts': '', 'test/support/s.ts': '' }
const toy = { dependencies: { typebox: '1', pg: '1', pino: '1' }, devDependencies: { 'fast-check': '1' } }
const faults = (made: Record<string, string>) =>
  faultsOf(new Map(Object.entries({ ...ROOF, ...made })), toy).join('; ')

const BROKEN: [name: string, made: Record<string, string>, fault: RegExp][] = [
  [
    'up',
    { 'server/kernel/x.ts': "import { b } from '../app/b.ts'" },
    /x\.ts:1: server\/app\/b\.ts is in a hi/,
  ],
  ['computed', { 'server/kernel/x.ts': `await import(\`./\${name}.ts\`)` }, /not a plain string/],
  ['the service on a test', { 'server/app/x.ts': "import '../../test/support/s.ts'" }, /uses test code/],
  [
    'a feature on another',
    { 'server/features/a/x.ts': "import '../b/y.ts'", 'server/features/b/y.ts': '' },
    /a imports b, which is not in the list/,
  ],
  ['pg anywhere', { 'server/app/x.ts': "import type pg from 'pg'" }, /take a Queryable/],
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
    'server/app/x.ts': "import { a } from '../kernel/a.ts'\nimport './b.ts'\nimport 'node:fs'\nimport 'pino'",
    'server/kernel/x.test.ts':
      "import '../../test/support/s.ts'\nimport fc from 'fast-check'\nimport pg from 'pg'",
    'server/kernel/y.ts': "// import '../app/b.ts'\nconst text = `import '../app/b.ts'`\nimport.meta.url",
    'server/kernel/db/db.ts': "import pg from 'pg'",
    'contract/x.ts': "import Type from 'typebox'\nimport { c } from './c.ts'",
    'panel/x.tsx': "import { c } from '../contract/c.ts'",
  }
  assert.equal(faults(made), '')
})

test('the check of purity bites, however long the way', () => {
  const rule = (text: string, more: Record<string, string> = {}) =>
    impuritiesOf(new Map(Object.entries({ 'server/features/f/rules.ts': text, ...more }))).join('; ')
  assert.match(rule("import { readFileSync } from 'node:fs'"), /reaches node:fs/)
  assert.match(rule("import Big from 'big.js'"), /reaches big\.js/)
  assert.match(rule("import type { Clock } from '../../kernel/process/clock.ts'"), /reaches the clock/)
  const through = { 'server/kernel/x.ts': "import './y.ts'", 'server/kernel/y.ts': "import pg from 'pg'" }
  assert.match(rule("import '../../kernel/x.ts'", through), /reaches pg through server\/kernel\/y\.ts/)
  assert.equal(
    rule("import { TYPES } from '../../../contract/event-operations.ts'\nimport '../../kernel/money.ts'"),
    '',
  )
  assert.equal(
    impuritiesOf(new Map([['server/features/f/rules.test.ts', "import { test } from 'node:test'"]])).length,
    0,
  )
})
