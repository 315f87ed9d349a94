/**
 * Reads out of the database's log when its changes were made: the embedded bundle has no pg_waldump. What it cannot
 * read it takes for the end, as the server does.
 */

export interface Change {
  /** Where in the log it begins. */
  address: bigint
  /** In milliseconds, with their fraction. */
  atMs: number
}

const PAGE = 8_192
/** Of a page: the high byte of the number of its form, whichever version wrote it. */
const FORM = 0xd1
const BEGINS_WITH_REST = 1
const HAS_LONG_HEADER = 2
/** The server died within the record before: its rest is not there, and it counts for nothing. */
const FOLLOWS_CUT = 8
const RECORD_HEADER = 24
/** So much of a record holds all that is looked at. */
const ENOUGH = 64
const LOG_RECORDS = 0
const SWITCH = 0x40
const TRANSACTION_RECORDS = 1
/** Commit and abort, and both of what was prepared: those that a restore to a moment may stop at. */
const ENDS_OF_TRANSACTIONS: readonly number[] = [0x00, 0x20, 0x30, 0x40]
const OPERATION = 0x70
const SHORT_DATA = 255
const LONG_DATA = 254
/** Parts that may come before the data, and their bytes. */
const BEFORE_DATA: Readonly<Record<number, number>> = { 253: 3, 252: 5 }
/** Where the server's time begins, in 2000. */
const EPOCH_MS = 946_684_800_000

/** Of a log that begins at this address with a segment; of what comes after its length only rests are read. */
export function changesIn(log: Buffer, start: bigint, length: number): Change[] {
  const changes: Change[] = []
  const page = pageReader(log, start)
  let offset = page.afterRest()
  let previous: bigint | null = null
  while (offset !== null && offset < length) {
    const record = page.read(offset, ENOUGH)
    if (record === null || (previous !== null && record.readBigUInt64LE(8) !== previous)) break
    const { end, isCut } = page.walk(offset, record.readUInt32LE(0))
    if (isCut) {
      offset = end
      continue
    }
    const address = start + BigInt(page.skipHeader(offset) ?? offset)
    const atMs = timeOf(record)
    if (atMs !== null) changes.push({ address, atMs })
    // The rest of its segment is empty.
    if (record[17] === LOG_RECORDS && record[16] === SWITCH) break
    previous = address
    offset = end
  }
  return changes
}

function timeOf(record: Buffer): number | null {
  const [info = 0, kind] = record.subarray(16)
  if (kind !== TRANSACTION_RECORDS || !ENDS_OF_TRANSACTIONS.includes(info & OPERATION)) return null
  let at = RECORD_HEADER
  for (let part = record[at]; part !== undefined && part in BEFORE_DATA; part = record[at])
    at += BEFORE_DATA[part] ?? 0
  const data = record[at] === SHORT_DATA ? at + 2 : record[at] === LONG_DATA ? at + 5 : null
  if (data === null || record.length < data + 8) return null
  return EPOCH_MS + Number(record.readBigInt64LE(data)) / 1_000
}

/** Records go over from one page to the next, each of which has a header. */
function pageReader(log: Buffer, start: bigint) {
  /** Where what is at this offset goes on after the header of its page; null where that is no page of this log. */
  function skipHeader(offset: number): number | null {
    if (offset % PAGE !== 0) return offset
    if (offset + PAGE > log.length || log[offset + 1] !== FORM) return null
    if (log.readBigUInt64LE(offset + 8) !== start + BigInt(offset)) return null
    return offset + (log.readUInt16LE(offset + 2) & HAS_LONG_HEADER ? 40 : 24)
  }

  /** The pieces of so many bytes, and where they end; fewer where the log does, or where they were cut. */
  function walk(offset: number, bytes: number): { pieces: Buffer[]; end: number | null; isCut: boolean } {
    const pieces: Buffer[] = []
    let at = offset
    for (let left = bytes; left > 0; ) {
      const inPage = skipHeader(at)
      if (inPage === null) return { pieces, end: null, isCut: false }
      if (pieces.length > 0 && log.readUInt16LE(at + 2) & FOLLOWS_CUT) return { pieces, end: at, isCut: true }
      at = inPage
      const piece = log.subarray(at, at + Math.min(left, PAGE - (at % PAGE)))
      pieces.push(piece)
      left -= piece.length
      at += piece.length
    }
    return { pieces, end: Math.ceil(at / 8) * 8, isCut: false }
  }

  return {
    skipHeader,
    walk,
    /** The beginning of the record there, or null. */
    read(offset: number, most: number): Buffer | null {
      const at = skipHeader(offset)
      const bytes = at === null || at + 4 > log.length ? 0 : log.readUInt32LE(at)
      if (bytes < RECORD_HEADER) return null
      const record = Buffer.concat(walk(offset, Math.min(bytes, most)).pieces)
      return record.length < RECORD_HEADER ? null : record
    },
    /** The first record that begins there, after what is left of one before; null where none does. */
    afterRest(): number | null {
      const at = skipHeader(0)
      if (at === null || !(log.readUInt16LE(2) & BEGINS_WITH_REST)) return at
      return walk(at, log.readUInt32LE(16)).end
    },
  }
}
