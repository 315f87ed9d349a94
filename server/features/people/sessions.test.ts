// Sessions in memory: how long each opens something, who is behind it, and what is stored of its token.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ROLE_PERMISSIONS, ROLES } from '../../../contract/roles.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import type { World } from '../world.ts'
import { profileView } from './profile.ts'
import type { SignedRow } from './session-store.ts'
import {
  type Browser,
  beginSession,
  handOver,
  hashToken,
  makeSessions,
  sessionView,
  signedInOf,
} from './sessions.ts'
import type { PeopleConfig } from './settings.ts'

const START = new Date('2026-11-16T12:00:00.000Z')
const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(START.getTime() + hours * HOUR_MS)

const ROW = {
  session_id: 'ses_1',
  person_id: 'usr_1',
  created_at: START,
  last_used_at: START,
  expires_at: later(14 * 24),
  awaits_factor: false,
  name: 'Ana Lima',
  email: 'ana@agencia.example',
  language: 'pt-BR',
  is_operator: false,
} as const
const NO_TEAM = { ...ROW, team_id: null } as unknown as SignedRow
const inTeam = (team_id: string, role: string) =>
  ({ ...ROW, team_id, team_name: `Agência ${team_id}`, role }) as unknown as SignedRow

interface Asked {
  text: string
  values: unknown[]
}

function worldWith(response: (asked: Asked) => unknown[]) {
  const asked: Asked[] = []
  const wall = fixedClock(START)
  let forget = () => {}
  const pool = {
    query: async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
      asked.push({ text, values })
      return { rows: response({ text, values }) }
    },
  }
  const on = (_: string, listener: (what: string) => void) => {
    forget = () => listener('')
  }
  const signals = { connected: true, on }
  const config: PeopleConfig = { sessionIdleHours: 12, sessionDays: 14 }
  const world = { pool, wall, signals, config } as unknown as World<PeopleConfig>
  return { world, wall, asked, forget: () => forget() }
}

const reads = (asked: readonly Asked[]) => asked.filter(({ text }) => text.includes('select')).length

test('a session is found by the hash of its token and cached; an unknown token is read each time', async () => {
  const { world, asked } = worldWith(({ values: [hash] }) =>
    hashToken('right').equals(hash as Buffer) ? [NO_TEAM] : [],
  )
  const sessions = makeSessions(world)
  let guarded = 0
  const find = (token: string) => sessions.find(token, () => void guarded++)
  for (let n = 0; n < 3; n++) assert.equal((await find('right'))?.person.id, 'usr_1')
  for (let n = 0; n < 3; n++) assert.equal(await find('wrong'), null)
  assert.deepEqual([reads(asked), guarded], [4, 4])
  assert.ok(!JSON.stringify(asked).includes('right'), 'the token itself is not passed on')
})

const LIVES: [name: string, usedEveryHours: number, hours: number, isOpen: boolean][] = [
  ['unused for twelve hours', 12, 12, true],
  ['unused for longer', 12.01, 12.01, false],
  ['used each morning and evening', 11, 330, true],
  ['used until its days are over', 11, 341, false],
]

for (const [name, everyHours, hours, isOpen] of LIVES)
  test(`a session that is ${name} ${isOpen ? 'is open' : 'has ended'}`, async () => {
    const { world, wall } = worldWith(() => [NO_TEAM])
    const sessions = makeSessions(world)
    const find = async () => (await sessions.find('token', () => {})) !== null
    assert.equal(await find(), true)
    for (let at = everyHours; at < hours; at += everyHours) {
      wall.set(later(at))
      assert.equal(await find(), true, `${at} hours`)
    }
    wall.set(later(hours))
    assert.equal(await find(), isOpen)
  })

test('a session has ended at its last moment', async () => {
  const { world, wall } = worldWith(() => [{ ...NO_TEAM, last_used_at: later(335) }])
  const sessions = makeSessions(world)
  wall.set(new Date(ROW.expires_at.getTime() - 1))
  assert.ok(await sessions.find('token', () => {}))
  wall.set(ROW.expires_at)
  assert.equal(await sessions.find('token', () => {}), null)
})

test('before a session ends by inactivity, the database is asked for its use in other processes', async () => {
  let last_used_at = START
  const { world, wall, asked } = worldWith(() => [{ ...NO_TEAM, last_used_at }])
  const sessions = makeSessions(world)
  await sessions.find('token', () => {})
  await sessions.flushUses()
  last_used_at = later(10)
  wall.set(later(13))
  assert.ok(await sessions.find('token', () => {}))
  assert.equal(reads(asked), 2)
  wall.set(later(26))
  assert.equal(await sessions.find('token', () => {}), null, 'and there neither')
})

test('uses are written once for many requests, with the last time of each session', async () => {
  const { world, wall, asked } = worldWith(() => [NO_TEAM])
  const sessions = makeSessions(world)
  for (const hours of [0, 1, 2]) {
    wall.set(later(hours))
    await sessions.find('token', () => {})
  }
  await sessions.flushUses()
  await sessions.flushUses()
  const written = asked.filter(({ text }) => text.includes('update sessions'))
  assert.deepEqual(
    written.map(({ values }) => values),
    [[['ses_1'], [later(2)]]],
  )
})

