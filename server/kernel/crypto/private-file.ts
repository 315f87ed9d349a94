// Writes secrets to a file that only its owner reads: always newly created and never through a link, so that
// no other user can redirect or read it.
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
 * Returns the path of a file with this content: an existing one of ours with this name, or a new one. An
 * obstacle is left alone, and the new file gets a longer name.
 */
export function writePrivateFile(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const path = join(folder, name)
  if (isWritten(path, text) || says(path, text)) return path
  const other = `${path}.${randomBuffer(6).toString('hex')}`
  if (!isWritten(other, text)) throw new Error(`${other} is there already`)
  return other
}

/** Returns false if the name exists, also as a link. */
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

/** Whether it is a file of ours, closed to others, with exactly this content. */
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
    // A link, or an unreadable file.
    return false
  }
}
