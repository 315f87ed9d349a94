// Checks the service's dependencies: disk, database, clocks, migrations and the secret key.

import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import {
  checkClock,
  type Finding,
  ok,
  problem,
  timeDatabase,
  warning,
} from '../../../features/readiness/readiness.ts'
import { makeSecretBox, readSecretKey, secretKeyFile } from '../../../kernel/crypto/secret-box.ts'
import { archiveIn, isNoted, isThere, PACKED } from '../../../kernel/db/archive/archive-folder.ts'
import {
  type ArchiveWriter,
  missingText,
  readWriter,
  takenText,
  writerFor,
} from '../../../kernel/db/archive/archive-writer.ts'
import { listBaseBackups } from '../../../kernel/db/archive/base-backups.ts'
import { readArchiveState } from '../../../kernel/db/archive/keep-archive.ts'
import { recoverySource } from '../../../kernel/db/archive/recover.ts'
import { onlyRow, statement } from '../../../kernel/db/db.ts'
import type { DatabaseConfig } from '../../../kernel/db/settings.ts'
import type { Config } from '../../boot/config.ts'
import { dataDirOf } from '../../boot/database.ts'
import { missingMigrations, secretKeyFits } from '../../boot/migrate.ts'
import type { Check as AnyCheck, CheckContext as AnyCheckContext } from '../../checks/check.ts'

type CheckContext = AnyCheckContext & {
  /** False for a standby and for a read-only server. */
  readonly takesChanges: boolean
  readonly config: Config
  readonly client: Parameters<typeof missingMigrations>[0]
}
/** A check that needs all settings. */
export type DoctorCheck = AnyCheck<CheckContext>

export const INSTALLATION_CHECKS: readonly DoctorCheck[] = [
  { name: 'database', run: checkDatabase },
  { name: 'disk space', run: checkDiskSpace },
  { name: 'clock', run: checkClock },
]
export const MIGRATIONS_CHECK: DoctorCheck = { name: 'migrations', run: checkMigrations }
export const SECRET_KEY_CHECK: DoctorCheck = { name: 'secret key', run: checkSecretKey }

const SLOW_MS = 50
const OLDEST_MAJOR = 14

const selectVersion = statement<{ version: string; number: number }>(`
  select current_setting('server_version') as version, current_setting('server_version_num')::int as number`)

async function checkDatabase({ config, client, wall, takesChanges }: CheckContext): Promise<Finding> {
  const { version, number } = onlyRow(await selectVersion(client))
  const { roundTripMs } = await timeDatabase(client, wall)
  const place = config.databaseUrl === null ? `embedded in ${dataDirOf(config)}` : 'at DATABASE_URL'
  const text = `PostgreSQL ${version} ${place}, answers in ${roundTripMs.toFixed(1)} ms`
  if (number < OLDEST_MAJOR * 10_000) return problem(text, `Use PostgreSQL ${OLDEST_MAJOR} or newer.`)
  if (!takesChanges)
    return problem(
      `${text}, but is read-only: services that run on it cannot say so, and whatever changes something is 503`,
      'It may be a standby, or a fail-over may be under way: DATABASE_URL must reach the primary. Otherwise see ' +
        'where default_transaction_read_only is set.',
    )
  if (roundTripMs <= SLOW_MS) return ok(text)
  return warning(text, 'Every request asks it several times: run the service nearer to its database.')
}

async function checkMigrations({ client }: CheckContext): Promise<Finding> {
  const missing = await missingMigrations(client)
  if (missing.length === 0) return ok('the database is up to date')
  const names = missing.map(({ number, name }) => `${number} ${name}`).join(', ')
  return problem(`the database lacks ${names}`, 'Start the service, or run "npx embarque migrate".')
}

