/**
 * The note in DATA_DIR that says where the database is archived, without a gap, and by which base backup. A start
 * without an archive takes it away: what such a server writes is in no archive, so none reaches beyond it until there
 * is a new base backup. So it is where a copy has made one there since, which went on from another moment.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'

export function isNoted(dataDir: string, archiveDir: string): boolean {
  return readNote(dataDir)[0] === archiveDir
}

/** Its last base backup; undefined where there is none. */
export function notedBase(dataDir: string): string | undefined {
  return readNote(dataDir)[1]
}

function readNote(dataDir: string): string[] {
  return readOwnFile(noteFile(dataDir))?.toString('utf8').trimEnd().split('\n') ?? []
}

export function noteArchive(dataDir: string, archiveDir: string, base: string): void {
  forgetArchive(dataDir)
  writeNewFile(noteFile(dataDir), `${archiveDir}\n${base}\n`)
}

export function forgetArchive(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true })
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'archived')
}
