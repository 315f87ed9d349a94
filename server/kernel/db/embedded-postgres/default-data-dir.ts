/** Chooses the folder for the database's files when DATA_DIR does not name one. */
import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SHARED_PARENT = '/var/lib/embarque'

/**
 * `.data` in the project. As root the server runs under another user, who could not come in where a folder
 * above is closed to others (a project in /root, say): there the data lives outside, one folder a project.
 */
export function defaultDataDir(projectDir: string): string {
  const project = realpathSync(projectDir)
  if (process.getuid?.() === 0 && foldersFrom(project).some(isClosedToOthers)) {
    const hash = createHash('sha256').update(project).digest('hex').slice(0, 16)
    return join(SHARED_PARENT, hash)
  }
  return join(project, '.data')
}

function foldersFrom(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}

function isClosedToOthers(folder: string): boolean {
  return (statSync(folder).mode & 0o001) === 0
}
