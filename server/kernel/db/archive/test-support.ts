// Archives for tests, with base backups and segments that have no content.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ArchiveFolder, archiveIn } from './archive-folder.ts'

export function segment(number: number, timeline = 1): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(timeline) + hex(Math.floor(number / 256)) + hex(number % 256)
}

export function newArchive(root: string): ArchiveFolder {
  const archive = archiveIn(root)
  mkdirSync(archive.wal)
  mkdirSync(archive.bases)
  return archive
}

export function addSegment({ wal }: ArchiveFolder, name: string): void {
  writeFileSync(join(wal, `${name}.gz`), gzipSync('log'))
}

export function addBase({ bases }: ArchiveFolder, startSegment: string, wholeAt: string): void {
  const folder = join(bases, wholeAt.replaceAll(/[-:.]/g, ''))
  mkdirSync(join(folder, 'pg'), { recursive: true })
  const manifest = {
    format: 'embarque-base-backup',
    version: 1,
    start_segment: startSegment,
    whole_at: wholeAt,
  }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, folders: [], files: {} }))
}
