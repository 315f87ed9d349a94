/** Says why an archive cannot be restored as it was asked for, and up to which moment it can. */
import { isoTimestamp } from '../../values/dates.ts'
import type { KnownBackup } from './base-backups.ts'

const UP_TO_THERE =
  'What was archived before it can be restored with --to; where that names a moment too late, the last one that ' +
  'can be reached is told.'

export function segmentMissing(
  file: string,
  walDir: string,
  { start_segment, whole_at }: KnownBackup,
): Error {
  return file.startsWith(start_segment)
    ? new Error(
        `${file}, with which the log of the base backup of ${whole_at} begins, is missing in ${walDir}. ` +
          'The folders base and wal of BACKUP_DIR belong together: copy all of both.',
      )
    : new Error(`${file} is missing in ${walDir}. ${UP_TO_THERE}`)
}

export function segmentDamaged(file: string, walDir: string, cause: Error): Error {
  return new Error(`${file} in ${walDir} is damaged (${cause.message}). ${UP_TO_THERE}`, { cause })
}

export function walFolderMissing(walDir: string, cause: Error): Error {
  return new Error(
    `The log of the database cannot be read (${cause.message}). A base backup is nothing without the log that was ` +
      `written beside it: copy ${walDir} too.`,
    { cause },
  )
}

export function backupNotWhole({ folder, whole_at }: KnownBackup, cause: Error): Error {
  return new Error(
    `The base backup ${folder} is not whole (${cause.message}). Copy it again from where it was; or name a moment ` +
      `before ${whole_at} with --to, or take this folder out of the archive, and the one before it is used.`,
    { cause },
  )
}

/** Leaves errors alone that are not about the moment. */
export function explainEnd(error: unknown, to: Date | null): unknown {
  const text = String(error)
  if (to === null || !text.includes('recovery ended before configured recovery target')) return error
  const last = lastReachable(text)
  const upTo = last === null ? 'an earlier moment' : `${isoTimestamp(last)} or an earlier moment`
  return new Error(
    `The archive ends before ${isoTimestamp(to)}, or has a gap or damage before it. Nothing was restored. ` +
      `Name ${upTo}, or leave --to out for all that is there.`,
    { cause: error },
  )
}

/**
 * From the server's log. It stops at the first change after a moment, so it never gets to that of the last one it
 * found: what is told lies just before it.
 */
function lastReachable(log: string): Date | null {
  const [, day, time, sign, hours, minutes = '00'] =
    /last completed transaction was at log time (\S+) ([\d:.]+)([+-])(\d\d)(?::?(\d\d))?/.exec(log) ?? []
  if (day === undefined) return null
  return new Date(Date.parse(`${day}T${time}${sign}${hours}:${minutes}`) - 1)
}
