// Opens the service's own files safely: a link in place of a file is refused, a new file must not exist yet, and no
// other account may read it.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
const CLOSED = 0o600

/** Creates the file if it is missing. */
export function openToAppend(file: string): number {
  return openPlain(file, O_WRONLY | O_APPEND | O_CREAT)
}

/** Fails if the file is missing. */
export function openToChange(file: string): number {
  return openPlain(file, O_WRONLY)
}

/** Undefined if there is no such file. */
export function readOwnFile(file: string): Buffer | undefined {
  let descriptor: number
  try {
    descriptor = openPlain(file, O_RDONLY)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Fails if anything has this name, even a dangling link. The content is on disk when this returns. */
export function writeNewFile(file: string, content: string | Buffer): void {
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, CLOSED)
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Does not block, so that a pipe in place of the file cannot stop the service. */
function openPlain(file: string, flags: number): number {
  let descriptor: number
  try {
    descriptor = openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, CLOSED)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') throw notPlain(file, error)
    throw error
  }
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw notPlain(file)
}

function notPlain(file: string, cause?: unknown): Error {
  return new Error(
    `${file} is a link, or no plain file. Find out who put it there, and move it away.`,
    cause === undefined ? {} : { cause },
  )
}
