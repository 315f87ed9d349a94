// The panel's built files as they are served: the bytes, their packed forms, and the name of the sources they are of.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

export interface PanelFile {
  readonly type: string
  readonly bytes: Buffer
  /** The same packed, by the name of the encoding; empty for what does not become smaller. */
  readonly packed: ReadonlyMap<string, Buffer>
}

export type PanelFiles = ReadonlyMap<string, PanelFile>

/** The one that every screen begins with. */
export const PAGE = 'index.html'

/** What the panel is made of: other sources, packages or tools make another panel. */
const SOURCES = ['panel', 'contract', 'package-lock.json']

export function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of SOURCES.flatMap(pathsIn)) hash.update(path).update(readFileSync(join(PROJECT_DIR, path)))
  return hash.digest('hex').slice(0, 32)
}

function pathsIn(path: string): string[] {
  if (!/^(?:panel|contract)/.test(path)) return [path]
  const entries = readdirSync(join(PROJECT_DIR, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT_DIR.length))
    .sort()
}

/** As the builder prints them: one line of JSON for each file, its bytes in Base64. Throws where it is not whole. */
export function readPanelFiles(text: string): PanelFiles {
  const lines = text.split('\n').filter((line) => line !== '')
  const files = new Map(lines.map((line) => fileOf(JSON.parse(line))))
  if (!files.has(PAGE)) throw new Error('the panel has no page')
  return files
}

interface Line {
  name: string
  type: string
  bytes: string
  packed: Readonly<Record<string, string>>
}

function fileOf({ name, type, bytes, packed }: Line): [string, PanelFile] {
  const unpack = ([encoding, text]: [string, string]) => [encoding, Buffer.from(text, 'base64')] as const
  return [
    name,
    { type, bytes: Buffer.from(bytes, 'base64'), packed: new Map(Object.entries(packed).map(unpack)) },
  ]
}
