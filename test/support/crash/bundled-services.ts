// Puts the services that crash tests kill into one file each, with most of their packages. Their lives are short, and
// three thousand modules that are read one by one take most of them.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { PROJECT_DIR } from '../../../server/base/process/project.ts'

const ENTRIES = {
  'dying-service': fileURLToPath(new URL('./dying-service.ts', import.meta.url)),
  'crashable-service': fileURLToPath(new URL('./crashable-service.ts', import.meta.url)),
} as const
const FOLDER = join(PROJECT_DIR, 'node_modules', '.cache', 'crash')

/** Packages of many modules, and what rolldown itself adds. All others are left in their folders. */
const MANY = 'typebox|kysely|undici|zod|ajv|semver|fastify|prom-client|pg|openid-client|@oxc-project'
const INLINED = new RegExp(`^(?:${MANY}|@opentelemetry/api|@modelcontextprotocol/server)(?:/|$)`)

/** Our files find others by where they are themselves. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) =>
    id.includes('node_modules')
      ? null
      : code.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href)),
}

let bundled: Promise<void> | undefined

/** The file to start; made once in a process. */
export async function bundledService(name: keyof typeof ENTRIES): Promise<string> {
  bundled ??= bundle()
  await bundled
  return join(FOLDER, `${name}.mjs`)
}

async function bundle(): Promise<void> {
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
  for (const file of output) {
    if (file.type !== 'chunk') continue
    // Another process may be starting one at this moment.
    const fresh = join(FOLDER, `${file.fileName}.${process.pid}`)
    writeFileSync(fresh, file.code)
    renameSync(fresh, join(FOLDER, file.fileName))
  }
}
