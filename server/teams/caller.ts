// Who is calling, however they proved it: the owner whose rows they see, what they may do, and who they are.
import { PERMISSIONS, type Permission, READ_PERMISSIONS } from '../../contract/permissions.ts'
import type { Owner } from '../outbox/owner.ts'
import type { CallerRow } from './key-store.ts'
import type { Team } from './team-store.ts'

export interface Caller {
  /** Whose rows it sees and changes. */
  readonly owner: Owner
  readonly permissions: ReadonlySet<Permission>
  readonly via: Via
  /** All keys of a team and mode together: whoever makes more of them may not ask for more. */
  readonly countedAs: string
  /** Read with the caller, as most requests need something of it. */
  readonly team: Readonly<Omit<Team, 'created_at'>>
}

/** How callers prove who they are. Each kind has ids of its own: requests are counted and logged under them. */
export type Via = KeyVia

interface KeyVia {
  readonly kind: 'key'
  readonly id: string
  readonly name: string
  readonly lastFour: string
  readonly expiresAt: Date | null
}

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS)
const READING: ReadonlySet<Permission> = new Set(READ_PERMISSIONS)

export function callerOfKey(row: CallerRow): Caller {
  const { key_id, key_name, mode, last_four, read_only, expires_at, team_id, team_name, ...terms } = row
  return {
    owner: { teamId: team_id, mode },
    countedAs: `${team_id} ${mode}`,
    permissions: read_only ? READING : EVERYTHING,
    via: { kind: 'key', id: key_id, name: key_name, lastFour: last_four, expiresAt: expires_at },
    team: { id: team_id, name: team_name, ...terms },
  }
}

/** The advice for a caller who lacks a permission. */
export function adviceFor({ kind }: Via): string {
  return { key: 'this key is read-only; use a key with full access to write' }[kind]
}
