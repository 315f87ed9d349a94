/** Reads what lies in the folder of an archive's log, and says what to do where it cannot be read. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isHistory } from './wal-segments.ts'

export function namesInLog(walDir: string): string[] {
  try {
    return readdirSync(walDir)
  } catch (cause) {
    throw logMissing(walDir, cause as Error)
  }
}

function logMissing(walDir: string, cause: Error): Error {
  return new Error(
    `The log of the database cannot be read (${cause.message}). A base backup is nothing without the log that was ` +
      `written beside it: copy ${walDir} too.`,
    { cause },
  )
}

/** Of each timeline but the first, by the name of its file. */
export function historiesIn(walDir: string): Map<string, string> {
  const names = namesInLog(walDir).filter(isHistory)
  return new Map(names.map((name) => [name, readHistory(walDir, name)]))
}

function readHistory(walDir: string, name: string): string {
  try {
    return gunzipSync(readFileSync(join(walDir, name))).toString()
  } catch (cause) {
    throw new Error(
      `${name} is damaged (${(cause as Error).message}) in ${walDir}. It says which changes came after which: ` +
        'nothing is restored without it. Copy it again from where it was.',
      { cause },
    )
  }
}
