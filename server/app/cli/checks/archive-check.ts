// Whether what would be needed after the loss of this machine is where it should be.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, problem, warning } from '../../../features/readiness/readiness.ts'
import { archiveIn, isNoted, isThere } from '../../../kernel/db/archive/archive-folder.ts'
import {
  type ArchiveWriter,
  missingText,
  readWriter,
  takenText,
  writerFor,
} from '../../../kernel/db/archive/archive-writer.ts'
import { listBaseBackups } from '../../../kernel/db/archive/base-backups.ts'
import { readArchiveState } from '../../../kernel/db/archive/keep-archive.ts'
import { PACKED } from '../../../kernel/db/archive/packed-files.ts'
import { recoverySource } from '../../../kernel/db/archive/recover.ts'
import type { DatabaseConfig } from '../../../kernel/db/settings.ts'
import { dataDirOf } from '../../boot/open-database.ts'
import type { DoctorCheck } from './installation-checks.ts'

export const ARCHIVE_CHECK: DoctorCheck = { name: 'archive', run: checkArchive }

/** A segment is archived every minute, and a base backup made every day. */
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
  // Nothing is archived while nothing runs.
  if (!alone && ageMs(since) > LATE_MS)
    return problem(`nothing was archived since ${since.toISOString()}`, ADVICE)
  const missing = missingSegment(backupDir)
  if (missing !== null) return problem(missing, GAP_ADVICE)
  const text = `restores from ${backupDir} to any moment since its first base backup; the newest is of ${last.whole_at}`
  return ageMs(new Date(last.whole_at)) < OLD_MS
    ? ok(text)
    : warning(text, 'One is made a day; the log says why not.')
}

/** A restore to the end would be refused for it. Null if nothing is missing. */
function missingSegment(backupDir: string): string | null {
  const { walDir, segments } = recoverySource(archiveIn(backupDir), null)
  const missing = segments.find((segment) => !existsSync(join(walDir, `${segment}${PACKED}`)))
  return missing === undefined ? null : `${missing} is missing in ${walDir}: nothing after it can be restored`
}

/** Null where it is the database that is looked at, or none. */
function otherWriter(backupDir: string, config: DatabaseConfig): ArchiveWriter | null {
  const writer = readWriter(backupDir)
  return writer?.identity === writerFor(dataDirOf(config)).identity ? null : writer
}
