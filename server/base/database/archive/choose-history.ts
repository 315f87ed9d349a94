/** Decides which timeline of an archive a restore follows, and which base backup it begins with. */
import type { Say } from '../../process/say.ts'
import { isoTimestamp } from '../../values/dates.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { isSinceAll, type KnownBackup, listBaseBackups, noneWhole } from './base-backups.ts'
import { findLives, type Life, lifeText, livedAt } from './find-lives.ts'
import { historiesIn, namesInLog } from './log-folder.ts'
import { logReader } from './log-reader.ts'
import { leadsTo, segmentsOn, type Timelines, timelinesOf, wayFrom } from './timelines.ts'
import { lastTimeline, segmentsAmong } from './wal-segments.ts'

export interface Wanted {
  /** Null for all that is there. */
  to: Date | null
  /** Null for the one that lived at that moment, or that was written last. */
  timeline: number | null
}

/** Where a restore begins, and what it reads. */
export interface Beginning {
  readonly backup: KnownBackup
  /** Whether the archive has a base backup before it. */
  readonly hasOlder: boolean
  readonly walDir: string
  readonly timeline: number
  /** In the order in which they are read, whether they are there or not. */
  readonly segments: readonly string[]
}

export function chooseHistory(archive: ArchiveFolder, wanted: Wanted, say: Say): Beginning {
  const all = listBaseBackups(archive)
  if (all.length === 0) throw noneWhole(archive)
  const histories = historiesIn(archive.wal)
  const found = { archive, all, histories, timelines: timelinesOf(histories, all) }
  const timeline = chooseTimeline(found, wanted, say)
  const leading = leadingTo(timeline, found)
  const backup = lastBy(leading, wanted.to)
  if (backup === undefined) throw beginsLater(found, timeline, leading[0])
  const way = wayFrom(found.timelines.get(timeline) ?? [], backup.start_segment)
  const segments = segmentsOn(way, segmentsAmong(namesInLog(archive.wal)))
  return { backup, hasOlder: leading[0] !== backup, walDir: archive.wal, timeline, segments }
}

interface Found {
  archive: ArchiveFolder
  all: readonly KnownBackup[]
  histories: ReadonlyMap<string, string>
  timelines: Timelines
}

function chooseTimeline(found: Found, { to, timeline }: Wanted, say: Say): number {
  const { archive, timelines } = found
  const numbers = [...timelines.keys()].sort((one, other) => one - other)
  if (timeline !== null && !timelines.has(timeline))
    throw new Error(`There is no timeline ${timeline} in ${archive.root}, only ${numbers.join(', ')}.`)
  if (numbers.length === 1) return numbers[0] ?? 1
  const lives = findLives(timelines, segmentsAmong(namesInLog(archive.wal)), logReader(archive.wal))
  const chosen = timeline ?? livingThen(found, lives, to) ?? writtenLast(found)
  if (lives.some(({ leavesSome }) => leavesSome))
    say(
      `There is more than one history in ${archive.root}:\n${listed(lives)}\nTimeline ${chosen} is restored.`,
    )
  return chosen
}

/** Null without a moment, and for one that none of them reaches or none was begun by. */
function livingThen(found: Found, lives: readonly Life[], to: Date | null): number | null {
  if (to === null || lastBy(found.all, to) === undefined) return null
  const living = lives.filter((life) => livedAt(life, to))
  // One that cannot be restored is no choice, unless there is no other: then it is told why.
  const reached = living.filter(({ timeline }) => lastBy(leadingTo(timeline, found), to) !== undefined)
  const [only, ...others] = reached.length === 0 ? living : reached
  if (only !== undefined && others.length === 0) return only.timeline
  if (living.length === 0 && lives.every(({ last }) => last === null || last.atMs <= to.getTime()))
    return null
  const which = living.length === 0 ? 'No history' : 'More than one history'
  throw new Error(
    `${which} in ${found.archive.root} was written at ${isoTimestamp(to)}, and none is guessed:\n` +
      `${listed(lives)}\nName the one that is meant with --timeline.`,
  )
}

const listed = (lives: readonly Life[]) => lives.map((life) => `  ${lifeText(life)}`).join('\n')

/**
 * Who was restored last and goes on in the archive, also while it has no base backup of its own; unless another has
 * made one since. Where no base backup leads to it, it was restored from another archive.
 */
function writtenLast(found: Found): number {
  const { all, histories, timelines } = found
  const names = [...histories.keys()]
  const newest = lastTimeline(names)
  if (!all.some((backup) => isSinceAll(backup, names)) && leadingTo(newest, found).length > 0) return newest
  const last = all.slice(-1)
  return Math.max(
    ...[...timelines.keys()].filter((number) => leadingTo(number, { ...found, all: last }).length > 0),
  )
}

/** Those that it can be restored from. */
function leadingTo(timeline: number, { all, timelines }: Found): KnownBackup[] {
  return all.filter((backup) => leadsTo(backup, timelines.get(timeline) ?? []))
}

/** The last that was whole at that moment: the less of the log is to be read, the sooner it is done. */
function lastBy(backups: readonly KnownBackup[], to: Date | null): KnownBackup | undefined {
  return backups.findLast(({ whole_at }) => to === null || new Date(whole_at) <= to)
}

function beginsLater(found: Found, timeline: number, first: KnownBackup | undefined): Error {
  if (first === undefined)
    return new Error(`No base backup in ${found.archive.bases} leads to timeline ${timeline}.`)
  const what = found.timelines.size === 1 ? 'The archive' : `What can be restored of timeline ${timeline}`
  return new Error(`${what} begins at ${first.whole_at}; nothing before that can be restored from it.`)
}
