// Who is signed in: a person with their session and their teams, and the caller that they are in one of these.

import type { PersonLanguage } from '../../../contract/people.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS, type Role } from '../../../contract/roles.ts'
import type { Mode } from '../../../contract/teams.ts'
import { belonging, type Caller } from '../teams/caller.ts'
import type { TeamColumns } from '../teams/team-of-caller.ts'
import type { SignedRow } from './session-store.ts'

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
    /** It opens nothing but the second step of its sign-in. */
    readonly awaitsFactor: boolean
  }
  readonly teams: readonly Belonging[]
}

export interface Belonging {
  readonly team: { readonly id: string; readonly name: string }
  readonly role: Role
  /** By mode: made once, as there is one for each request. */
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
