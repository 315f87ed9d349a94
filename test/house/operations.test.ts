// The table of operations is sound: no two of one name or address, and nothing in it contradicts something else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import {
  isChange,
  isOpen,
  isPersonal,
  type Operation,
  partPermissionsOf,
  reportsUnknownParameters,
} from '../../contract/operation.ts'
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

/** Lists of what is not stored as it is shown, or of no team. */
const COMPUTED: Readonly<Record<string, string>> = {
  'airlines.list': 'a catalogue that comes with the service',
  'reports.departures': 'by departure, of whatever was booked when',
  'clients.duplicates': 'groups of clients, by what they have in common',
  'clients.travellers': 'the client and the companions as passengers',
  'installation.teams': 'operators page through it in the panel',
  'installation.work': 'operators page through it in the panel',
  'installation.heldPayments': 'operators page through it in the panel',
}
/** What never changes has no time of change. */
const UNCHANGING = ['audit.list', 'clients.credit', 'events.list', 'wallet.transactions']
const CURSORS = ['limit', 'starting_after', 'ending_before']
const TIMES = ['created_after', 'created_before']
const CHANGE_TIMES = ['updated_after', 'updated_before']

test('every list has cursors, filters by time and times of change, and names unknown parameters', () => {
  const lists = all.filter(([, { response }]) => 'body' in response && hasPages(response.body))
  assert.ok(lists.length > 20, `only ${lists.length} were found`)
  for (const [id, operation] of lists) {
    const { response, query } = operation
    const isUnchanging = UNCHANGING.includes(id)
    const wanted = [
      ...CURSORS,
      ...(response.kind === 'whole' ? [] : ['page']),
      ...(id in COMPUTED ? [] : [...TIMES, ...(isUnchanging ? [] : CHANGE_TIMES)]),
    ]
    const taken = propertiesOf(query)
    assert.deepEqual(
      wanted.filter((name) => !(name in taken)),
      [],
      id,
    )
    if (!(id in COMPUTED) && !isUnchanging && 'of' in response)
      assert.ok('updated_at' in propertiesOf(itemOf(response.of)), `${id} has no updated_at`)
    assert.ok(isPersonal(operation) || reportsUnknownParameters(operation), id)
  }
  const ids = lists.map(([id]) => id)
  for (const id of [...Object.keys(COMPUTED), ...UNCHANGING]) assert.ok(ids.includes(id), id)
})

test('whatever is documented says what it does; whatever is for callers is documented, but for sites', () => {
  for (const [id, operation] of all) {
    assert.equal(operation.tag === undefined, operation.summary === undefined, id)
    const isSite = operation.response.kind === 'site'
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

test('whatever shows costs says that a part of it needs the permission to read them', () => {
  const showing = all.filter(([, { response }]) => /"earnings":/.test(JSON.stringify(response)))
  assert.ok(showing.length > 10, `only ${showing.length} were found`)
  for (const [id, operation] of showing)
    assert.ok([operation.access, ...partPermissionsOf(operation)].includes('costs.read'), id)
})

test('every permission is needed by some operation', () => {
  const needed = new Set(all.flatMap(([, one]) => [one.access, ...partPermissionsOf(one)]))
  assert.deepEqual(
    PERMISSIONS.filter((permission) => !needed.has(permission)),
    [],
  )
})

interface Shape {
  properties?: Record<string, Shape>
  allOf?: Shape[]
  items?: Shape
}

const hasPages = (body: Shape): boolean =>
  'pagination' in propertiesOf(body) || 'pagination' in propertiesOf(propertiesOf(body).data)

/** The item of a list, whichever way it is declared. */
const itemOf = (shape: Shape): Shape => shape.items ?? shape

function propertiesOf({ properties = {}, allOf = [] }: Shape = {}): Record<string, Shape> {
  return Object.assign({}, properties, ...allOf.map(propertiesOf))
}
