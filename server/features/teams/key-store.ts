// The SQL on API keys.
import { sql } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { newestFirst } from '../../kernel/db/lists.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { TEAM_COLUMNS, type TeamColumns } from './caller.ts'

interface ApiKeysTable {
  id: string
  team_id: string
  mode: Mode
  name: string
  hash: Buffer
  last_four: string
  read_only: boolean
  permissions: string[] | null
  created_by: string | null
  first_secret: Buffer | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

const build = buildFor<{ api_keys: ApiKeysTable }>()
const TIMES = { updated_at: sql`greatest(created_at, revoked_at)` }

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'name',
  'last_four',
  'read_only',
  'permissions',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const

/** Without the secret. */
export type KeyRow = Pick<ApiKeysTable, (typeof COLUMNS)[number]>

const insert = statement(`
  insert into api_keys (id, team_id, mode, name, hash, last_four, read_only, permissions, created_by, created_at,
    expires_at, first_secret)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`)

/** `firstSecret` is the encrypted secret, if it is shown until its first use. */
export async function insertKey(
  db: Queryable,
  key: KeyRow,
  hash: Buffer,
  firstSecret: Buffer | null,
): Promise<void> {
  const { id, team_id, mode, name, last_four, read_only, permissions, created_by, created_at, expires_at } =
    key
  const rights = [read_only, permissions, created_by]
  await insert(db, id, team_id, mode, name, hash, last_four, ...rights, created_at, expires_at, firstSecret)
}

export async function listKeys(
  db: Queryable,
  { teamId, mode }: Owner,
  page: Page,
  times: Times = ANY_TIME,
): Promise<Listing<KeyRow>> {
  const keys = build
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('mode', '=', mode)
  return newestFirst(db, keys, { page, times, columns: TIMES })
}

const selectValid = statement<{ total: number }>(`
  select count(*)::int as total from api_keys
  where team_id = $1 and mode = $2 and revoked_at is null and (expires_at is null or expires_at > $3)`)

/** Neither revoked nor expired. */
export async function countValidKeys(db: Queryable, { teamId, mode }: Owner, now: Date): Promise<number> {
  return onlyRow(await selectValid(db, teamId, mode, now)).total
}

/** Locks the key, so that the second of two revocations sees the first. */
export async function lockKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  return firstRow(db, build.selectFrom('api_keys').select(COLUMNS).where('id', '=', id).forUpdate())
}

export async function findKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  return firstRow(db, build.selectFrom('api_keys').select(COLUMNS).where('id', '=', id))
}

export async function setRevoked(db: Queryable, id: string, at: Date): Promise<void> {
  await rows(db, build.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id))
}

export type CallerRow = TeamColumns &
  Pick<ApiKeysTable, 'mode' | 'last_four' | 'read_only' | 'permissions' | 'expires_at'> & {
    key_id: string
    key_name: string
  }

const selectCaller = statement<CallerRow>(`
  select k.id as key_id, k.name as key_name, k.mode, k.last_four, k.read_only, k.permissions, k.expires_at,
    ${TEAM_COLUMNS}
  from api_keys k join teams t on t.id = k.team_id
  where k.hash = $1 and k.revoked_at is null`)

/** The key with this hash and its team, unless revoked. */
export async function findCallerRow(db: Queryable, hash: Buffer): Promise<CallerRow | undefined> {
  return (await selectCaller(db, hash))[0]
}

const updateUses = statement(`
  update api_keys k set last_used_at = greatest(k.last_used_at, u.at), first_secret = null
  from unnest($1::text[], $2::timestamptz[]) as u (id, at) where k.id = u.id`)

export async function recordUses(db: Queryable, uses: ReadonlyMap<string, Date>): Promise<void> {
  await updateUses(db, [...uses.keys()], [...uses.values()])
}

type UnusedKey = Pick<ApiKeysTable, 'id' | 'mode'> & { first_secret: Buffer; team_name: string }

const selectUnused = statement<UnusedKey>(`
  select k.id, k.mode, k.first_secret, t.name as team_name
  from api_keys k join teams t on t.id = k.team_id
  where k.first_secret is not null and k.revoked_at is null order by k.id`)

/** The first keys of teams that were never used. */
export async function unusedFirstKeys(db: Queryable): Promise<UnusedKey[]> {
  return selectUnused(db)
}
