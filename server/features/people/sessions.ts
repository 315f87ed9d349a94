// Sessions: begun, recognised, listed and ended.
import { hash } from 'node:crypto'
import type { PersonLanguage, SecondFactor, Session, SignIn } from '../../../contract/people.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import type { Mode } from '../../../contract/teams.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { countedAddress } from '../../kernel/values/urls.ts'
import { belonging, type Caller, type TeamColumns } from '../teams/caller.ts'
import { gatherUses, makeCallerMemory } from '../teams/callers.ts'
import type { World } from '../world.ts'
import * as store from './session-store.ts'
import {
  findSigned,
  insertSession,
  listSessions,
  recordSessionUses,
  type SessionRow,
  type SignedRow,
} from './session-store.ts'
import type { PeopleConfig } from './settings.ts'

/** A signed-in person with their session and teams. */
export interface SignedIn {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly language: PersonLanguage
    readonly isOperator: boolean
  }
  readonly session: {
    readonly id: string
    readonly createdAt: Date
    readonly lastUsedAt: Date
    readonly expiresAt: Date
    /** The session only allows the second step of its sign-in. */
    readonly awaitsFactor: boolean
  }
  readonly teams: readonly Belonging[]
}

export interface Belonging {
  readonly team: { readonly id: string; readonly name: string }
  readonly role: Role
  /** By mode; created once, because every request needs one. */
  readonly callers: Readonly<Record<Mode, Caller>>
}

/** From the rows of one session, one for each team. */
export function signedInOf(rows: readonly SignedRow[]): SignedIn | undefined {
  const [row] = rows
  if (row === undefined) return undefined
  const { person_id: id, name, email, language, is_operator: isOperator } = row
  const { session_id, created_at, last_used_at, expires_at, awaits_factor } = row
  return {
    person: { id, name, email, language, isOperator },
    session: {
      id: session_id,
      createdAt: created_at,
      lastUsedAt: last_used_at,
      expiresAt: expires_at,
      awaitsFactor: awaits_factor,
    },
    teams: rows.flatMap((one) => (one.team_id === null ? [] : [inTeam(one, one.role)])),
  }
}

function inTeam(row: SignedRow & TeamColumns, role: Role): Belonging {
  const { person_id: id, name, email, session_id: sessionId, expires_at: expiresAt } = row
  const { is_operator: isOperator } = row
  const via = { kind: 'person', id, name, email, role, sessionId, expiresAt, isOperator } as const
  const callerIn = (mode: Mode): Caller => ({ ...belonging(row, mode), permissions: PERMITTED[role], via })
  const callers = { live: callerIn('live'), test: callerIn('test') }
  return { team: { id: row.team_id, name: row.team_name }, role, callers }
}

const setOf = (role: Role): ReadonlySet<Permission> => new Set(ROLE_PERMISSIONS[role])

const PERMITTED: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: setOf('owner'),
  agent: setOf('agent'),
  finance: setOf('finance'),
  developer: setOf('developer'),
  viewer: setOf('viewer'),
}

export interface Sessions {
  /**
   * `beforeReading` may refuse a caller that is not cached. Automatic requests (`isUse` false) do not prolong the
   * session.
   */
  find(token: string, beforeReading: () => void, isUse?: boolean): Promise<SignedIn | null>
  /** Writes the last uses of sessions that are not written yet. */
  flushUses(): Promise<void>
}

const HOUR_MS = 3_600_000

/** A plain hash is enough, because 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** How long an unused session lasts. */
function idleMsOf({ config }: World<PeopleConfig>): number {
  return config.sessionIdleHours * HOUR_MS
}

export function makeSessions(world: World<PeopleConfig>): Sessions {
  const idleMs = idleMsOf(world)
  const uses = gatherUses((batch) => recordSessionUses(world.pool, batch))
  const memory = makeCallerMemory(
    world,
    async (tokenHash) => signedInOf(await findSigned(world.pool, tokenHash)),
    ({ person, teams }) => [person.id, ...teams.map(({ team }) => team.id)],
  )

  function isIdle({ session: { id, lastUsedAt } }: SignedIn): boolean {
    const at = Math.max(lastUsedAt.getTime(), uses.lastOf(id)?.getTime() ?? 0)
    return world.wall.now().getTime() - at > idleMs
  }

  function unlessOver(found: SignedIn | null, isUse: boolean): SignedIn | null {
    const now = world.wall.now()
    if (found === null || found.session.expiresAt <= now || isIdle(found)) return null
    if (isUse) uses.note(found.session.id, now)
    return found
  }

  return {
    async find(token, beforeReading, isUse = true) {
      const found = await memory.find(token, beforeReading)
      // Another process may have recorded a later use: the database knows.
      if (found !== null && isIdle(found)) return unlessOver(await memory.readAgain(token), isUse)
      return unlessOver(found, isUse)
    },
    flushUses: uses.flush,
  }
}

