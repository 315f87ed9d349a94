// Creates, lists and revokes API keys.
import { hash } from 'node:crypto'
import type { Snapshot } from '../../../contract/event-operations.ts'
import { API_KEYS_MAX } from '../../../contract/limits.ts'
import {
  PERMISSIONS,
  type Permission,
  READ_ONLY_PERMISSIONS,
  READ_PERMISSIONS,
} from '../../../contract/permissions.ts'
import { ROLE_PERMISSIONS } from '../../../contract/roles.ts'
import type { ApiKey, ApiKeyInput, Mode, NewApiKey } from '../../../contract/teams.ts'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, parseTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { type KeyMaker, mayDoEverything, permissionsOf } from './caller.ts'
import {
  countKeys,
  countValidKeys,
  insertKey,
  type KeyRow,
  listKeys,
  lockKey,
  setRevoked,
  unusedFirstKeys,
} from './key-store.ts'

// Makes API keys, and what is kept of them: a hash, and the end by which people tell two keys apart.

const API_KEY_BYTES = 32

/** A new key, sk_live_ or sk_test_ and 52 characters. It is shown once; only its hash is kept. */
export function makeApiKey(mode: Mode): string {
  return `sk_${mode}_${randomToken(API_KEY_BYTES)}`
}

/** What is stored instead of the key. A plain hash is enough: 256 random bits cannot be tried out. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The part of a key that may be shown, so that a person can tell two keys apart. */
export function lastFour(key: string): string {
  return key.slice(-4)
}

// What a new key may do and for how long: what was asked for, never more than its maker has itself.

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

// The only maker of an API key's public JSON.

export function keyView(key: KeyRow): ApiKey {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    read_only: key.read_only,
    permissions: [...permissionsOf(key)],
    last_four: key.last_four,
    created_at: isoTimestamp(key.created_at),
    created_by: key.made_by,
    expires_at: timeOrNull(key.expires_at),
    revoked_at: timeOrNull(key.revoked_at),
    last_used_at: timeOrNull(key.last_used_at),
  }
}

/** What an API-key event carries. */
function keyEventObject(key: KeyRow): Snapshot<'api_key'> {
  const { id, name, mode, last_four, created_at, revoked_at } = keyView(key)
  return { id, name, mode, last_four, created_at, revoked_at }
}

/** What the audit log says of a key that changed; null before it was made. */
function keyChange(before: KeyRow | null, key: KeyRow): Change {
  const { id: objectId } = key
  return {
    topic: 'access',
    object: 'api_key',
    objectId,
    before: before && toldOf(before),
    after: toldOf(key),
  }
}

function toldOf(key: KeyRow) {
  const { id, created_at, last_used_at, ...told } = keyView(key)
  return told
}

function timeOrNull(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}

export async function createApiKey(
  world: World,
  scope: Scope,
  input: ApiKeyInput,
  maker: KeyMaker,
): Promise<NewApiKey> {
  const rights = rightsOf(input, maker, world.wall.now())
  return transaction(world, scope, async (tx) => {
    await refuseBeyond(tx, {
      most: API_KEYS_MAX,
      what: 'API keys',
      count: () => countValidKeys(tx, tx.owner, world.wall.now()),
    })
    const secret = makeApiKey(tx.owner.mode)
    const key = await storeKey(tx, tx.owner.mode, { name: input.name, ...rights }, secret)
    emit(tx, 'api_key.created', keyEventObject(key))
    return { ...keyView(key), secret }
  })
}

/**
 * Stores a key whose secret was made or chosen; a new team's first keys come this way, before anybody could listen.
 * `firstSecret` is sealed by who wants to show it until its first use.
 */
export async function storeKey(
  tx: Tx,
  mode: Mode,
  terms: KeyRights & { name: string },
  secret: string,
  firstSecret?: (keyId: string) => Buffer,
): Promise<KeyRow> {
  const key: KeyRow = {
    id: tx.newId('apiKey'),
    team_id: tx.owner.teamId,
    mode,
    ...terms,
    last_four: lastFour(secret),
    created_at: tx.now,
    revoked_at: null,
    last_used_at: null,
  }
  await insertKey(tx, key, hashApiKey(secret), firstSecret?.(key.id) ?? null)
  record(tx, keyChange(null, key))
  return key
}

// A page of the keys of a team and mode.

export async function readKeys(db: Queryable, owner: Owner, page: Page): Promise<Listing<ApiKey>> {
  const total = await countKeys(db, owner)
  const keys = await listKeys(db, owner, page)
  return { items: keys.map(keyView), total }
}

// Revokes an API key at once; revoking it again changes nothing.

export async function revokeApiKey(world: World, scope: Scope, id: string): Promise<ApiKey> {
  const view = await transaction(world, scope, async (tx) => {
    const key = await lockKey(tx, id)
    if (key === undefined || key.team_id !== tx.owner.teamId || key.mode !== tx.owner.mode)
      fail('api_key_not_found')
    if (key.revoked_at !== null) return keyView(key)
    const revoked = { ...key, revoked_at: tx.now }
    await setRevoked(tx, id, tx.now)
    record(tx, keyChange(key, revoked))
    emit(tx, 'api_key.revoked', keyEventObject(revoked))
    return keyView(revoked)
  })
  // The database signals other processes; this one must forget the key before it answers.
  world.signals.tellHere('callers', scope.owner.teamId)
  return view
}

// The first keys of a team are kept, sealed, until somebody has used them: whatever happens to a start, they can be
// shown again.

export interface FirstKey {
  readonly id: string
  readonly teamName: string
  readonly mode: Mode
  readonly secret: string
}

export async function readFirstKeys({ pool, secretBox }: World): Promise<FirstKey[]> {
  const keys = await unusedFirstKeys(pool)
  return keys.map(({ id, mode, team_name, first_secret }) => ({
    id,
    teamName: team_name,
    mode,
    secret: secretBox.open(first_secret, placeOf(id)),
  }))
}

export function sealFirstSecret(box: SecretBox, keyId: string, secret: string): Buffer {
  return box.seal(secret, placeOf(keyId))
}

function placeOf(keyId: string): string {
  return `api_keys.first_secret:${keyId}`
}
