// The table of roles is sound.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission, READ_PERMISSIONS } from '../../contract/permissions.ts'
import { GRANTS, KEY_ROLES, ROLE_MEANINGS, ROLE_PERMISSIONS, ROLES } from '../../contract/roles.ts'

const has = (role: (typeof KEY_ROLES)[number], permission: Permission) =>
  ROLE_PERMISSIONS[role].includes(permission)

test('every permission is one sentence, and every role is one', () => {
  const sentences = [...Object.values(GRANTS).map(({ meaning }) => meaning), ...Object.values(ROLE_MEANINGS)]
  for (const sentence of sentences) assert.match(sentence, /^[A-Z][^.]{9,110}$/)
  assert.equal(new Set(sentences).size, sentences.length)
})

test('owners have everything, and whoever only looks changes nothing', () => {
  const reading: readonly string[] = READ_PERMISSIONS
  assert.deepEqual([...ROLE_PERMISSIONS.owner], [...PERMISSIONS])
  for (const role of ['viewer', 'read_only', 'bookkeeper'] as const)
    assert.deepEqual(
      ROLE_PERMISSIONS[role].filter((permission) => !reading.includes(permission)),
      [],
      role,
    )
})

test('nobody but an owner changes who is in the team, where its money goes, or what it is', () => {
  for (const permission of ['people.manage', 'providers.manage', 'team.manage', 'clients.erase'] as const)
    assert.deepEqual(
      KEY_ROLES.filter((role) => has(role, permission)),
      ['owner'],
      permission,
    )
  assert.deepEqual(
    ROLES.filter((role) => has(role, 'documents.read')),
    ['owner', 'agent'],
  )
  assert.deepEqual(
    ROLES.filter((role) => has(role, 'invoices.refund')),
    ['owner', 'finance'],
  )
  for (const role of ROLES) for (const all of ['team.read', 'people.read'] as const) assert.ok(has(role, all))
})

test('whoever may change something may see it', () => {
  const seen = new Map<string, Permission>(
    READ_PERMISSIONS.map((permission) => [permission.split('.')[0] ?? '', permission]),
  )
  for (const role of KEY_ROLES)
    for (const permission of ROLE_PERMISSIONS[role]) {
      const needed = seen.get(permission.split('.')[0] ?? '')
      assert.ok(needed === undefined || has(role, needed), `${role} has ${permission} and not ${needed}`)
    }
})
