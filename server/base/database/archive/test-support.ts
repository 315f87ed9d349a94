// Makes segments of a database's log for tests, as the server lays them out: records over pages, each with a header.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ArchiveFolder, archiveIn } from './archive-folder.ts'
import { type BaseBackup, FORMAT } from './base-backups.ts'
import { addressOf, segmentName } from './wal-segments.ts'

const PAGE = 8_192
const EPOCH_MS = 946_684_800_000

/**
 * The end of a transaction at a moment, or something else of that many bytes. One that is cut ends with its page: the
 * server died then, and wrote over the rest of it.
 */
export type TestRecord = { at: string; info?: number; parts?: number[] } | { bytes: number; isCut?: true }

export function segment(place: number, timeline = 1): string {
  return segmentName(timeline, BigInt(place))
}

/** Of so many pages from this address on; the first record goes on from before, with so many bytes left. */
export function makeLog(start: bigint, records: readonly TestRecord[], pages = 3, rest = 0): Buffer {
  const log = Buffer.alloc(pages * PAGE)
  let offset = 0
  let previous = 0n
  let isAfterCut = false
  const put = (record: Buffer, from = 0) => {
    for (let done = from; done < record.length; ) {
      if (offset % PAGE === 0) {
        const isFirst = offset === 0
        log.writeUInt16LE(0xd118, offset)
        log.writeUInt16LE((isFirst ? 2 : 0) + (done > 0 ? 1 : 0) + (isAfterCut ? 8 : 0), offset + 2)
        isAfterCut = false
        log.writeBigUInt64LE(start + BigInt(offset), offset + 8)
        log.writeUInt32LE(done > 0 ? record.length - done : 0, offset + 16)
        offset += isFirst ? 40 : 24
      }
      const piece = record.subarray(done, done + PAGE - (offset % PAGE))
      piece.copy(log, offset)
      offset += piece.length
      done += piece.length
    }
    offset = Math.ceil(offset / 8) * 8
  }
  if (rest > 0) put(Buffer.alloc(rest + 1), 1)
  for (const record of records) {
    const header = offset % PAGE === 0 ? (offset === 0 ? 40 : 24) : 0
    const address = start + BigInt(offset + header)
    const bytes = bytesOf(record, previous)
    const isCut = 'isCut' in record
    put(isCut ? bytes.subarray(0, PAGE - ((offset + header) % PAGE)) : bytes)
    isAfterCut = isCut
    if (!isCut) previous = address
  }
  return log
}

function bytesOf(record: TestRecord, previous: bigint): Buffer {
  const parts = 'at' in record ? [...(record.parts ?? []), 255, 8, ...timeBytes(record.at)] : []
  const bytes = Buffer.alloc('at' in record ? 24 + parts.length : record.bytes)
  bytes.writeUInt32LE(bytes.length, 0)
  bytes.writeBigUInt64LE(previous, 8)
  bytes[16] = 'at' in record ? (record.info ?? 0x80) : 0x10
  bytes[17] = 'at' in record ? 1 : 10
  bytes.set(parts, 24)
  return bytes
}

function timeBytes(at: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(Date.parse(at) - EPOCH_MS) * 1_000n)
  return bytes
}

export function newArchive(root: string): ArchiveFolder {
  const archive = archiveIn(root)
  mkdirSync(archive.wal)
  mkdirSync(archive.bases)
  return archive
}

export function addSegment({ wal }: ArchiveFolder, name: string, ...records: TestRecord[]): void {
  writeFileSync(join(wal, `${name}.gz`), gzipSync(makeLog(addressOf(name), records, 1)))
}

/** Begins with a segment, and was whole at a moment. */
export function addBase(
  archive: ArchiveFolder,
  startSegment: string,
  wholeAt: string,
  more: Partial<BaseBackup> = {},
): void {
  const folder = join(archive.bases, wholeAt.replaceAll(/[-:.]/g, ''))
  mkdirSync(join(folder, 'pg'), { recursive: true })
  const manifest = { format: FORMAT, version: 1, start_segment: startSegment, whole_at: wholeAt }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, folders: [], files: {}, ...more }))
}

/** Of a database that was restored and goes on in the archive: each timeline before it, and where it was left. */
export function addHistory(
  { wal }: ArchiveFolder,
  timeline: number,
  branches: readonly [timeline: number, address: string][],
): void {
  const lines = branches.map(([before, address]) => `${before}\t${address}\tbefore 2026-11-17\n`)
  writeFileSync(join(wal, `0000000${timeline}.history.gz`), gzipSync(lines.join('')))
}
