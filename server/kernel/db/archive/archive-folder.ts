import { execFile } from 'node:child_process'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { randomToken } from '../../crypto/secret-box.ts'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'

/** The suffix that gunzip expects. */
export const PACKED = '.gz'
/** The suffix of files and folders that are not complete. */
export const PART = '.part'
const NEW_FILE = { flags: 'wx', mode: 0o600 } as const
/** Pages of a database: more effort saves little. */
const GZIP_LEVEL = 1

/** Much faster for a thousand files than to sync each one. */
export async function syncDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder])
}

/** Returns the bytes before packing, or null if the file is gone. Bytes appended meanwhile are left out. */
export async function packFile(from: string, to: string): Promise<number | null> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(from)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const { size } = await file.stat()
    const content =
      size === 0 ? Readable.from([]) : file.createReadStream({ end: size - 1, autoClose: false })
    return await pack(content, to)
  } finally {
    await file.close()
  }
}

export async function packText(text: string, to: string): Promise<number> {
  return pack(Readable.from([Buffer.from(text)]), to)
}

/** Throws if the file is damaged or has another length. */
export async function unpackFile(from: string, to: string, bytes: number): Promise<void> {
  const counted = counter()
  await pipeline(
    createReadStream(`${from}${PACKED}`),
    createGunzip(),
    counted.through,
    createWriteStream(to, NEW_FILE),
  )
  if (counted.bytes() !== bytes)
    throw new Error(`${from}${PACKED} has ${counted.bytes()} bytes, not ${bytes}`)
}

/** Throws if the file is damaged. */
export async function testPacked(file: string): Promise<void> {
  await pipeline(createReadStream(file), createGunzip(), async (chunks) => {
    for await (const _chunk of chunks);
  })
}

async function pack(content: Readable, to: string): Promise<number> {
  const counted = counter()
  const disk = createWriteStream(`${to}${PACKED}`, NEW_FILE)
  await pipeline(content, counted.through, createGzip({ level: GZIP_LEVEL }), disk)
  return counted.bytes()
}

function counter() {
  let bytes = 0
  return {
    bytes: () => bytes,
    async *through(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        yield chunk
      }
    },
  }
}

export interface ArchiveFolder {
  root: string
  /** The database's log, in segments that the server itself writes there. */
  wal: string
  /** A folder for each base backup. */
  bases: string
}

export function archiveIn(root: string): ArchiveFolder {
  return { root, wal: join(root, 'wal'), bases: join(root, 'base') }
}

/** Removes unfinished files of an earlier process. */
export function removeParts(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(PART)))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Names the server that writes there. */
export const writerFile = (root: string): string => join(root, 'writer')

/** Names the history that the folder holds. */
export const historyFile = (root: string): string => join(root, 'database')

/** False where the disk of the archive is not mounted. */
export function isThere({ root }: ArchiveFolder): boolean {
  return existsSync(historyFile(root))
}

/** In a cluster that was restored from an archive: the token of the history that began there. */
export const RESTORED = 'embarque.restored'

/** For a cluster that was just unpacked: from here on it differs from the database that was archived. */
export function beginHistory(clusterDir: string): void {
  writeNewFile(join(clusterDir, RESTORED), `${randomToken(16)}\n`)
}

/** Segments of two databases, or of two histories of one database, have the same names. */
export function refuseOtherHistory({ root, wal }: ArchiveFolder, clusterDir: string): void {
  const ours = historyOf(clusterDir)
  const theirs = readOwnFile(historyFile(root))?.toString('utf8').trim()
  if (theirs === ours) return
  if (theirs === undefined && readdirSync(wal).length === 0) {
    writeNewFile(historyFile(root), `${ours}\n`)
    return
  }
  const isSameDatabase = theirs?.split(' ')[0] === ours.split(' ')[0]
  const what = isSameDatabase
    ? 'the archive of this database from before a restore, and an archive holds one history'
    : 'the archive of another database'
  throw new Error(`${root} is ${what}. Set BACKUP_DIR to an empty folder.`)
}

/** The system identifier, and for a restored cluster the token of its restore. */
function historyOf(clusterDir: string): string {
  const token = readOwnFile(join(clusterDir, RESTORED))?.toString('utf8').trim()
  const identifier = systemIdentifier(clusterDir)
  return token === undefined ? identifier : `${identifier} ${token}`
}

/** Assigned by initdb for good: the first eight bytes of the control file. */
function systemIdentifier(clusterDir: string): string {
  const descriptor = openSync(join(clusterDir, 'global', 'pg_control'), 'r')
  try {
    const bytes = Buffer.alloc(8)
    readSync(descriptor, bytes)
    return String(bytes.readBigUInt64LE())
  } finally {
    closeSync(descriptor)
  }
}

const noteFile = (dataDir: string) => join(dataDir, 'archived')

/**
 * A note in DATA_DIR: this folder has the log without a gap, from this base backup on. A start without an archive
 * removes the note, because its log is archived nowhere.
 */
export function noteArchive(dataDir: string, archiveDir: string, base: string): void {
  forgetArchive(dataDir)
  writeNewFile(noteFile(dataDir), `${archiveDir}\n${base}\n`)
}

export function forgetArchive(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true })
}

export function isNoted(dataDir: string, archiveDir: string): boolean {
  return readNote(dataDir)[0] === archiveDir
}

/** The last base backup of this database; undefined without one. */
export function notedBase(dataDir: string): string | undefined {
  return readNote(dataDir)[1]
}

function readNote(dataDir: string): string[] {
  return readOwnFile(noteFile(dataDir))?.toString('utf8').trimEnd().split('\n') ?? []
}

/** A busy disk responds sooner; a share whose server is gone may never respond. */
const HANGS_AFTER_MS = 1_000

interface DiskCheck {
  /** By performance.now. */
  readonly since: number
  readonly done: Promise<void>
}

/** One check at a time for each folder, since each that hangs occupies a thread. */
const diskChecks = new Map<string, DiskCheck>()

/** Resolves when the disk has responded, with or without an error, or when the signal is aborted. */
export async function untilDiskResponds({ root }: ArchiveFolder, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  const { done } = diskChecks.getOrInsertComputed(root, () => ({
    since: performance.now(),
    done: readFile(historyFile(root))
      .catch(() => {})
      .then(() => void diskChecks.delete(root)),
  }))
  if (signal === undefined) return done
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  signal.addEventListener('abort', onAbort)
  await Promise.race([done, aborted])
  signal.removeEventListener('abort', onAbort)
}

export function isDiskChecked({ root }: ArchiveFolder): boolean {
  return diskChecks.has(root)
}

export function isDiskHanging({ root }: ArchiveFolder): boolean {
  const check = diskChecks.get(root)
  return check !== undefined && performance.now() - check.since > HANGS_AFTER_MS
}
