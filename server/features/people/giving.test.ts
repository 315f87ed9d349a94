// Nobody gives a role that may do more than they may, and only owners make owners.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../../contract/roles.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { Caller } from '../teams/caller.ts'
import { AT_COMMAND_LINE, type Giver, giverOf, refuseToGive } from './members.ts'

const giver = (permissions: readonly Permission[], isOwner = false): Giver => ({
  id: 'usr_1',
  permissions: new Set(permissions),
  isOwner,
})
const given = (by: Giver) =>
  ROLES.filter((role) => {
    try {
      refuseToGive(by, role)
      return true
    } catch (error) {
      assert.ok(error instanceof Fail && error.code === 'forbidden')
      return false
    }
  })

test('each role gives what is no more than itself', () => {
  const gifts = Object.fromEntries(
    ROLES.map((role) => [role, given(giver(ROLE_PERMISSIONS[role], role === 'owner'))]),
  )
  assert.deepEqual(gifts, {
    owner: [...ROLES],
    agent: ['agent', 'viewer'],
    finance: ['finance'],
    developer: ['developer', 'viewer'],
    viewer: ['viewer'],
  })
  assert.deepEqual(given(AT_COMMAND_LINE), [...ROLES])
})

test('a key that may do everything still makes no owner; the refusal names what is missing', () => {
  assert.deepEqual(given(giver(PERMISSIONS)), ['agent', 'finance', 'developer', 'viewer'])
  for (const lacked of ROLE_PERMISSIONS.viewer) {
    const most = PERMISSIONS.filter((permission) => permission !== lacked)
    assert.throws(
      () => refuseToGive(giver(most), 'viewer'),
      (error) => error instanceof Fail && String(error.options?.advice).endsWith(`by you: ${lacked}`),
    )
  }
})

test('only a session of an owner is one', () => {
  const permissions = new Set(PERMISSIONS)
  const caller = (via: object) => giverOf({ permissions, via } as unknown as Caller)
  const person = (role: Role) => caller({ kind: 'person', id: 'usr_1', role })
  assert.deepEqual(
    ROLES.filter((role) => person(role).isOwner),
    ['owner'],
  )
  assert.deepEqual(caller({ kind: 'key', id: 'key_1' }), { id: 'key_1', permissions, isOwner: false })
})
