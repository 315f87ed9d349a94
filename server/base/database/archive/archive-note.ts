/**
 * The note in DATA_DIR that says where the database is archived, without a gap. A start without an archive takes it
 * away: what such a server writes is in no archive, so none reaches beyond it until there is a new base backup.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'

export function isNoted(dataDir: string, archiveDir: string): boolean {
  return readOwnFile(noteFile(dataDir))?.toString('utf8').trim() === archiveDir
}

export function noteArchive(dataDir: string, archiveDir: string): void {
  forgetArchive(dataDir)
  writeNewFile(noteFile(dataDir), `${archiveDir}\n`)
}

export function forgetArchive(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true })
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'archived')
}
