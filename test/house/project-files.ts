// What every test of the house reads: the project's own files, as a clone of it would hold them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Paths from the project's root, with forward slashes, and their text. */
export type Files = ReadonlyMap<string, string>

const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

// As in .gitignore, and Git's own folder.
const IGNORED = /^(?:node_modules|\.git|\.data|\.panel|\.env|\.made|coverage|dist)$|\.log$/

/** Every file of the project, or of some of its folders; a folder that does not exist yet has none. */
export function projectFiles(...folders: string[]): Files {
  const paths = folders.length === 0 ? pathsIn('') : folders.flatMap(pathsIn)
  return new Map(paths.map((path) => [path, projectFile(path)]))
}

/** Pictures have none, whatever letters their bytes spell. */
export function projectFile(path: string): string {
  if (path.endsWith('.webp')) return ''
  return readFileSync(join(PROJECT, path), 'utf8')
}

/** Tests, their tools, benchmarks and scripts: code that the service never runs. */
export function isTestCode(path: string): boolean {
  return /^(?:test|bench|scripts)\/|(?:\.test|\/test-support)\.ts$/.test(path)
}

/** Blank instead of comments, on lines of their own or after code; what is left stays on its line. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:\/\/|\/?\*|--).*$|[ \t](?:\/\/|--) .*$/gm, '')
}

/** The number of the line, from 1, at this place of the text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function pathsIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return pathsIn(path)
    return entry.isFile() ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(join(PROJECT, folder), { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
