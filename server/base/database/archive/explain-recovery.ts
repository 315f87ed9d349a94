/** Says why an archive cannot be restored as it was asked for, and what of it can. */
import { isoTimestamp } from '../../values/dates.ts'
import type { KnownBackup } from './base-backups.ts'
import type { Flaw } from './find-flaw.ts'

/** Where a restore begins. */
export interface Beginning {
  readonly backup: KnownBackup
  /** Whether the archive has a base backup before it. */
  readonly hasOlder: boolean
  readonly walDir: string
}

const AGAIN = 'Copy all of base and wal again from where they were'
const UP_TO_THERE =
  'All that was archived before it comes back, without --to, from a copy of the archive that has neither it nor any ' +
  'later one.'

export function logFlawed(flaw: Flaw, { backup, hasOlder, walDir }: Beginning): Error {
  const { file, what, cause } = flaw
  if (!isFirst(flaw, backup)) return new Error(`${file} is ${what} in ${walDir}. ${UP_TO_THERE}`, { cause })
  return new Error(
    `${file}, with which the log of the base backup of ${backup.whole_at} begins, is ${what} in ${walDir}. ` +
      `${AGAIN}${orOlder(backup, hasOlder)}.`,
    { cause },
  )
}

const isFirst = ({ file }: Flaw, { start_segment }: KnownBackup) => file.startsWith(start_segment)

const orOlder = ({ whole_at }: KnownBackup, hasOlder: boolean) =>
  hasOlder ? `; or name a moment before ${whole_at} with --to, and the base backup before it is used` : ''

export function backupNotWhole({ backup, hasOlder }: Beginning, cause: Error): Error {
  const why = `The base backup ${backup.folder} is not whole (${cause.message}).`
  return new Error(`${why} ${AGAIN}${orOlder(backup, hasOlder)}.`, { cause })
}

/** Whether the server read all that it found and did not come to the moment. */
export function endedEarly(error: unknown): boolean {
  return String(error).includes('recovery ended before configured recovery target')
}

export function explainEnd(
  cause: unknown,
  to: Date,
  flaw: Flaw | null,
  { backup, walDir }: Beginning,
): Error {
  const last = lastReachable(String(cause))
  const isWithin = last !== null && last >= new Date(backup.whole_at)
  const earlier = isWithin ? `Name ${isoTimestamp(last)} or an earlier moment. ` : ''
  const why =
    flaw === null
      ? `The archive ends before ${isoTimestamp(to)}.`
      : `${flaw.file} is ${flaw.what} in ${walDir}, so that ${isoTimestamp(to)} cannot be reached.`
  const rest = flaw === null ? 'Without --to all that is there comes back.' : UP_TO_THERE
  return new Error(`${why} Nothing was restored. ${earlier}${rest}`, { cause })
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
