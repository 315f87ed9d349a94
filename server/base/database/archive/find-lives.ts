/** When each of an archive's timelines was written, and what it took over from the one that it branched off. */
import { isoTimestamp } from '../../values/dates.ts'
import type { LogReader } from './log-reader.ts'
import { type Stretch, segmentsOn, type Timelines } from './timelines.ts'
import type { Change } from './wal-changes.ts'
import { addressOf, timelineNumber } from './wal-segments.ts'

export interface Life {
  timeline: number
  /** Which one it branched off; null where nothing of one is there. */
  before: number | null
  /** The last change that it has from those before it. */
  taken: Change | null
  /** The first and the last change of its own. */
  first: Change | null
  last: Change | null
  /** Whether the one before it has changes that this one has not. */
  leavesSome: boolean
}

/** `there` are the segments of the archive. */
export function findLives(timelines: Timelines, there: readonly string[], log: LogReader): Life[] {
  const segmentsTo = (way: readonly Stretch[]) => segmentsOn(withoutGone(way, there), there)
  return [...timelines]
    .sort(([one], [other]) => one - other)
    .map(([timeline, way]) => {
      const segments = segmentsTo(way)
      const branch = way.at(-1)?.from ?? 0n
      const parent = way.findLast(({ from, until }) => until !== null && until > from)
      const wayOfParent = parent && (timelines.get(parent.timeline) ?? [{ ...parent, until: null }])
      // Its first one has the end of what it took over too.
      const own = segments.filter((name) => timelineNumber(name) === timeline)
      const last = log.last(own)
      return {
        timeline,
        before: parent?.timeline ?? null,
        taken: log.last(segments, branch),
        first: log.first(own, branch),
        last: last !== null && last.address >= branch ? last : null,
        leavesSome: wayOfParent !== undefined && log.first(segmentsTo(wayOfParent), branch) !== null,
      }
    })
}

/** What is before the first segment that is there was removed with the base backups that needed it. */
function withoutGone(way: readonly Stretch[], there: readonly string[]): Stretch[] {
  const first = there.map(addressOf).reduce<bigint | null>(least, null) ?? 0n
  return way
    .filter(({ until }) => until === null || until > first)
    .map((stretch) => ({ ...stretch, from: stretch.from > first ? stretch.from : first }))
}

const least = (one: bigint | null, other: bigint) => (one === null || other < one ? other : one)

/**
 * Whether it is the one whose changes were made around a moment. Who took over all that was there goes on where the one
 * before it ended; who left some of it begins with its own first change.
 */
export function livedAt({ taken, first, last, leavesSome }: Life, at: Date): boolean {
  const from = leavesSome ? first : taken
  return (from === null || from.atMs <= at.getTime()) && last !== null && last.atMs > at.getTime()
}

export function lifeText({ timeline, before, taken, first, last }: Life): string {
  const lived =
    first && last ? `written from ${timeText(first)} to ${timeText(last)}` : 'without changes of its own'
  const began = before !== null && taken ? `, from timeline ${before} as it was at ${timeText(taken)}` : ''
  return `timeline ${timeline}: ${lived}${began}`
}

const timeText = ({ atMs }: Change) => isoTimestamp(new Date(atMs))
