/** Says why an archive cannot be restored as it was asked for, and what of it can. */
import { isoTimestamp } from '../../values/dates.ts'
import type { KnownBackup } from './base-backups.ts'
import type { Beginning } from './choose-history.ts'
import type { Flaw } from './find-flaw.ts'
import { timelineNumber } from './wal-segments.ts'

const AGAIN = 'Copy all of base and wal again from where they were'

/** A later timeline begins after what is missing: what is before that is the end of an earlier one. */
function upToThere({ file }: Flaw, { timeline }: Beginning): string {
  const own = timelineNumber(file)
  const named = own === timeline ? '' : `with --timeline ${own} and `
  return (
    `All that was archived before it comes back, ${named}without --to, from a copy of the archive that has neither ` +
    'it nor any later one.'
  )
}

export function logFlawed(flaw: Flaw, beginning: Beginning): Error {
  const { backup, hasOlder, walDir } = beginning
  const { file, what, cause } = flaw
  if (flaw.readable > 0)
    return new Error(`${file} is ${what} in ${walDir}. ${upToThere(flaw, beginning)}`, { cause })
  return new Error(
    `${file}, with which the log of the base backup of ${backup.whole_at} begins, is ${what} in ${walDir}. ` +
      `${AGAIN}${orOlder(backup, hasOlder)}.`,
    { cause },
  )
}

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

/** `last` is the last change that could be read. */
export function explainEnd(
  to: Date,
  last: Date | null,
  flaw: Flaw | null,
  beginning: Beginning,
  cause?: unknown,
): Error {
  const { backup, walDir } = beginning
  // It stops at the first change after a moment, so it never gets to that of the last one.
  const reached = last && new Date(last.getTime() - 1)
  const earlier =
    reached !== null && reached >= new Date(backup.whole_at)
      ? `Name ${isoTimestamp(reached)} or an earlier moment. `
      : ''
  const why =
    flaw === null
      ? `The archive ends before ${isoTimestamp(to)}.`
      : `${flaw.file} is ${flaw.what} in ${walDir}, so that ${isoTimestamp(to)} cannot be reached.`
  const rest = flaw === null ? 'Without --to all that is there comes back.' : upToThere(flaw, beginning)
  return new Error(`${why} Nothing was restored. ${earlier}${rest}`, { cause })
}

/** From the server's log: the last change that it found. */
export function lastChangeIn(log: string): Date | null {
  const [, day, time, sign, hours, minutes = '00'] =
    /last completed transaction was at log time (\S+) ([\d:.]+)([+-])(\d\d)(?::?(\d\d))?/.exec(log) ?? []
  return day === undefined ? null : new Date(Date.parse(`${day}T${time}${sign}${hours}:${minutes}`))
}
