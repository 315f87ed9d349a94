// The catalogues of the code agree with each other: no list may drift away from another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '../../contract/errors.ts'
import { ID_PREFIXES } from '../../contract/ids.ts'
import { COMMANDS } from '../../server/app/cli/commands.ts'
import { JOB_HANDLERS } from '../../server/app/worker/job-types.ts'
import { isTestCode, projectFile, projectFiles } from './project-files.ts'

const server = new Map(
  [...projectFiles('server')].filter(([path]) => path.endsWith('.ts') && !isTestCode(path)),
)

test('an error code is its text in snake case', () => {
  for (const [code, { text }] of Object.entries(ERRORS)) {
    const expected = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
    assert.equal(code, expected)
  }
})

test('the code fails with every error of the catalogue', () => {
  const code = [...server.values()].join('\n')
  assert.deepEqual(
    Object.keys(ERRORS).filter((name) => !code.includes(`'${name}'`)),
    [],
  )
})

test('every declared job type has a handler, and no other has one', async () => {
  const declared = await declaredJobTypes(server)
  assert.deepEqual([...JOB_HANDLERS.keys()].toSorted(), declared.toSorted())
  assert.equal(new Set(declared).size, declared.length, 'each is declared once')
})

test('each command understands its own usage, whole, and nothing else', () => {
  for (const { name, usage, read } of COMMANDS) {
    const args = usage[0].replace(/[[\]]/g, '').split(' ').slice(name.split(' ').length)
    const { values, operand } = read(args)
    const understood = Object.entries(values).flatMap(([option, value]) =>
      value === true ? [`--${option}`] : [`--${option}`, value],
    )
    assert.deepEqual([...understood, ...(operand === '' ? [] : [operand])], args)
    assert.throws(() => read([...args, '--nonsense']), /nonsense/)
    assert.throws(() => read([...args, 'nonsense']), /nonsense/)
  }
})

test('every dependency has one exact version', () => {
  const packages = JSON.parse(projectFile('package.json'))
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

/** The job types that the features' `jobs.ts` declare. */
async function declaredJobTypes(sources: ReadonlyMap<string, string>): Promise<string[]> {
  const types: string[] = []
  for (const [path, text] of sources) {
    if (!/^export const \w+ = (?:team|installation)Job\b/m.test(text)) continue
    const declared: Record<string, { type?: string }> = await import(`../../${path}`)
    types.push(
      ...Object.entries(declared).flatMap(([name, { type }]) => (name.endsWith('Job') ? (type ?? []) : [])),
    )
  }
  return types
}