test('a signalled change causes a new read of every session', async () => {
  let rows = [inTeam('team_1', 'owner')]
  const { world, forget } = worldWith(() => rows)
  const sessions = makeSessions(world)
  const role = async () => (await sessions.find('token', () => {}))?.teams[0]?.role
  assert.equal(await role(), 'owner')
  rows = [inTeam('team_1', 'viewer')]
  assert.equal(await role(), 'owner', 'no signal was sent')
  forget()
  assert.equal(await role(), 'viewer')
  rows = []
  forget()
  assert.equal(await role(), undefined)
})

test('no row is no session; a row without a team is a person without one', () => {
  assert.equal(signedInOf([]), undefined)
  const alone = signedInOf([NO_TEAM])
  assert.deepEqual(alone?.teams, [])
  assert.deepEqual(profileView(alone ?? assert.fail()), {
    id: 'usr_1',
    name: 'Ana Lima',
    email: 'ana@agencia.example',
    language: 'pt-BR',
    is_operator: false,
    teams: [],
    session: {
      id: 'ses_1',
      created_at: '2026-11-16T12:00:00.000Z',
      expires_at: '2026-11-30T12:00:00.000Z',
    },
  })
})

for (const role of ROLES)
  test(`a ${role} is a caller in each mode, with the permissions of the role`, () => {
    const signed = signedInOf([inTeam('team_a', role), inTeam('team_b', 'viewer')]) ?? assert.fail()
    const { callers } = signed.teams[0] ?? assert.fail()
    for (const mode of ['live', 'test'] as const) {
      const { owner, permissions, via, countedAs } = callers[mode]
      assert.deepEqual(owner, { teamId: 'team_a', mode })
      assert.deepEqual([...permissions], [...ROLE_PERMISSIONS[role]])
      assert.equal(countedAs, `team_a ${mode}`)
      assert.ok(via.kind === 'person')
      assert.deepEqual([via.id, via.role, via.sessionId], ['usr_1', role, 'ses_1'])
      assert.deepEqual(via.expiresAt, ROW.expires_at, 'its streams end then')
    }
    assert.deepEqual(
      profileView(signed).teams.map((team) => [team.id, team.name, team.role]),
      [
        ['team_a', 'Agência team_a', role],
        ['team_b', 'Agência team_b', 'viewer'],
      ],
    )
  })

function browserAt(address: string) {
  const kept: [token: string, until: Date][] = []
  const browser: Browser = {
    address,
    userAgent: null,
    requestId: 'req_1',
    token: undefined,
    keep: (token, until) => void kept.push([token, until]),
    forget: () => assert.fail('nothing is forgotten'),
  }
  return { browser, kept }
}

test('a session starts with a token of its own, of which only the hash is stored', async () => {
  const { world, asked } = worldWith(() => [{ id: 'ses_1' }])
  const { browser, kept } = browserAt('2001:db8:1:2:3:4:5:6')
  const sessions = await Promise.all(
    Array.from({ length: 50 }, () => beginSession(world, world.pool, { personId: 'usr_1', browser })),
  )
  assert.equal(new Set(sessions.map(({ token }) => token)).size, 50)
  const [made] = sessions
  const { row, token } = made ?? assert.fail()
  assert.match(token, /^[a-z0-9]{52}$/)
  assert.ok(!JSON.stringify(asked).includes(token))
  assert.deepEqual(asked[0]?.values[1], createHash('sha256').update(token).digest())
  assert.deepEqual([row.expires_at, row.network], [later(14 * 24), '2001:db8:1:2::/64'])
  assert.equal(kept.length, 0, 'not before it is stored')
  assert.deepEqual(handOver({ row, token }, browser), {
    session: sessionView(row, row.id),
    second_factor: [],
  })
  assert.deepEqual(kept, [[token, row.expires_at]])
})

test('a session that awaits its second factor lasts ten minutes, and is not returned yet', async () => {
  const { world } = worldWith(() => [{ id: 'ses_1' }])
  const { browser, kept } = browserAt('203.0.113.9')
  const made = await beginSession(world, world.pool, {
    personId: 'usr_1',
    browser,
    factors: { awaitsFactor: true },
  })
  assert.equal(made.row.expires_at.getTime(), START.getTime() + 600_000)
  assert.deepEqual(handOver(made, browser, ['totp', 'recovery_code']), {
    session: null,
    second_factor: ['totp', 'recovery_code'],
  })
  assert.equal(kept.length, 1)
  const proven = await beginSession(world, world.pool, {
    personId: 'usr_1',
    browser,
    factors: { secondFactorAt: START },
  })
  assert.deepEqual([proven.row.second_factor_at, proven.row.awaits_factor], [START, false])
})

test('a list marks the current session, and shows only public fields', async () => {
  const { world } = worldWith(() => [{ id: 'ses_1' }])
  const { row } = await beginSession(world, world.pool, {
    personId: 'usr_1',
    browser: browserAt('203.0.113.9').browser,
  })
  assert.deepEqual(
    [sessionView(row, row.id).is_current, sessionView(row, 'ses_other').is_current],
    [true, false],
  )
  assert.deepEqual(Object.keys(sessionView(row, '')).toSorted(), [
    'address',
    'created_at',
    'expires_at',
    'id',
    'is_current',
    'last_used_at',
    'user_agent',
  ])
})
