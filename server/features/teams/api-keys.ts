// API keys: their form and hash, what a new key may do, and how keys are created, listed and revoked.
import { hash } from 'node:crypto'
import type { Snapshot } from '../../../contract/event-operations.ts'
import { API_KEYS_MAX } from '../../../contract/limits.ts'
import {
  PERMISSIONS,
  type Permission,
  READ_ONLY_PERMISSIONS,
  READ_PERMISSIONS,
} from '../../../contract/permissions.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { ROLE_PERMISSIONS } from '../../../contract/roles.ts'
import type { ApiKey, ApiKeyInput, Mode, NewApiKey } from '../../../contract/teams.ts'
import { encryptionContext, randomToken, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type AuditValues, type Change, record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, parseTimestamp, type Times } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { type KeyCreator, mayDoEverything, permissionsOf } from './caller.ts'
import {
  countValidKeys,
  insertKey,
  type KeyRow,
  listKeys,
  lockKey,
  setRevoked,
  unusedFirstKeys,
} from './key-store.ts'

const API_KEY_BYTES = 32

/** A new key: sk_live_ or sk_test_ and 52 characters. It is shown once; only its hash is stored. */
export function makeApiKey(mode: Mode): string {
  return `sk_${mode}_${randomToken(API_KEY_BYTES)}`
}

/** A plain hash is enough, because 256 random bits cannot be guessed. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** The part of a key that may be shown, so that people can distinguish two keys. */
export function lastFour(key: string): string {
  return key.slice(-4)
}

export type KeyRights = Pick<KeyRow, 'read_only' | 'permissions' | 'expires_at' | 'created_by'>

export function rightsOf(input: ApiKeyInput, creator: KeyCreator, now: Date): KeyRights {
  const expires_at = expiryOf(input.expires_at, creator, now)
  return { ...permissionsFor(withoutRole(input, creator), creator), expires_at, created_by: creator.id }
}

/** A role is stored as the permissions it has today. A later release that extends the role does not change the key. */
function withoutRole({ role, ...input }: ApiKeyInput, { permissions }: KeyCreator): RequestedRights {
  if (role === undefined) return input
  if (input.permissions !== undefined || input.read_only !== undefined)
    failField('role', 'cannot be given together with permissions or read_only')
  if (role === 'owner' && mayDoEverything(permissions)) return {}
  if (role === 'read_only') return { read_only: true }
  return { permissions: ROLE_PERMISSIONS[role] }
}

type RequestedRights = Readonly<Pick<ApiKeyInput, 'read_only'>> & {
  readonly permissions?: readonly Permission[]
}

function permissionsFor(
  { read_only = false, permissions }: RequestedRights,
  creator: KeyCreator,
): Pick<KeyRow, 'read_only' | 'permissions'> {
  const reading = new Set<Permission>(READ_PERMISSIONS)
  if (permissions === undefined) {
    const all = read_only ? READ_ONLY_PERMISSIONS : PERMISSIONS
    const had = all.filter((permission) => creator.permissions.has(permission))
    // A key with all permissions also gets those that later releases add.
    if (mayDoEverything(creator.permissions)) return { read_only, permissions: null }
    return { read_only: had.every((permission) => reading.has(permission)), permissions: had }
  }
  const lacking = permissions.filter((permission) => !creator.permissions.has(permission))
  if (lacking.length > 0)
    fail(
      'forbidden',
      adviceWith('a key cannot give what its maker does not have: {list}', { list: lacking.join(', ') }),
    )
  const named = PERMISSIONS.filter((permission) => permissions.includes(permission))
  const isReading = named.every((permission) => reading.has(permission))
  if (read_only && !isReading)
    failField('permissions', 'must be permissions to read alone, as read_only is true')
  return { read_only: isReading, permissions: named }
}

/** Keys expire in real time, not by a test clock. */
function expiryOf(text: string | null | undefined, { expiresAt }: KeyCreator, now: Date): Date | null {
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

export function keyView(key: KeyRow): ApiKey {
  return {
    id: key.id,
    name: key.name,
    mode: key.mode,
    read_only: key.read_only,
    permissions: [...permissionsOf(key)],
    last_four: key.last_four,
    created_at: isoTimestamp(key.created_at),
    updated_at: isoTimestamp(key.revoked_at ?? key.created_at),
    created_by: key.created_by,
    expires_at: timeOrNull(key.expires_at),
    revoked_at: timeOrNull(key.revoked_at),
    last_used_at: timeOrNull(key.last_used_at),
  }
}

/** The object of an API-key event. */
function keyEventObject(key: KeyRow): Snapshot<'api_key'> {
  const { id, name, mode, last_four, created_at, revoked_at } = keyView(key)
  return { id, name, mode, last_four, created_at, revoked_at }
}

/** The change for the audit log; `before` is null for a new key. */
function keyChange(before: KeyRow | null, key: KeyRow): Change {
  const { id: objectId } = key
  return {
    topic: 'access',
    object: 'api_key',
    objectId,
    before: before && auditedKey(before),
    after: auditedKey(key),
  }
}

function auditedKey(key: KeyRow): AuditValues {
  const { id, created_at, last_used_at, ...audited } = keyView(key)
  return audited
}

function timeOrNull(at: Date | null): string | null {
  return at === null ? null : isoTimestamp(at)
}

export async function createApiKey(
  world: World,
  scope: Scope,
  input: ApiKeyInput,
  creator: KeyCreator,
): Promise<NewApiKey> {
  const rights = rightsOf(input, creator, world.wall.now())
  return transaction(world, scope, async (tx) => {
    await refuseBeyond(tx, {
      most: API_KEYS_MAX,
      what: 'API keys',
      count: () => countValidKeys(tx, tx.owner, world.wall.now()),
    })
    const secret = makeApiKey(tx.owner.mode)
    const key = await storeKey(tx, { mode: tx.owner.mode, terms: { name: input.name, ...rights }, secret })
    emit(tx, 'api_key.created', keyEventObject(key))
    return { ...keyView(key), secret }
  })
}

/**
 * Stores a key with a random or chosen secret. `firstSecret` encrypts it, if it is shown until its first use. The first
 * keys of a team emit no event: no webhook exists yet.
 */
export async function storeKey(
  tx: Tx,
  {
    mode,
    terms,
    secret,
    firstSecret,
  }: {
    readonly mode: Mode
    readonly terms: KeyRights & { name: string }
    readonly secret: string
    readonly firstSecret?: ((keyId: string) => Buffer) | undefined
  },
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

export async function readKeys(
  db: Queryable,
  owner: Owner,
  page: Page,
  times: Times,
): Promise<Listing<ApiKey>> {
  const found = await listKeys(db, owner, page, times)
  return { ...found, items: found.items.map(keyView) }
}

/** Revokes an API key at once. A second revocation changes nothing. */
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
  // The database signals other processes; this one must drop the key before it responds.
  world.signals.notifyHere('callers', scope.owner.teamId)
  return view
}

/**
 * An unused first key of a team. Its secret is stored encrypted until its first use, so that every start can show it.
 */
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
    secret: secretBox.decrypt(first_secret, contextOf(id)),
  }))
}

export function encryptFirstSecret(box: SecretBox, keyId: string, secret: string): Buffer {
  return box.encrypt(secret, contextOf(keyId))
}

function contextOf(keyId: string): string {
  return encryptionContext('api_keys', 'first_secret', keyId)
}
