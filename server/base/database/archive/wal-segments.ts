/** The names of the segments of a database's log: which come first, and which one is missing. */
import { PACKED } from './pack-files.ts'

/** Timeline, log and segment, in eight hexadecimal digits each. */
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
const SEGMENTS_PER_LOG = 256n
/** Of an address: what is left of them is its segment. */
const SEGMENT_BITS = 24n

/** What of an archive's files recovery may ask for from a segment on, with the history of all timelines. */
export function neededFiles(names: readonly string[], from: string): string[] {
  return names.filter((name) => {
    const segment = name.slice(0, -PACKED.length)
    if (!name.endsWith(PACKED)) return false
    return HISTORY.test(segment) || (SEGMENT.test(segment) && placeOf(segment) >= placeOf(from))
  })
}

/**
 * What nobody needs any more whose base backups begin with these segments: what lies before all of them. The last one
 * made may begin first: a timeline goes on from where a database was restored to.
 */
export function olderFiles(names: readonly string[], beginnings: readonly string[]): string[] {
  const places = beginnings.map(placeOf)
  return names.filter((name) => {
    const segment = name.slice(0, 24)
    return SEGMENT.test(segment) && places.every((place) => placeOf(segment) < place)
  })
}

/** The first one after `from` that is not there although a later one of its timeline is; null where none is missing. */
export function missingSegment(names: readonly string[], from: string): string | null {
  const segments = names.map((name) => name.slice(0, -PACKED.length)).filter((name) => SEGMENT.test(name))
  const own = segments.filter((name) => timelineOf(name) === timelineOf(from) && name >= from).sort()
  if (own[0] !== from) return from
  const last = own.find((name, index) => placeOf(own[index + 1] ?? segmentAfter(name)) !== placeOf(name) + 1n)
  return last === undefined ? null : segmentAfter(last)
}

/**
 * The last timeline that goes on from what begins with this segment; its own where none does. An archive may hold
 * others too: a copy that was restored from it went on in it for a while, from a moment before this.
 */
export function timelineFrom(histories: ReadonlyMap<string, string>, from: string): number {
  const own = timelineNumber(from)
  const later = [...histories]
    .filter(([, text]) => {
      const branch = branchesIn(text).find(({ timeline }) => timeline === own)
      return branch !== undefined && branch.place >= placeOf(from)
    })
    .map(([name]) => timelineNumber(name))
  return Math.max(own, ...later)
}

/** The last one that these files have a history of. The first has none. */
export function lastTimeline(names: readonly string[]): number {
  return Math.max(1, ...names.filter(isHistory).map(timelineNumber))
}

export function timelineNumber(name: string): number {
  return Number.parseInt(timelineOf(name), 16)
}

/** A line for each timeline before it: its number, and where the next one branched off. */
function branchesIn(history: string): { timeline: number; place: bigint }[] {
  const lines = history.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim)
  return [...lines].map(([, timeline, log, offset]) => ({
    timeline: Number(timeline),
    place: BigInt(`0x${log}`) * SEGMENTS_PER_LOG + (BigInt(`0x${offset}`) >> SEGMENT_BITS),
  }))
}

export const isHistory = (name: string): boolean => HISTORY.test(name.slice(0, -PACKED.length))

function timelineOf(segment: string): string {
  return segment.slice(0, 8)
}

/** Timelines aside: each goes on where the one before it ended. */
function placeOf(segment: string): bigint {
  return BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16)}`)
}

function segmentAfter(segment: string): string {
  const place = placeOf(segment) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${timelineOf(segment)}${hex(place / SEGMENTS_PER_LOG)}${hex(place % SEGMENTS_PER_LOG)}`
}
