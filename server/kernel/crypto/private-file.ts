// Secrets in a file that only its owner reads: made anew and never through a link, so that nobody can choose beforehand
// where they go or what becomes of them.
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { randomBuffer } from './secret-box.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants

/**
 * The path of the file that says this: the one of this name, where it is there already and ours, else a new one. What
 * stands in the way is left as it is, and the new file has a longer name.
 */
export function writePrivateFile(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const path = join(folder, name)
  if (isWritten(path, text) || says(path, text)) return path
  const other = `${path}.${randomBuffer(6).toString('hex')}`
  if (!isWritten(other, text)) throw new Error(`${other} is there already`)
  return other
}

/** False where something of this name is there, a link included. */
function isWritten(path: string, text: string): boolean {
  try {
    const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Whether it is a file of ours, closed to others, with exactly this in it. */
function says(path: string, text: string): boolean {
  try {
    const file = openSync(path, O_RDONLY | O_NOFOLLOW)
    try {
      const { uid, mode } = fstatSync(file)
      const isOurs = (mode & 0o170077) === 0o100000 && uid === process.geteuid?.()
      return isOurs && readFileSync(file, 'utf8') === text
    } finally {
      closeSync(file)
    }
  } catch {
    // A link, or not for us to read.
    return false
  }
}
