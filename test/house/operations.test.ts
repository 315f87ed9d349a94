// The table of operations is sound: no two of one name or address, and nothing in it contradicts something else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { isChange, isOpen, isPersonal, type Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { PERMISSIONS, READ_PERMISSIONS } from '../../contract/permissions.ts'
import { projectFiles } from './project-files.ts'

const all = Object.entries<Operation>(OPERATIONS)

test('every declared operation is in the table, each under a name of its own', async () => {
  const declared: string[] = []
  for (const path of projectFiles('contract').keys()) {
    if (!path.endsWith('.ts') || path === 'contract/operations.ts') continue
    const exported: Record<string, object> = await import(`../../${path}`)
    for (const [name, table] of Object.entries(exported))
      if (name.endsWith('_OPERATIONS')) declared.push(...Object.keys(table))
  }
  assert.ok(declared.length > 70, `only ${declared.length} were found`)
  assert.deepEqual(declared.toSorted(), Object.keys(OPERATIONS).toSorted())
  for (const id of declared) assert.match(id, /^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/)
})

test('no two answer at the same address', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  assert.deepEqual(
    addresses.filter((address, index) => addresses.indexOf(address) !== index),
    [],
  )
})

test('the params are those of the path', () => {
  for (const [id, { path, params }] of all) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    assert.deepEqual(Object.keys(propertiesOf(params)), named, id)
  }
})

test('a validator can be made of every schema', () => {
  const ajv = new Ajv({ strict: false, code: { optimize: false } })
  for (const [id, { params, query, body }] of all)
    for (const schema of [params, query, body]) assert.doesNotThrow(() => ajv.compile(schema ?? {}), id)
})

test('lists can be paged', () => {
  for (const [id, { answer, query }] of all) {
    if (answer.kind !== 'list') continue
    const { page, limit } = propertiesOf(query)
    assert.ok(page !== undefined && limit !== undefined, id)
  }
})

test('whatever is documented says what it does; whatever is for callers is documented, but for sites', () => {
  for (const [id, operation] of all) {
    assert.equal(operation.tag === undefined, operation.summary === undefined, id)
    const isSite = operation.answer.kind === 'site'
    assert.ok(operation.tag !== undefined || isOpen(operation) || isSite, id)
  }
})

test('reading needs no permission to change anything, and changing needs one', () => {
  const reading = new Set<string>(READ_PERMISSIONS)
  for (const [id, operation] of all) {
    if (isOpen(operation) || isPersonal(operation)) continue
    assert.equal(reading.has(operation.access), !isChange(operation) || operation.isSearch === true, id)
  }
})

test('every permission is needed by some operation', () => {
  const needed = new Set(all.flatMap(([, { access, partly }]) => [access, partly]))
  assert.deepEqual(
    PERMISSIONS.filter((permission) => !needed.has(permission)),
    [],
  )
})

interface Shape {
  properties?: Record<string, object>
  allOf?: Shape[]
}

function propertiesOf({ properties = {}, allOf = [] }: Shape = {}): Record<string, object> {
  return Object.assign({}, properties, ...allOf.map(propertiesOf))
}
