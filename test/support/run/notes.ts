// Notes on who runs which file, in a folder that all lanes of a run share: whoever makes the note of a file takes it.
// While the file runs its note holds the lane's process, in the end how long it took.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { realClock } from '../../../server/base/process/clock.ts'
import { campaign } from '../campaign.ts'

/** The longest campaign of the full run takes about three minutes, the longest file of the quick one half of one. */
export const FILE_MAX_MS: number = campaign(900_000, 240_000)

interface Note {
  file: string
  /** Of the lane that runs it; null once it has ended. */
  pid: number | null
  ms: number
}

const RUNNING = 'run by '

export function isMine(file: string): boolean {
  try {
    writeFileSync(pathOf(file), `${RUNNING}${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function noteEnd(file: string, ms: number): void {
  writeFileSync(pathOf(file), String(ms))
}

/** Of one that runs, how long it does so far. */
export function readNotes(): Note[] {
  return readdirSync(folder()).map((name) => {
    const path = join(folder(), name)
    const text = readFileSync(path, 'utf8')
    const pid = text.startsWith(RUNNING) ? Number(text.slice(RUNNING.length)) : null
    const ms = pid === null ? Number(text) : realClock.now().getTime() - statSync(path).mtimeMs
    return { file: decodeURIComponent(name), pid, ms }
  })
}

function pathOf(file: string): string {
  return join(folder(), encodeURIComponent(file))
}

function folder(): string {
  const notes = process.env.TEST_NOTES
  if (notes === undefined) throw new Error('run the tests through "npm test", which shares them out')
  return notes
}
