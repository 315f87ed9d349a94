// Runs numbered SQL files, forward only, at start and under a lock, so that several services may start at
// once.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/process/clock.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  hash: string
}

// Any fixed number works; it is the same in every version of Embarque.
const MIGRATION_LOCK = 7_261_834_001n
const FOLDER = new URL('./migrations/', import.meta.url)

let known: readonly Migration[] | undefined

/** Read once: a process has one version, even if the folder changes later. */
export function readMigrations(): readonly Migration[] {
  known ??= readMigrationsIn(FOLDER)
  return known
}

/** `folder` ends with a slash. */
export function readMigrationsIn(folder: URL): readonly Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const sql = readFileSync(new URL(file, folder), 'utf8')
    const number = Number(file.slice(0, 4))
    if (number !== index + 1) throw new Error(`migrations must be numbered without gaps: ${file}`)
    return { number, name: file.slice(5, -4), sql, hash: createHash('sha256').update(sql).digest('hex') }
  })
}

interface Migrating {
  /** Defaults to this version's; a restore omits those that its backup lacks. */
  migrations?: readonly Migration[]
  /** Runs under the same lock. */
  after?: () => Promise<void>
}

/** Runs the migrations that the database lacks, and returns them. */
export async function migrate(
  client: pg.Client,
  { migrations = readMigrations(), after }: Migrating = {},
): Promise<Migration[]> {
  return underMigrationLock(client, async () => {
    await createHistory(client)
    const applied = await appliedMigrations(client)
    checkHistory(migrations, applied)
    const missing = migrations.slice(applied.length)
    for (const migration of missing) await run(client, migration)
    await after?.()
    return missing
  })
}

/** No other session migrates while `work` runs. The session may take the lock again inside. */
export async function underMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  try {
    return await work()
  } finally {
    // A lost session has lost its lock too; the caller must get the original error.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
  }
}

/** The migrations that this version has and the database lacks. */
export async function missingMigrations(client: Queryable): Promise<Migration[]> {
  const migrations = readMigrations()
  const applied = await appliedMigrations(client)
  checkHistory(migrations, applied)
  return migrations.slice(applied.length)
}

export interface AppliedMigration {
  number: number
  name: string
  hash: string
}

const selectHistory = statement<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
const selectApplied = statement<AppliedMigration>('select number, name, hash from migrations order by number')

async function hasHistory(client: Queryable): Promise<boolean> {
  return onlyRow(await selectHistory(client)).there
}

/** The migrations that ran on this database, in order; none on a database without Embarque's tables. */
export async function appliedMigrations(client: Queryable): Promise<AppliedMigration[]> {
  return (await hasHistory(client)) ? selectApplied(client) : []
}

/** Whether a newer version has migrated this database while this process runs. */
export async function isMigratedSince(db: Queryable): Promise<boolean> {
  const newest = (await appliedMigrations(db)).at(-1)
  return newest !== undefined && newest.number > readMigrations().length
}

async function createHistory(client: pg.Client): Promise<void> {
  const version = Number((await client.query('show server_version_num')).rows[0].server_version_num)
  if (version < 140_000)
    throw new Error(`PostgreSQL 14 or newer is needed; DATABASE_URL leads to ${version / 10_000}`)
  // A role that may not create tables can still find that no migration is missing.
  if (await hasHistory(client)) return
  await client.query(`create table migrations (
    number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now())`)
}

/** Versions before 1.0.0 began with another migration and cannot be upgraded. */
export function isBeforeBaseline(applied: readonly AppliedMigration[]): boolean {
  return applied[0] !== undefined && applied[0].name !== readMigrations()[0]!.name
}

/** Throws if the database was migrated by other files than these. */
function checkHistory(migrations: readonly Migration[], applied: AppliedMigration[]): void {
  if (isBeforeBaseline(applied)) {
    throw new Error(
      `the database is of an Embarque before 1.0.0 (its first migration is "${applied[0]!.name}"), which ` +
        'cannot be upgraded; move or delete the data folder (DATA_DIR) and start again, or set DATABASE_URL ' +
        'to an empty database',
    )
  }
  const newest = applied.at(-1)
  if (newest !== undefined && newest.number > migrations.length) {
    throw new Error(
      `the database was migrated by a newer Embarque (migration ${newest.number}, ` +
        `this version knows ${migrations.length}); start that version`,
    )
  }
  for (const row of applied) {
    const migration = migrations[row.number - 1]
    if (migration?.hash !== row.hash) {
      throw new Error(
        `migration ${row.number} (${row.name}) was changed after it ran; restore the file, add a new one`,
      )
    }
  }
}

const LOCK_TRIES = 60
const LOCK_WAIT_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Tries for a short time only: while a migration waits for a lock, every request on that table waits behind
 * it.
 */
async function run(client: pg.Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce(client, migration)
    } catch (error) {
      const isLocked = (error as { cause?: { code?: unknown } }).cause?.code === LOCK_NOT_AVAILABLE
      if (!isLocked || tries === LOCK_TRIES) throw error
      await wait(LOCK_WAIT_MS)
    }
  }
}

async function runOnce(client: pg.Client, { number, name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await client.query(sql)
    await client.query('insert into migrations (number, name, hash) values ($1, $2, $3)', [
      number,
      name,
      hash,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${number} (${name}) failed: ${(error as Error).message}${adviceOn(error)}`, {
      cause: error,
    })
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

function adviceOn(error: unknown): string {
  if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) return ''
  return '; set DATABASE_OWNER_URL to the owner of the tables, or run "npx embarque migrate" with it'
}

// Checks at start that this service has the secret key of the others on its database: another key could not
// decrypt their secrets.

const build = buildFor<{ installation: { key_proof: Buffer; created_at: Date } }>()

const PROOF = 'embarque'
const CONTEXT = 'installation.key_proof'

export const WRONG_KEY =
  'the secret key is not the one this database was made with; set SECRET_KEY, or put the right secret.key into DATA_DIR'

/** Encrypts the proof on a new database; on any other, throws if this key cannot decrypt it. */
export async function proveSecretKey(db: Queryable, box: SecretBox, wall: Clock): Promise<void> {
  const fits = await secretKeyFits(db, box)
  if (fits === false) throw new Error(WRONG_KEY)
  if (fits) return
  const key_proof = box.encrypt(PROOF, CONTEXT)
  await rows(db, build.insertInto('installation').values({ key_proof, created_at: wall.now() }))
}

/** Whether this key decrypts the database's proof; null if no service has started yet and any key will do. */
export async function secretKeyFits(db: Queryable, box: SecretBox | null): Promise<boolean | null> {
  const stored = await firstRow(db, build.selectFrom('installation').select('key_proof'))
  if (stored === undefined) return null
  try {
    return box?.decrypt(stored.key_proof, CONTEXT) === PROOF
  } catch {
    // A wrong key cannot decrypt the proof.
    return false
  }
}