/** The client's address, and its cookie. */
export interface Browser extends Keeper {
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
  readonly device?: Device
}

/** A browser that remembers, after the session, who signed in there last. */
interface Device {
  readonly personId: string | null
  keep(personId: string): void
}

/** With the cookie of an OIDC flow. */
export interface WholeBrowser extends Browser {
  readonly oidc: Keeper
}

export interface Keeper {
  /** The token in the request's cookie. */
  readonly token: string | undefined
  /** Sets the cookie. */
  keep(token: string, until: Date): void
  forget(): void
}

export interface NewSession {
  readonly row: SessionRow
  /** Only here and in the cookie. */
  readonly token: string
}

/** The progress of a sign-in: complete, perhaps with a second factor, or waiting for one. */
interface Factors {
  readonly awaitsFactor?: boolean
  readonly secondFactorAt?: Date
  /** The hash of the verified password. */
  readonly passwordHash?: string | null
  /** The verified identity at a provider. */
  readonly identityId?: string | null
}

const TOKEN_BYTES = 32
const DAY_MS = 86_400_000
const AWAITING_MS = 10 * 60_000

export async function beginSession(
  { wall, config }: World<PeopleConfig>,
  db: Queryable,
  {
    personId,
    browser: { address, userAgent },
    factors: { awaitsFactor = false, secondFactorAt, passwordHash = null, identityId = null } = {},
  }: { readonly personId: string; readonly browser: Browser; readonly factors?: Factors | undefined },
): Promise<NewSession> {
  const now = wall.now()
  const token = randomToken(TOKEN_BYTES)
  const lifeMs = awaitsFactor ? AWAITING_MS : config.sessionDays * DAY_MS
  const row: SessionRow = {
    id: makeId('session', now),
    person_id: personId,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
    address,
    network: countedAddress(address),
    user_agent: userAgent,
    ended_at: null,
    awaits_factor: awaitsFactor,
    second_factor_at: secondFactorAt ?? null,
    identity_id: identityId,
  }
  if (!(await insertSession(db, row, hashToken(token), passwordHash))) fail('sign_in_failed')
  return { row, token }
}

/** Ends sessions at once, in every process. Returns whether there were any. */
export async function endSessions({ pool, wall, signals }: World, which: store.Which): Promise<boolean> {
  const personId = await store.endSessions(pool, which, wall.now())
  // The database signals other processes; this one must drop the sessions before it responds.
  if (personId !== undefined) signals.notifyHere('callers', personId)
  return personId !== undefined
}

export async function signOut(world: World, { session, person }: SignedIn, browser: Browser) {
  await endSessions(world, { personId: person.id, id: session.id })
  browser.forget()
  return { success: true } as const
}

export async function signOutEverywhere(world: World, { person }: SignedIn, browser: Browser) {
  await endSessions(world, { personId: person.id })
  browser.forget()
  return { success: true } as const
}

/** Only the person's own sessions; any other id is not found. */
export async function signOutDevice(world: World, { person }: SignedIn, id: string) {
  if (!(await endSessions(world, { personId: person.id, id }))) fail('session_not_found')
  return { success: true } as const
}

export function sessionView(row: SessionRow, currentId: string): Session {
  return {
    id: row.id,
    created_at: isoTimestamp(row.created_at),
    last_used_at: isoTimestamp(row.last_used_at),
    expires_at: isoTimestamp(row.expires_at),
    address: row.address,
    user_agent: row.user_agent,
    is_current: row.id === currentId,
  }
}

/** Sets the browser's cookie, once the session is stored. */
export function handOver(
  { row, token }: NewSession,
  browser: Browser,
  factors: readonly SecondFactor[] = [],
): SignIn {
  browser.keep(token, row.expires_at)
  if (!row.awaits_factor) browser.device?.keep(row.person_id)
  return { session: row.awaits_factor ? null : sessionView(row, row.id), second_factor: [...factors] }
}

export async function readSessions(
  world: World<PeopleConfig>,
  { person, session }: SignedIn,
): Promise<Session[]> {
  const now = world.wall.now()
  const usedSince = new Date(now.getTime() - idleMsOf(world))
  const sessions = await listSessions(world.pool, person.id, now, usedSince)
  return sessions.map((row) => sessionView(row, session.id))
}
