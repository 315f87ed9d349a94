// Where this copy of Embarque is installed.

import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const PROJECT_DIR: string = fileURLToPath(new URL('../../../', import.meta.url))

// Finds a program's other files, which threads and processes begin with: as sources or compiled, they lie alike.

/** The file of this name beside the one that asks (by its `import.meta.url`), under the ending that that one has. */
export function beside(asks: string, name: string): URL {
  return new URL(`${name}${/\.\w+$/.exec(asks)?.[0] ?? '.ts'}`, asks)
}

// The version of this Embarque, from the one place that has it.

export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

// Opens the service's own files so that nobody leads it elsewhere: a link in a file's place is refused, a new file is
// really new, and nobody else may read it.

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
const CLOSED = 0o600

/** Made where it is missing; what is written comes after what is there. */
export function openToAppend(file: string): number {
  return openPlain(file, O_WRONLY | O_APPEND | O_CREAT)
}

/** One that is there already. */
export function openToChange(file: string): number {
  return openPlain(file, O_WRONLY)
}

/** Undefined where there is none. */
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

/** Fails where anything has this name, be it a link to nowhere. It is on the disk when this returns. */
export function writeNewFile(file: string, content: string | Buffer): void {
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, CLOSED)
  try {
    writeFileSync(descriptor, content)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Not waiting: whoever puts a pipe there must not stop us either. */
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
