/**
 * Where the timelines of an archive branched off, and which segments lead to one of them. A database that is restored
 * goes on in a timeline of its own; its history file says which ones it came from, and up to where in each.
 */
import { addressOf, parseAddress, placeAt, placeOf, segmentName, timelineNumber } from './wal-segments.ts'

/** A timeline's part of a way through the log, up to an address or, in the last one, to the end of what is there. */
export interface Stretch {
  timeline: number
  from: bigint
  until: bigint | null
}

/** The way to each timeline from the beginning of the log on, by its number. */
export type Timelines = ReadonlyMap<number, readonly Stretch[]>

/** Where a base backup begins, and the address by which it was whole; the first ones made do not say. */
interface Start {
  start_segment: string
  stop_address?: string
}

/** Those that there is a history or a base backup of. The first has no history. */
export function timelinesOf(histories: ReadonlyMap<string, string>, starts: readonly Start[]): Timelines {
  const known = [...histories].map(([name, text]) => [timelineNumber(name), text] as const)
  const begun = starts.map(({ start_segment }) => [timelineNumber(start_segment), ''] as const)
  return new Map(
    [...begun, ...known].map(([timeline, text]) => [timeline, wayTo(timeline, branchesIn(text))] as const),
  )
}

/** A line for each timeline before it: its number, and where the next one branched off. */
function branchesIn(history: string): { timeline: number; at: bigint }[] {
  const lines = [...history.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gim)]
  const ends = lines.map(([, , address = '']) => parseAddress(address))
  // Who was restored to a moment before a branch that it was told to follow has that in its history, never seen.
  return lines.map(([, timeline], index) => ({
    timeline: Number(timeline),
    at: ends.slice(index).reduce((least, end) => (end < least ? end : least)),
  }))
}

function wayTo(timeline: number, branches: ReturnType<typeof branchesIn>): Stretch[] {
  const begins = [0n, ...branches.map(({ at }) => at)]
  const all = [...branches.map((branch) => branch.timeline), timeline]
  return all.map((number, index) => ({
    timeline: number,
    from: begins[index] ?? 0n,
    until: begins[index + 1] ?? null,
  }))
}

/** Whether a timeline goes on from what begins there, or is its own. Others branched off before it was whole. */
export function leadsTo(start: Start, way: readonly Stretch[]): boolean {
  const own = way.find(({ timeline }) => timeline === timelineNumber(start.start_segment))
  if (own === undefined) return false
  return own.until === null || own.until >= wholeBy(start)
}

/** Nothing branches off at the very first address of a segment and has what is in it. */
function wholeBy({ start_segment, stop_address }: Start): bigint {
  return stop_address === undefined ? addressOf(start_segment) + 1n : parseAddress(stop_address)
}

/** The rest of a way, from the segment of one of its timelines on. */
export function wayFrom(way: readonly Stretch[], segment: string): Stretch[] {
  const [own, ...rest] = way.slice(way.findIndex(({ timeline }) => timeline === timelineNumber(segment)))
  return own === undefined ? [] : [{ ...own, from: addressOf(segment) }, ...rest]
}

/**
 * What is read on a way, in that order, whether it is there or not. The segment that a timeline branched off in is the
 * first of its own, with what it has of the one before; only while nothing of it is there, that one's own is read.
 */
export function segmentsOn(way: readonly Stretch[], there: readonly string[]): string[] {
  const places = Map.groupBy(there, timelineNumber)
  const lastPlace = ({ timeline, from }: Stretch) =>
    (places.get(timeline) ?? [])
      .map(placeOf)
      .filter((place) => place >= placeAt(from))
      .reduce<bigint | null>((last, place) => (last === null || place > last ? place : last), null)
  const isNothing = (stretch: Stretch) =>
    stretch.until === null ? lastPlace(stretch) === null : stretch.until === stretch.from
  const read = way.slice(0, Math.max(1, way.findLastIndex((stretch) => !isNothing(stretch)) + 1))
  return read.flatMap((stretch, index) => {
    const first = placeAt(stretch.from)
    const next = read[index + 1]
    if (next !== undefined) return segmentsBetween(stretch.timeline, first, placeAt(next.from) - 1n)
    const last = stretch.until === null ? (lastPlace(stretch) ?? first) : placeAt(stretch.until - 1n)
    return segmentsBetween(stretch.timeline, first, last)
  })
}

function segmentsBetween(timeline: number, first: bigint, last: bigint): string[] {
  const names: string[] = []
  for (let place = first; place <= last; place++) names.push(segmentName(timeline, place))
  return names
}
