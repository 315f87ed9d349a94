// The caller of a request: team, mode, permissions.
import {
  isPermission,
  PERMISSIONS,
  type Permission,
  READ_ONLY_PERMISSIONS,
} from '../../../contract/permissions.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { Role } from '../../../contract/roles.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Mode } from '../../../contract/teams.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { scopeOf, type TimeHost } from '../world.ts'
import type { CallerRow, KeyRow } from './key-store.ts'
import type { Team } from './store.ts'

/** Columns of the team that are read with every caller, because most requests need some of them. */
export type TeamOfCaller = Readonly<
  Pick<
    Team,
    | 'id'
    | 'name'
    | 'email'
    | 'time_zone'
    | 'language'
    | 'markup_percent'
    | 'fee_cents'
    | 'rate_limit_per_minute'
    | 'search_limit_per_minute'
    | 'debits'
    | 'fine_percent'
    | 'interest_percent'
    | 'suppliers'
    | 'without_airlines'
  >
>

/** As read together with a key or a person. */
export type TeamColumns = Omit<TeamOfCaller, 'id' | 'name' | 'email' | 'language'> &
  Readonly<Record<'team_id' | 'team_name' | 'team_email', string>> & { readonly team_language: TeamLanguage }

/** Of `teams t`. */
export const TEAM_COLUMNS = `
    t.id as team_id, t.name as team_name, t.email as team_email, t.time_zone, t.language as team_language, t.markup_percent, t.fee_cents,
    t.rate_limit_per_minute, t.search_limit_per_minute, t.debits, t.fine_percent, t.interest_percent,
    t.suppliers, t.without_airlines`

function teamOfRow(row: TeamColumns): TeamOfCaller {
  const {
    team_id: id,
    team_name: name,
    team_email: email,
    time_zone,
    team_language: language,
    markup_percent,
    fee_cents,
    debits,
  } = row
  const { rate_limit_per_minute, search_limit_per_minute, fine_percent, interest_percent } = row
  const { suppliers, without_airlines } = row
  const limits = { rate_limit_per_minute, search_limit_per_minute }
  const terms = { markup_percent, fee_cents, debits, fine_percent, interest_percent }
  return { id, name, email, time_zone, language, ...limits, ...terms, suppliers, without_airlines }
}

export interface Caller {
  /** The rows that the caller reads and changes. */
  readonly owner: Owner
  readonly permissions: ReadonlySet<Permission>
  readonly via: Via
  /** Rate limits count all keys and people of a team and mode together, so that more keys do not raise the limit. */
  readonly countedAs: string
  /** Read with the caller, because most requests need it. */
  readonly team: TeamOfCaller
}

export type KeyCaller = Caller & { readonly via: KeyVia }

/** The part of a caller that permission checks need. */
export type Asking = Pick<Caller, 'permissions' | 'via'>

/** How the caller authenticated. Requests are counted and logged by these ids. */
export type Via = KeyVia | PersonVia

interface KeyVia {
  readonly kind: 'key'
  readonly id: string
  readonly name: string
  readonly lastFour: string
  readonly expiresAt: Date | null
}

interface PersonVia {
  readonly kind: 'person'
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly sessionId: string
  /** The end of the session; open streams are closed then. */
  readonly expiresAt: Date
  readonly isOperator: boolean
}

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS)
const READING: ReadonlySet<Permission> = new Set(READ_ONLY_PERMISSIONS)

export function callerOfKey(row: CallerRow): KeyCaller {
  const { key_id, key_name, mode, last_four, expires_at } = row
  return {
    ...belonging(row, mode),
    permissions: permissionsOf(row),
    via: { kind: 'key', id: key_id, name: key_name, lastFour: last_four, expiresAt: expires_at },
  }
}

/** The caller's team, whatever the authentication. */
export function belonging(row: TeamColumns, mode: Mode): Pick<Caller, 'owner' | 'countedAs' | 'team'> {
  const team = teamOfRow(row)
  return { owner: { teamId: team.id, mode }, countedAs: `${team.id} ${mode}`, team }
}

/** The permissions of a key. A key from a newer release may name permissions that this one does not know. */
export function permissionsOf({
  read_only,
  permissions,
}: Pick<KeyRow, 'read_only' | 'permissions'>): ReadonlySet<Permission> {
  if (permissions === null) return read_only ? READING : EVERYTHING
  return new Set(permissions.filter(isPermission))
}

export function mayDoEverything(permissions: ReadonlySet<Permission>): boolean {
  return permissions.size === EVERYTHING.size
}

/** Fails with 403 and the name of the missing permission. */
export function demandPermission({ permissions, via }: Asking, permission: Permission): void {
  if (permissions.has(permission)) return
  const whose = via.kind === 'key' ? 'this key' : `the role ${via.role}`
  fail(
    'forbidden',
    adviceWith('this needs the permission {permission}, and {whose} does not have it', { permission, whose }),
  )
}

/** The creator of a key: the key may not have more permissions than its creator, nor live longer. */
export interface KeyCreator {
  readonly permissions: ReadonlySet<Permission>
  readonly expiresAt: Date | null
  /** The id of the key or person; null at the command line. */
  readonly id: string | null
}

export function creatorOf({ permissions, via }: Caller): KeyCreator {
  // A person's session is short, so keys outlive it.
  return { permissions, expiresAt: via.kind === 'key' ? via.expiresAt : null, id: via.id }
}

/** The command line has full access to the database anyway. */
export const OPERATOR: KeyCreator = { permissions: EVERYTHING, expiresAt: null, id: null }

/** Today's date for the caller's team, by its own clock and time zone. */
export async function todayOf(world: TimeHost, { owner, team }: Caller): Promise<Temporal.PlainDate> {
  const { clock } = await scopeOf(world, owner)
  return dateIn(clock.now(), team.time_zone)
}
