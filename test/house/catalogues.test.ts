// Catalogue, documentation and code agree, in both directions: no list may drift away from another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { EVENTS } from '../../contract/events.ts'
import { ID_PREFIXES } from '../../contract/ids.ts'
import type { McpTool } from '../../contract/mcp-tool.ts'
import { MCP_TOOLS } from '../../contract/mcp-tools.ts'
import { COMMANDS } from '../../server/cli/commands.ts'
import { SETTINGS } from '../../server/service/config.ts'
import { KINDS } from '../../server/worker/kinds.ts'
import { failureCodes } from './code-literals.ts'
import { plain, tableUnder } from './markdown-table.ts'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'

const server = new Map(
  [...projectFiles('server')].filter(([path]) => path.endsWith('.ts') && !isTestCode(path)),
)
const commandLine = projectFile('docs/command-line.md')
const packages = JSON.parse(projectFile('package.json'))

test('an error code is its text in snake case', () => {
  for (const [code, { text }] of Object.entries(ERRORS)) {
    const expected = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
    assert.equal(code, expected)
  }
})

test('docs/errors.md lists the errors, in their order', () => {
  const documented = tableUnder(projectFile('docs/errors.md'), 'All errors')
  const catalogue = Object.entries(ERRORS).map(([code, { status, text, advice }]) => [
    `\`${code}\``,
    String(status),
    text,
    advice,
  ])
  assert.deepEqual(documented, catalogue)
})

test('the code fails with every error of the catalogue, and with no other', () => {
  assert.deepEqual(sorted(failureCodes(server)), sorted(Object.keys(ERRORS)))
})

test('docs/events.md lists the events, in their order', () => {
  const documented = tableUnder(projectFile('docs/events.md'), 'All events').map(
    ([type, meaning, , object = '']) => [type, meaning, object.toLowerCase().split(',')[0]],
  )
  assert.deepEqual(
    documented,
    Object.entries(EVENTS).map(([type, { meaning, object }]) => [
      `\`${type}\``,
      meaning,
      object.replace('_', ' '),
    ]),
  )
})

const declared = await declaredWork(server.keys())

test('every declared kind of due work is served, and no other', () => {
  assert.deepEqual(sorted(KINDS.keys()), sorted(declared))
  assert.equal(new Set(declared).size, declared.length, 'each is declared once')
})

test('docs/due-work.md lists the kinds of due work', () => {
  const documented = tableUnder(projectFile('docs/due-work.md'), 'All kinds').map(([kind = '']) =>
    plain(kind),
  )
  assert.deepEqual(documented.toSorted(), declared.toSorted())
})

test('the table of docs/settings.md is the one of the code', () => {
  const settings = Object.values(SETTINGS).map(({ name, fallback, meaning }) => [
    `\`${name}\``,
    fallback === null ? '—' : `\`${fallback}\``,
    meaning,
  ])
  assert.deepEqual(tableUnder(projectFile('docs/settings.md'), 'Settings'), settings)
})

test('the table of docs/command-line.md is the one of the code', () => {
  const commands = COMMANDS.map(({ usage, meaning }) => [`\`${usage}\``, meaning])
  assert.deepEqual(tableUnder(commandLine, 'Commands'), commands)
})

test('each usage in docs/command-line.md is understood, whole, and nothing else is', () => {
  for (const [cell = ''] of tableUnder(commandLine, 'Commands')) {
    const words = plain(cell).replace(/[[\]]/g, '').split(' ')
    const command = COMMANDS.find(({ name }) => words.join(' ').startsWith(name))
    assert.ok(command !== undefined, cell)
    const args = words.slice(command.name.split(' ').length)
    const { values, operand } = command.read(args)
    const understood = Object.entries(values).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, value],
    )
    assert.deepEqual([...understood, ...(operand === '' ? [] : [operand])], args)
    assert.throws(() => command.read([...args, '--nonsense']), /nonsense/)
    assert.throws(() => command.read([...args, 'nonsense']), /nonsense/)
  }
})

test("the guide's table of tools for agents is the one of the code", () => {
  const rows = Object.entries<McpTool>(MCP_TOOLS).map(([name, { operation, title, needsConfirmation }]) => [
    `\`${name}\``,
    `\`${operation}\``,
    needsConfirmation ? '2' : '1',
    title,
  ])
  assert.deepEqual(tableUnder(projectFile('docs/mcp.md'), 'Tools'), rows)
})

test('the npm scripts that documents name exist, and docs/developing.md names them all', () => {
  const known = ['ci', ...Object.keys(packages.scripts)]
  assert.deepEqual(sorted(scriptsIn('docs/developing.md')), sorted(known))
  for (const page of ['README.md', 'README.pt-BR.md', 'docs/quickstart.md'])
    assert.deepEqual(
      scriptsIn(page).filter((name) => !known.includes(name)),
      [],
      page,
    )
})

for (const page of ['README.md', 'README.pt-BR.md'])
  test(`${page} is read in five minutes, and leads to the first ticket and the tests`, () => {
    assert.ok(projectFile(page).split('\n').length <= 150)
    for (const name of ['start', 'test', 'demo']) assert.ok(scriptsIn(page).includes(name), name)
    assert.match(projectFile(page), /!\[[^\]]+\]\(docs\/panel\/[\w-]+\.webp\)/)
  })

test('docs/README.md leads to every document', () => {
  const map = projectFile('docs/README.md')
  const pages = [...projectFiles('docs').keys()].filter((path) => /^docs\/[^/]+\.md$/.test(path))
  const missing = pages.filter((path) => !map.includes(`](${path.slice('docs/'.length)})`))
  assert.deepEqual(missing, ['docs/README.md'])
})

/** `npm ci` is npm's own. */
function scriptsIn(page: string): string[] {
  const code = [...projectFile(page).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join('\n')
  return [...code.matchAll(/\bnpm (?:run )?([a-z-]+(?::[a-z]+)?)/g)].map(([, name]) => name!)
}

for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
  test(`docs/dependencies.md has a row for each of the ${group}`, () => {
    const rows = tableUnder(projectFile('docs/dependencies.md'), group)
    const names = rows.map(([name = '']) => plain(name))
    assert.deepEqual(names.toSorted(), Object.keys(packages[group]).toSorted())
    for (const [name, ...reasons] of rows) {
      for (const reason of reasons) assert.ok(reason.length > 10, `${name} gives no reason`)
    }
  })
}

test('every dependency has one exact version', () => {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries<string>(packages[group])) {
      assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
    }
  }
})

test("id prefixes are unique, and the contract's are all there", () => {
  const prefixes: string[] = Object.values(ID_PREFIXES)
  assert.equal(new Set(prefixes).size, prefixes.length)
  const contract = 'txn rch ord orq off sli seg pas wh evt team cli'.split(' ')
  assert.deepEqual(
    contract.filter((prefix) => !prefixes.includes(prefix)),
    [],
  )
})

/** The kinds that the features' `work.ts` declare. */
async function declaredWork(paths: Iterable<string>): Promise<string[]> {
  const kinds: string[] = []
  for (const path of paths) {
    if (!/^server\/[a-z]+\/work\.ts$/.test(path) || path.startsWith('server/outbox/')) continue
    const declared: Record<string, { kind: string }> = await import(`../../${path}`)
    kinds.push(...Object.values(declared).map(({ kind }) => kind))
  }
  return kinds
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort()
}
