// The goals of the figures, on the real tree, and the counters on small ones whose figures are known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIGURES, goalText, isReached, treeOf, valueText } from './figures.ts'
import { projectFiles } from './project-files.ts'

const tree = treeOf(projectFiles())

test('the tree was seen', () => {
  assert.ok(tree.production.size > 300, `only ${tree.production.size} files`)
  assert.ok(tree.tests.size > 100, `only ${tree.tests.size} tests`)
  assert.ok(tree.written.size > tree.typescript.size)
})

for (const figure of FIGURES) {
  test(`${figure.name}: ${goalText(figure)}`, (t) => {
    const { value, places } = figure.measure(tree)
    t.diagnostic(valueText(value))
    assert.ok(isReached(figure, value), [valueText(value), ...places.slice(0, 40)].join('\n'))
  })
}

/** A figure of a few made-up files, by the beginning of its name. */
function measured(name: string, files: Record<string, string>): number {
  const figure = FIGURES.find((one) => one.name.startsWith(name))
  assert.ok(figure !== undefined, name)
  return figure.measure(treeOf(new Map(Object.entries(files)))).value
}

test('circles are counted once, however long they are', () => {
  const a = "import { b } from './b.ts'"
  const b = "import type { C } from './c.ts'"
  assert.equal(measured('Import', { 'server/a.ts': a, 'server/b.ts': b, 'server/c.ts': '' }), 0)
  assert.equal(
    measured('Import', { 'server/a.ts': a, 'server/b.ts': b, 'server/c.ts': "await import('./a.ts')" }),
    1,
  )
})

test('assertions are told from what only looks like one', () => {
  const notNull = (line: string) => measured('`!`', { 'server/a.ts': line })
  for (const line of ['f(a!)', 'a![0]!.b', 'f()!', 'let a!: A', 'if (a! === b) c']) {
    assert.ok(notNull(line) >= 1_000, line)
  }
  for (const line of ['!a', 'a !== b', 'a != b', "'a!'", '// a!', '`a! b`', '/a!/.test(b)', '(!a)']) {
    assert.equal(notNull(line), 0, line)
  }
  const assertion = (line: string) => measured('`as`', { 'server/a.ts': line })
  for (const line of ['a as B', '(a) as B', "'a' as B", `\`$\{a as B}\``])
    assert.equal(assertion(line), 1_000, line)
  assert.equal(assertion('a as unknown as B'), 2_000)
  for (const line of [
    '[1] as const',
    "import { a as b } from './b.ts'",
    "import {\n  a as b,\n} from './b.ts'",
    "import * as a from './b.ts'",
    'export { a as b }',
    "'a as b'",
    '`select a as b`',
    "query.as('b')",
  ]) {
    assert.equal(assertion(line), 0, line)
  }
})

const SIX = ['const a = one(b, 1)', 'const c = two(a, 2)', 'if (a < c) three(c)', 'for (const d of e) f(d)']
const COPY = [...SIX, 'return g.h(a).map((i) => i.j)', 'while (k > 0) l(k, m, n)'].join('\n')
const pairs = (files: Record<string, string>) => measured('Pairs', files)

test('six lines that stand twice are a pair, whatever lies between them', () => {
  assert.equal(pairs({ 'server/a.ts': COPY, 'test/b.ts': COPY }), 1)
  assert.equal(pairs({ 'server/a.ts': `${COPY}\n${COPY}` }), 1)
  assert.equal(pairs({ 'server/a.ts': COPY, 'test/b.ts': COPY.replaceAll('\n', '\n\n// x\n}\n') }), 1)
  assert.equal(pairs({ 'server/a.ts': COPY }), 0)
  assert.equal(pairs({ 'server/a.ts': SIX.join('\n'), 'test/b.ts': SIX.join('\n') }), 0)
})

test('other names, strings and numbers are no other shape, other words are', () => {
  const renamed = COPY.replace('one', 'first').replace('1', "'x'").replaceAll('a', 'aa')
  assert.equal(pairs({ 'server/a.ts': COPY, 'server/b.ts': renamed.replace("'x'", '99') }), 1)
  assert.equal(pairs({ 'server/a.ts': COPY, 'server/b.ts': renamed.replace('while', 'if') }), 0)
})

test('thin lines of one shape, imports, and forms that stand everywhere are no copies', () => {
  const thin = (names: string) => [...names].map((name) => `${name}: ${name}${name},`).join('\n')
  assert.equal(pairs({ 'server/a.ts': thin('abcdef'), 'server/b.ts': thin('ghijkl') }), 0)
  const imports = [...'abcdef'].map((name) => `import { ${name} } from './${name}.ts'`).join('\n')
  assert.equal(pairs({ 'server/a.ts': imports, 'server/b.ts': imports }), 0)
  const everywhere = Array.from({ length: 9 }, (_, index) => [`server/${index}.ts`, COPY])
  assert.equal(pairs(Object.fromEntries(everywhere)), 0)
})

test('sizes', () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  const files = {
    'server/a.ts': lines(200),
    'server/b.ts': lines(201),
    'server/c.ts': lines(3),
    'test/d.ts': lines(202),
  }
  assert.equal(measured('Production', files), 1)
  assert.equal(measured('Median', files), 200)
  assert.equal(measured('Lines of tests', files), 0.5)
})
