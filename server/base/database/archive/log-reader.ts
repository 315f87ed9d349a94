/** Looks up in the segments of an archive when the first or the last change in them was made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PACKED } from './pack-files.ts'
import { type Change, changesIn } from './wal-changes.ts'
import { addressOf } from './wal-segments.ts'

export interface LogReader {
  /** In segments that follow each other, at this address or after it. */
  first(segments: readonly string[], since: bigint): Change | null
  /** The same, before this address, or up to the end. */
  last(segments: readonly string[], before?: bigint): Change | null
}

const SEGMENT_BYTES = 16 * 1_024 * 1_024
/** What of the next segment is looked at: a record that went over into it ends there. */
const REST_BYTES = 64 * 1_024

export function logReader(walDir: string): LogReader {
  const known = new Map<string, Change[]>()
  /** The last two: each is looked into by itself, and for what of the one before it went over. */
  const unpacked = new Map<string, Buffer>()

  const changesOf = (name: string, next = '') =>
    known.getOrInsertComputed(`${name} ${next}`, () => {
      const rest = next === '' ? [] : [unpack(next).subarray(0, REST_BYTES)]
      return changesIn(Buffer.concat([unpack(name), ...rest]), addressOf(name), SEGMENT_BYTES)
    })

  function unpack(name: string): Buffer {
    const bytes = unpacked.get(name) ?? read(name)
    unpacked.delete(name)
    unpacked.set(name, bytes)
    for (const [oldest] of unpacked) if (unpacked.size > 2) unpacked.delete(oldest)
    return bytes
  }

  /** Nothing where it is missing or damaged: nobody can read it then. */
  function read(name: string): Buffer {
    try {
      return gunzipSync(readFileSync(join(walDir, `${name}${PACKED}`)), { maxOutputLength: SEGMENT_BYTES })
    } catch {
      return Buffer.alloc(0)
    }
  }

  return {
    first(segments, since) {
      for (const [index, name] of segments.entries()) {
        if (addressOf(name) + BigInt(SEGMENT_BYTES) <= since) continue
        const found = changesOf(name, segments[index + 1]).find(({ address }) => address >= since)
        if (found !== undefined) return found
      }
      return null
    },
    last(segments, before) {
      for (const [index, name] of [...segments.entries()].reverse()) {
        if (before !== undefined && addressOf(name) >= before) continue
        const found = changesOf(name, segments[index + 1]).findLast(
          ({ address }) => before === undefined || address < before,
        )
        if (found !== undefined) return found
      }
      return null
    },
  }
}
