// Proves the shape of keys, that no two are alike, and what is kept of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  PERMISSIONS,
  type Permission,
  READ_ONLY_PERMISSIONS,
  READ_PERMISSIONS,
} from '../../../contract/permissions.ts'
import { KEY_ROLES, ROLE_PERMISSIONS } from '../../../contract/roles.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { hashApiKey, lastFour, makeApiKey, rightsOf } from './api-keys.ts'
import { type KeyCreator, OPERATOR } from './caller.ts'

for (const mode of ['live', 'test'] as const) {
  test(`a ${mode} key is sk_${mode}_ and 52 characters of base32`, () => {
    assert.match(makeApiKey(mode), new RegExp(`^sk_${mode}_[01][0-9abcdefghjkmnpqrstvwxyz]{51}$`))
  })
}

test('keys are unique, and the last four characters vary freely', () => {
  const keys = Array.from({ length: 1000 }, () => makeApiKey('test'))
  assert.equal(new Set(keys).size, 1000)
  assert.ok(new Set(keys.map(lastFour)).size > 980)
})

test('the hash is SHA-256, as in its published example', () => {
  assert.equal(
    hashApiKey('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  const key = makeApiKey('live')
  assert.deepEqual(hashApiKey(key), hashApiKey(key))
  assert.notDeepEqual(hashApiKey(key), hashApiKey(`${key} `))
})

test('lastFour returns only the end of the key', () => {
  assert.equal(lastFour('sk_live_0abcdwxyz'), 'wxyz')
})

// What a new key may do and for how long: what was asked for, and never more than its maker has.

const NOW = new Date('2026-11-15T12:00:00.000Z')
const SOON = new Date('2026-12-01T00:00:00.000Z')
const makerWith = (permissions: readonly Permission[], expiresAt: Date | null = null): KeyCreator => ({
  permissions: new Set(permissions),
  expiresAt,
  id: 'key_1',
})
const ALL = makerWith(PERMISSIONS)

function refusal(code: string, words: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Fail)
    assert.equal(error.code, code)
    assert.match(JSON.stringify(error.options), words)
    return true
  }
}

test('a key without permissions has all, including those of later versions', () => {
  assert.deepEqual(rightsOf({ name: 'x' }, ALL, NOW), {
    read_only: false,
    permissions: null,
    expires_at: null,
    created_by: 'key_1',
  })
  assert.equal(rightsOf({ name: 'x' }, OPERATOR, NOW).created_by, null, 'made on the command line')
})

test("a key created by a weaker key has the creator's permissions, listed", () => {
  const weak = makerWith(['keys.manage', 'clients.read', 'bookings.write'])
  const { read_only, permissions } = rightsOf({ name: 'x' }, weak, NOW)
  assert.equal(read_only, false)
  assert.deepEqual(permissions, ['clients.read', 'keys.manage', 'bookings.write'], 'in the order of the list')
})

test("a read-only key created by a weaker key has the creator's read permissions", () => {
  const weak = makerWith(['keys.manage', 'clients.read', 'documents.read'])
  const rights = rightsOf({ name: 'x', read_only: true }, weak, NOW)
  assert.deepEqual([rights.read_only, rights.permissions], [true, ['clients.read']])
  const strong = rightsOf({ name: 'x', read_only: true }, ALL, NOW)
  assert.deepEqual([strong.read_only, strong.permissions], [true, null])
})

test('permissions are stored once each, and read_only follows from them', () => {
  const twice = rightsOf(
    { name: 'x', permissions: ['wallet.read', 'bookings.read', 'wallet.read'] },
    ALL,
    NOW,
  )
  assert.deepEqual([twice.read_only, twice.permissions], [true, ['bookings.read', 'wallet.read']])
  const writing = rightsOf({ name: 'x', permissions: ['wallet.read', 'wallet.recharge'] }, ALL, NOW)
  assert.equal(writing.read_only, false)
  const documents = rightsOf({ name: 'x', read_only: true, permissions: [...READ_PERMISSIONS] }, ALL, NOW)
  assert.deepEqual([documents.read_only, documents.permissions], [true, [...READ_PERMISSIONS]])
})

