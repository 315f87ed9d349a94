/** The names of the segments of a database's log, and which of them come before others. */
import { PACKED } from './pack-files.ts'

/** Timeline, log and segment, in eight hexadecimal digits each. */
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
const SEGMENTS_PER_LOG = 256n
/** Of an address in the log: what is left of them is its segment. */
const SEGMENT_BITS = 24n

/** Those of an archive's files that are segments of the log. */
export function segmentsAmong(names: readonly string[]): string[] {
  return names
    .filter((name) => name.endsWith(PACKED))
    .map((name) => name.slice(0, -PACKED.length))
    .filter((name) => SEGMENT.test(name))
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

/** The last one that these files have a history of. The first has none. */
export function lastTimeline(names: readonly string[]): number {
  return Math.max(1, ...names.filter(isHistory).map(timelineNumber))
}

export function timelineNumber(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16)
}

export const isHistory = (name: string): boolean => HISTORY.test(name.slice(0, -PACKED.length))

/** Timelines aside: each goes on where the one before it ended. */
export function placeOf(segment: string): bigint {
  return BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16)}`)
}

export function segmentName(timeline: number, place: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(place / SEGMENTS_PER_LOG) + hex(place % SEGMENTS_PER_LOG)
}

/** Of an address as the server writes it, such as 0/3000028. */
export function parseAddress(text: string): bigint {
  const [log = '', offset = ''] = text.split('/')
  return (BigInt(`0x${log}`) << 32n) + BigInt(`0x${offset}`)
}

/** The place of the segment that an address lies in. */
export const placeAt = (address: bigint): bigint => address >> SEGMENT_BITS

/** The first address of a segment. */
export const addressOf = (segment: string): bigint => placeOf(segment) << SEGMENT_BITS
