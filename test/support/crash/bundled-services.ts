// Bundles the services of crash tests into one file each, because loading thousands of modules would take
// most of their short run. Built again only after a change.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { PROJECT_DIR } from '../../../server/kernel/process/project.ts'

const ENTRIES = {
  'crash-at-commit': fileURLToPath(new URL('./crash-at-commit.ts', import.meta.url)),
  'crashable-service': fileURLToPath(new URL('./crashable-service.ts', import.meta.url)),
} as const
const FOLDER = join(PROJECT_DIR, 'node_modules', '.cache', 'crash')

/** Packages with many modules, and rolldown's own. All others stay in their folders. */
const MANY = 'typebox|kysely|undici|zod|ajv|semver|fastify|prom-client|pg|openid-client|@oxc-project'
const INLINED = new RegExp(`^(?:${MANY}|@opentelemetry/api|@modelcontextprotocol/server)(?:/|$)`)

/** The sources of the bundles, and a hash of them, the installed packages and this file. */
interface MadeOf {
  files: string[]
  hash: string
}

const MADE_OF = join(FOLDER, 'made-of.json')
const PACKAGES = join(PROJECT_DIR, 'node_modules', '.package-lock.json')

/** Processes are short-lived: garbage collection would not pay. */
export const SHORT_LIFE = ['--min-semi-space-size=64', '--max-semi-space-size=64'] as const

let bundled: Promise<void> | undefined

/** The file to start; checked once per process. */
export async function bundledService(name: keyof typeof ENTRIES): Promise<string> {
  bundled ??= areCurrent() ? Promise.resolve() : bundle()
  await bundled
  return join(FOLDER, `${name}.mjs`)
}

/** False if a file is missing or has changed. */
function areCurrent(): boolean {
  try {
    const { files, hash } = JSON.parse(readFileSync(MADE_OF, 'utf8')) as MadeOf
    return hash === hashOf(files)
  } catch {
    return false
  }
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const path of [PACKAGES, fileURLToPath(import.meta.url), ...files])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

async function bundle(): Promise<void> {
  const { rolldown } = await import('rolldown')
  const files: string[] = []
  /** Our files find others relative to their own path. */
  const keepPlaces: Plugin = {
    name: 'keep-places',
    transform(code, id) {
      if (id.includes('node_modules')) return null
      if (existsSync(id)) files.push(id)
      return code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href))
    },
  }
  const bundle = await rolldown({
    input: ENTRIES,
    platform: 'node',
    transform: { target: 'esnext' },
    external: (id, importer = '') =>
      !/^[./]/.test(id) && !INLINED.test(id) && !importer.includes('node_modules'),
    plugins: [keepPlaces],
  })
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
  const { output } = await bundle.generate({ format: 'esm', ...names })
  await bundle.close()
  mkdirSync(FOLDER, { recursive: true })
  // Without it, a mix of old and new bundles counts as not built.
  rmSync(MADE_OF, { force: true })
  for (const file of output) if (file.type === 'chunk') put(file.fileName, file.code)
  put('made-of.json', JSON.stringify({ files, hash: hashOf(files) } satisfies MadeOf))
}

/** Replaces the file at once, because another process may be loading it. */
function put(name: string, content: string): void {
  const fresh = join(FOLDER, `${name}.${process.pid}`)
  writeFileSync(fresh, content)
  renameSync(fresh, join(FOLDER, name))
}
