// What a new key may do and for how long: what was asked for, never more than its maker has itself.
import {
  PERMISSIONS,
  type Permission,
  READ_ONLY_PERMISSIONS,
  READ_PERMISSIONS,
} from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS } from '../../../contract/roles.ts'
import type { ApiKeyInput } from '../../../contract/teams.ts'
import { parseTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { type KeyMaker, mayDoEverything } from './caller.ts'
import type { KeyRow } from './key-store.ts'

export type KeyRights = Pick<KeyRow, 'read_only' | 'permissions' | 'expires_at' | 'made_by'>

export function rightsOf(input: ApiKeyInput, maker: KeyMaker, now: Date): KeyRights {
  const expires_at = expiryOf(input.expires_at, maker, now)
  return { ...permissionsFor(withoutRole(input, maker), maker), expires_at, made_by: maker.id }
}

/** A role is written down as what it allows today: a later version that gives the role more does not change the key. */
function withoutRole({ role, ...input }: ApiKeyInput, { permissions }: KeyMaker): Wish {
  if (role === undefined) return input
  if (input.permissions !== undefined || input.read_only !== undefined)
    failField('role', 'cannot be given together with permissions or read_only')
  if (role === 'owner' && mayDoEverything(permissions)) return {}
  if (role === 'read_only') return { read_only: true }
  return { permissions: ROLE_PERMISSIONS[role] }
}

type Wish = Readonly<Pick<ApiKeyInput, 'read_only'>> & { readonly permissions?: readonly Permission[] }

function permissionsFor(
  { read_only = false, permissions }: Wish,
  maker: KeyMaker,
): Pick<KeyRow, 'read_only' | 'permissions'> {
  const reading = new Set<Permission>(READ_PERMISSIONS)
  if (permissions === undefined) {
    const all = read_only ? READ_ONLY_PERMISSIONS : PERMISSIONS
    const had = all.filter((permission) => maker.permissions.has(permission))
    // A key with all of them gets those that later versions add, too.
    if (mayDoEverything(maker.permissions)) return { read_only, permissions: null }
    return { read_only: had.every((permission) => reading.has(permission)), permissions: had }
  }
  const lacking = permissions.filter((permission) => !maker.permissions.has(permission))
  if (lacking.length > 0)
    fail('forbidden', { advice: `a key cannot give what its maker does not have: ${lacking.join(', ')}` })
  const named = PERMISSIONS.filter((permission) => permissions.includes(permission))
  const isReading = named.every((permission) => reading.has(permission))
  if (read_only && !isReading)
    failField('permissions', 'must be permissions to read alone, as read_only is true')
  return { read_only: isReading, permissions: named }
}

/** Keys expire in real time, whatever a test clock says: a credential must not outlive its promise. */
function expiryOf(text: string | null | undefined, { expiresAt }: KeyMaker, now: Date): Date | null {
  if (text === undefined) return expiresAt
  const at = text === null ? null : readExpiry(text, now)
  if (expiresAt !== null && (at === null || at > expiresAt))
    fail('forbidden', {
      advice: `a key cannot outlive its maker, which expires at ${expiresAt.toISOString()}`,
    })
  return at
}

function readExpiry(text: string, now: Date): Date {
  const at = parseTimestamp(text)
  if (at === null) failField('expires_at', 'must be a timestamp such as 2027-01-31T12:00:00.000Z')
  if (at <= now) failField('expires_at', 'must be in the future')
  return at
}
