// The table of roles as a panel gets it: complete, without doubles, and true to what the operations ask for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpen, isPersonal, type Operation, permissionOf } from '../../../contract/operation.ts'
import { OPERATIONS } from '../../../contract/operations.ts'
import { PERMISSIONS } from '../../../contract/permissions.ts'
import { KEY_ROLES, ROLES } from '../../../contract/roles.ts'
import { makeRoleTable } from './routes.ts'

const table = makeRoleTable()
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

test('each role and permission is listed once, in order', () => {
  assert.deepEqual(names(table.roles), [...KEY_ROLES])
  assert.deepEqual(names(table.permissions), [...PERMISSIONS])
  for (const list of [PERMISSIONS, KEY_ROLES]) assert.equal(new Set(list).size, list.length)
  const forPeople = table.roles.filter(({ for_people }) => for_people)
  assert.deepEqual(names(forPeople), [...ROLES])
})

test('every permission has operations, and every operation of a team is listed under its own', () => {
  for (const { name, operations } of table.permissions) assert.ok(operations.length > 0, name)
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    const under = table.permissions.filter(({ operations }) => operations.includes(id))
    if (isOpen(operation) || isPersonal(operation)) assert.deepEqual(under, [], id)
    else assert.ok(names(under).includes(permissionOf(operation) ?? ''), id)
  }
})

test('no two roles of people have the same permissions, and all can read the team', () => {
  const people = table.roles.filter(({ for_people }) => for_people)
  assert.equal(new Set(people.map(({ permissions }) => permissions.join())).size, people.length)
  for (const { name, permissions } of table.roles) {
    assert.equal(new Set(permissions).size, permissions.length, name)
    assert.ok(permissions.includes('team.read'), name)
  }
})
