/**
 * Lets one database at a time write to an archive. A copy of a database has its number and the names of its segments:
 * two that run would take each other's files for their own. So a file in the archive names who writes, and is written
 * anew as long as that one runs. Who finds another there that was busy lately leaves the archive alone.
 */
import { chmodSync, closeSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openToChange, readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { randomToken } from '../../secrets/secrets.ts'
import { PART } from './pack-files.ts'

/** Some rounds of who renews it; longer than a share may hang for a moment. */
const LEFT_AFTER_MS = 60_000

export interface ArchiveWriter {
  /** What its file begins with while it is this one's turn. */
  readonly token: string
  /** Which database it is on this machine: no other that runs has the same. */
  readonly identity: string
  /** Where people find it. */
  readonly place: string
}

export function writerFor(dataDir: string): ArchiveWriter {
  const { dev, ino } = statSync(dataDir)
  return {
    token: randomToken(16),
    identity: `${thisBoot()}:${dev}:${ino}`,
    place: `${dataDir} on ${hostname()}`,
  }
}

/** Of all that run on one kernel, in whatever containers, one has the lock of a folder. */
function thisBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

export const writerFile = (root: string): string => join(root, 'writer')

/** Null where none writes there. */
export function readWriter(root: string): ArchiveWriter | null {
  const text = readOwnFile(writerFile(root))?.toString('utf8')
  if (text === undefined) return null
  const [token = '', identity = '', place = 'somewhere'] = text.split('\n')
  return { token, identity, place }
}

/** Null once it is our turn, else who else's it is. To be repeated for as long as it shall stay ours. */
export function takeArchive(root: string, us: ArchiveWriter): ArchiveWriter | null {
  const found = readWriter(root)
  if (found?.token === us.token) {
    renew(root, us)
    return null
  }
  // Beside it, so that its age is told by the clock of that disk, which may be another machine's.
  const draft = `${writerFile(root)}.${us.token}${PART}`
  writeNewFile(draft, textOf(us))
  try {
    // The database's own user reads it too.
    chmodSync(draft, 0o644)
    if (found !== null && found.identity !== us.identity && !isLeft(root, draft)) return found
    renameSync(draft, writerFile(root))
    return null
  } finally {
    rmSync(draft, { force: true })
  }
}

export function leaveArchive(root: string, us: ArchiveWriter): void {
  if (readWriter(root)?.token === us.token) rmSync(writerFile(root), { force: true })
}

const textOf = ({ token, identity, place }: ArchiveWriter) => `${token}\n${identity}\n${place}\n`

function renew(root: string, us: ArchiveWriter): void {
  const descriptor = openToChange(writerFile(root))
  try {
    writeSync(descriptor, textOf(us), 0)
  } finally {
    closeSync(descriptor)
  }
}

function isLeft(root: string, justNow: string): boolean {
  const atMs = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return atMs(justNow) - atMs(writerFile(root)) > LEFT_AFTER_MS
}