test('a role stands for its permissions, and requires all of them of the creator', () => {
  for (const role of KEY_ROLES) {
    const { read_only, permissions } = rightsOf({ name: 'x', role }, ALL, NOW)
    const isWhole = role === 'owner' || role === 'read_only'
    assert.deepEqual(permissions, isWhole ? null : ROLE_PERMISSIONS[role], role)
    assert.equal(read_only, ['viewer', 'read_only', 'bookkeeper'].includes(role), role)
    for (const more of [{ read_only: false }, { permissions: ['search' as const] }])
      assert.throws(
        () => rightsOf({ name: 'x', role, ...more }, ALL, NOW),
        refusal('invalid_request_parameters', /role.*cannot be given together/),
      )
  }
  const weak = makerWith(ROLE_PERMISSIONS.developer)
  for (const [role, lacked] of Object.entries({ owner: 'documents.read', finance: 'invoices.refund' }))
    assert.throws(
      () => rightsOf({ name: 'x', role: role as 'owner' | 'finance' }, weak, NOW),
      refusal('forbidden', new RegExp(`maker does not have: .*${lacked}`)),
    )
  assert.equal(rightsOf({ name: 'x', role: 'seller' }, weak, NOW).read_only, false)
})

test('a permission that the creator lacks is refused by name', () => {
  for (const permission of PERMISSIONS) {
    const maker = makerWith(PERMISSIONS.filter((other) => other !== permission))
    const words = new RegExp(`maker does not have: ${permission.replace('.', '\\.')}"`)
    assert.throws(
      () => rightsOf({ name: 'x', permissions: [permission] }, maker, NOW),
      refusal('forbidden', words),
    )
    const { permissions } = rightsOf({ name: 'x' }, maker, NOW)
    assert.equal(permissions?.includes(permission), false)
    assert.equal(permissions?.length, PERMISSIONS.length - 1)
  }
})

test('read_only contradicts a permission to write', () => {
  const writing = PERMISSIONS.filter(
    (permission) => !READ_PERMISSIONS.some((reading) => reading === permission),
  )
  assert.ok(writing.length > 5 && READ_ONLY_PERMISSIONS.length > 5)
  for (const permission of writing)
    assert.throws(
      () => rightsOf({ name: 'x', read_only: true, permissions: ['wallet.read', permission] }, ALL, NOW),
      refusal('invalid_request_parameters', /permissions.*read_only is true/),
    )
})

test('a key expires with its creator by default', () => {
  const mortal = makerWith(PERMISSIONS, SOON)
  assert.deepEqual(rightsOf({ name: 'x' }, mortal, NOW).expires_at, SOON)
  assert.equal(rightsOf({ name: 'x' }, ALL, NOW).expires_at, null)
  const sooner = rightsOf({ name: 'x', expires_at: '2026-11-20T00:00:00Z' }, mortal, NOW)
  assert.equal(sooner.expires_at?.toISOString(), '2026-11-20T00:00:00.000Z')
  assert.deepEqual(rightsOf({ name: 'x', expires_at: SOON.toISOString() }, mortal, NOW).expires_at, SOON)
})

test('a key cannot outlive its creator, not even by a moment', () => {
  const mortal = makerWith(PERMISSIONS, SOON)
  for (const expires_at of ['2026-12-01T00:00:00.001Z', '2099-01-01T00:00:00Z', null])
    assert.throws(
      () => rightsOf({ name: 'x', expires_at }, mortal, NOW),
      refusal('forbidden', /cannot outlive its maker, which expires at 2026-12-01T00:00:00\.000Z/),
    )
})

test('expires_at must be a time in the future', () => {
  for (const expires_at of [NOW.toISOString(), '2026-11-15T11:59:59Z', '1999-01-01T00:00:00Z'])
    assert.throws(
      () => rightsOf({ name: 'x', expires_at }, ALL, NOW),
      refusal('invalid_request_parameters', /expires_at.*in the future/),
    )
  for (const expires_at of ['', 'tomorrow', '2027-02-30T00:00:00Z', '2027-01-31'])
    assert.throws(
      () => rightsOf({ name: 'x', expires_at }, ALL, NOW),
      refusal('invalid_request_parameters', /expires_at.*timestamp such as/),
    )
})
