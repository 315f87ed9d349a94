// The rules for changes of members, without a database: a team always keeps an owner, and only owners appoint or
// remove owners.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../../contract/roles.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { Caller } from '../teams/caller.ts'
import {
  AT_COMMAND_LINE,
  type Giver,
  giverOf,
  keepAnOwner,
  type Locked,
  membershipChange,
  memberView,
  refuseStranger,
  refuseToGive,
} from './members.ts'
import type { MemberRow } from './person-store.ts'

const created_at = new Date('2026-11-01T12:00:00Z')
const member = (person_id: string, role: Role): MemberRow => ({
  person_id,
  name: `Name of ${person_id}`,
  email: `${person_id}@x.example`,
  role,
  created_at,
  updated_at: created_at,
})
const locked = (all: readonly MemberRow[], id: string): Locked => ({
  all,
  person: all.find(({ person_id }) => person_id === id) ?? assert.fail(id),
})
const asPerson = (id: string, role: Role): Giver => ({
  id,
  permissions: new Set(ROLE_PERMISSIONS[role]),
  isOwner: role === 'owner',
})
const KEY: Giver = { id: 'key_1', permissions: new Set(PERMISSIONS), isOwner: false }
const NARROW_KEY: Giver = { id: 'key_2', permissions: new Set(['people.manage']), isOwner: false }

/** The code of the failure, and what it advises; undefined where there was none. */
function refusal(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    assert.ok(error instanceof Fail)
    return [error.code, error.options.advice].filter(Boolean).join(': ')
  }
}

const TEAM = [member('usr_a', 'owner'), member('usr_b', 'owner'), member('usr_c', 'agent')]
const NO_OWNER = 'forbidden: only an owner changes what an owner is'
const MORE_RIGHTS = `forbidden: this person may do what you may not: ${ROLE_PERMISSIONS.agent.join(', ')}`
const NOT_ANY_MORE = 'forbidden: you are not an owner of this team any more'

const CASES: [what: string, giver: Giver, whom: string, refused: string | undefined][] = [
  ['an owner, another owner', asPerson('usr_a', 'owner'), 'usr_b', undefined],
  ['an owner, themselves', asPerson('usr_a', 'owner'), 'usr_a', undefined],
  ['an owner, an agent', asPerson('usr_a', 'owner'), 'usr_c', undefined],
  ['a key, an agent', KEY, 'usr_c', undefined],
  ['a key, an owner', KEY, 'usr_a', NO_OWNER],
  ['a key that may look after people alone, an agent', NARROW_KEY, 'usr_c', MORE_RIGHTS],
  ['the command line, an owner', AT_COMMAND_LINE, 'usr_a', undefined],
  ['who was an owner at the door and left, an agent', asPerson('usr_x', 'owner'), 'usr_c', NOT_ANY_MORE],
  [
    'who was an owner at the door and is an agent, an owner',
    asPerson('usr_c', 'owner'),
    'usr_a',
    NOT_ANY_MORE,
  ],
  [
    'who was an owner at the door and is an agent, themselves',
    asPerson('usr_c', 'owner'),
    'usr_c',
    NOT_ANY_MORE,
  ],
  ['an agent, an owner', asPerson('usr_c', 'agent'), 'usr_a', NO_OWNER],
]

for (const [what, giver, whom, refused] of CASES)
  test(`${what}: ${refused ?? 'may'}`, () => {
    assert.equal(
      refusal(() => refuseStranger(locked(TEAM, whom), giver)),
      refused,
    )
  })

test('the last owner cannot be removed, regardless of other members', () => {
  for (const others of [[], ['agent'], ['viewer', 'finance', 'developer']] as const) {
    const all = [member('usr_a', 'owner'), ...others.map((role, index) => member(`usr_${index}`, role))]
    for (const { person_id, role } of all)
      assert.equal(
        refusal(() => keepAnOwner(locked(all, person_id))),
        role === 'owner' ? 'last_owner' : undefined,
      )
  }
  for (const { person_id } of TEAM) keepAnOwner(locked(TEAM, person_id))
})

type Step = { by: number; whom: number; to: Role | null }
const steps = fc.array(
  fc.record<Step>({
    by: fc.nat({ max: 4 }),
    whom: fc.nat({ max: 4 }),
    to: fc.constantFrom(...ROLES, null),
  }),
  { maxLength: 30 },
)

test('under any changes a team keeps an owner, and only owners appoint owners', () => {
  fc.assert(
    fc.property(steps, (story) => {
      let team = ROLES.map((role, index) => member(`usr_${index}`, role))
      for (const { by, whom, to } of story) {
        const giver = team.find(({ person_id }) => person_id === `usr_${by}`)
        const target = team.find(({ person_id }) => person_id === `usr_${whom}`)
        if (giver === undefined || target === undefined) continue
        const refused = refusal(() => {
          const who = asPerson(giver.person_id, giver.role)
          if (to !== null) refuseToGive(who, to)
          refuseStranger(locked(team, target.person_id), who)
          if (to !== target.role) keepAnOwner(locked(team, target.person_id))
        })
        if (giver.role !== 'owner') assert.ok(refused?.startsWith('forbidden'), `${giver.role} did ${to}`)
        if (refused !== undefined) continue
        team = team.flatMap((one) => (one !== target ? [one] : to === null ? [] : [{ ...one, role: to }]))
        assert.ok(
          team.some(({ role }) => role === 'owner'),
          JSON.stringify(story),
        )
      }
    }),
  )
})

test('a member is shown with name, address, role and dates only', () => {
  assert.deepEqual(memberView(member('usr_a', 'finance')), {
    id: 'usr_a',
    name: 'Name of usr_a',
    email: 'usr_a@x.example',
    role: 'finance',
    joined_at: '2026-11-01T12:00:00.000Z',
    updated_at: '2026-11-01T12:00:00.000Z',
  })
})

test('the audit log has the roles before and after, or null on joining and leaving', () => {
  const about = { topic: 'access', object: 'membership', objectId: 'usr_a' }
  for (const [before, after] of [
    [null, 'agent'],
    ['agent', 'owner'],
    ['owner', null],
  ] as const)
    assert.deepEqual(membershipChange('usr_a', before, after), {
      ...about,
      before: before && { role: before },
      after: after && { role: after },
    })
})

// A giver needs every permission of the role, and only owners give the role of owner.

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

test('each role can give roles with no more permissions than its own', () => {
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

test('a key with all permissions cannot appoint an owner; the error names the missing permission', () => {
  assert.deepEqual(given(giver(PERMISSIONS)), ['agent', 'finance', 'developer', 'viewer'])
  for (const lacked of ROLE_PERMISSIONS.viewer) {
    const most = PERMISSIONS.filter((permission) => permission !== lacked)
    assert.throws(
      () => refuseToGive(giver(most), 'viewer'),
      (error) => error instanceof Fail && String(error.options?.advice).endsWith(`by you: ${lacked}`),
    )
  }
})

test('only a session of an owner counts as an owner', () => {
  const permissions = new Set(PERMISSIONS)
  const caller = (via: object) => giverOf({ permissions, via } as unknown as Caller)
  const person = (role: Role) => caller({ kind: 'person', id: 'usr_1', role })
  assert.deepEqual(
    ROLES.filter((role) => person(role).isOwner),
    ['owner'],
  )
  assert.deepEqual(caller({ kind: 'key', id: 'key_1' }), { id: 'key_1', permissions, isOwner: false })
})