async function checkSecretKey({ config, client }: CheckContext): Promise<Finding> {
  const file = secretKeyFile(dataDirOf(config))
  const place = config.secretKey === null ? file : 'SECRET_KEY'
  const key = config.secretKey ?? readSecretKey(dataDirOf(config))
  const fits = await secretKeyFits(client, key && makeSecretBox(key))
  if (fits === null) return ok('no service has started on this database yet: its first start fixes the key')
  if (key === null) return problem(`${file} is missing`, 'Put it back from a backup, or set SECRET_KEY.')
  if (fits) return ok(`${place} fits this database`)
  return problem(
    `${place} is not the key this database was made with`,
    'Set SECRET_KEY to the right one, or put the right secret.key into DATA_DIR.',
  )
}

const GIB = 1024 ** 3

async function checkDiskSpace({ config }: CheckContext): Promise<Finding | null> {
  if (config.databaseUrl !== null) return null
  const dataDir = dataDirOf(config)
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${((bavail * bsize) / GIB).toFixed(1)} GiB free in ${dataDir}`
  return bavail * bsize >= GIB ? ok(text) : warning(text, 'Free some space: a full disk stops the database.')
}

// Checks that the archive allows a restore after the loss of this machine.

export const ARCHIVE_CHECK: DoctorCheck = { name: 'archive', run: checkArchive }

/** A segment is archived every minute, and a base backup is made every day. */
const LATE_MS = 300_000
const OLD_MS = 2 * 86_400_000

const TAKEN_ADVICE = 'The database keeps its log in DATA_DIR until then: look at the free space there.'
const ADVICE = 'Look into postgres.log in DATA_DIR, and whether BACKUP_DIR is there, writable and has room.'

const GAP_ADVICE =
  'Bring it back from a copy of the archive. Without one, start the service once without BACKUP_DIR and then with it ' +
  'again: a base backup is made at once.'

async function checkArchive({
  config,
  client,
  alone,
  wall,
}: Parameters<DoctorCheck['run']>[0]): Promise<Finding | null> {
  const { backupDir } = config
  if (backupDir === null) return null
  const isMissing = isNoted(dataDirOf(config), backupDir) && !isThere(archiveIn(backupDir))
  if (isMissing) return problem(missingText(backupDir), TAKEN_ADVICE)
  const other = otherWriter(backupDir, config)
  if (other !== null) return problem(takenText(backupDir, other), TAKEN_ADVICE)
  const ageMs = (at: Date) => wall.now().getTime() - at.getTime()
  const { since, isFailing } = await readArchiveState({ query: (query) => client.query(query) })
  if (isFailing) return problem(`the database's log cannot be archived to ${backupDir}`, ADVICE)
  const last = listBaseBackups(archiveIn(backupDir)).at(-1)
  if (last === undefined)
    return problem(
      `there is no base backup in ${backupDir}`,
      'The service makes one soon after its start; its log says where that fails.',
    )
  // Nothing is archived while no service runs.
  if (!alone && ageMs(since) > LATE_MS)
    return problem(`nothing was archived since ${since.toISOString()}`, ADVICE)
  const missing = missingSegment(backupDir)
  if (missing !== null) return problem(missing, GAP_ADVICE)
  const text = `restores from ${backupDir} to any moment since its first base backup; the newest is of ${last.whole_at}`
  return ageMs(new Date(last.whole_at)) < OLD_MS
    ? ok(text)
    : warning(text, 'One is made a day; the log says why not.')
}

/** The first missing segment, for which a restore to the end would be refused; null if none is missing. */
function missingSegment(backupDir: string): string | null {
  const { walDir, segments } = recoverySource(archiveIn(backupDir), null)
  const missing = segments.find((segment) => !existsSync(join(walDir, `${segment}${PACKED}`)))
  return missing === undefined ? null : `${missing} is missing in ${walDir}: nothing after it can be restored`
}

/** Null if the writer is the checked database, or if there is none. */
function otherWriter(backupDir: string, config: DatabaseConfig): ArchiveWriter | null {
  const writer = readWriter(backupDir)
  return writer?.identity === writerFor(dataDirOf(config)).identity ? null : writer
}
