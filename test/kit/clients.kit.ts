// Clients that generators of others make of the document: they compile under `strict`, and run the whole flow against
// the service, from a search to a ticket and from an invoice to its payment. openapi-generator is not among them: it
// is a jar that its package fetches from elsewhere, and the last one inside a package (5.0.0) knows no OpenAPI 3.1.
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { PROJECT_DIR } from '../../server/kernel/process/project.ts'
import { startReceiver } from '../support/fakes/receiver.ts'
import { daysAfter } from '../support/searches.ts'
import { startApp, TEST_KEY } from '../support/start-app.ts'
import { makeRoom, runTool } from './tools.ts'

const receiver = await startReceiver()
after(() => receiver.close())
const app = await startApp()
const document = (await app.anybody.get('/openapi.json')).text

const FLOWS = join(import.meta.dirname, 'flows')
const STRICT = [
  ...['--ignoreConfig', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--types', 'node'],
  ...['--lib', 'esnext,dom,dom.iterable', '--target', 'es2022', '--module', 'node16', '--outDir', 'built'],
  '--rewriteRelativeImportExtensions',
]
/** The project's own compiler, several times faster than the one that generators of the kit work with. */
const TSC = join(PROJECT_DIR, 'node_modules', '.bin', 'tsc')

/** By the command that makes its client of `openapi.json` into `made`. */
const GENERATORS = {
  'openapi-fetch': ['openapi-typescript', 'openapi.json', '-o', 'made.d.ts'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'made', '-c', '@hey-api/client-fetch'],
  'swagger-typescript-api': [
    'swagger-typescript-api',
    ...['generate', '-p', 'openapi.json', '-o', '.', '-n', 'made.ts', '--enum-style=union', '--silent'],
  ],
  orval: ['orval', '--config', 'orval.config.mjs'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs', '--logLevel', 'silent'],
} as const

for (const [name, [command, ...args]] of Object.entries(GENERATORS)) {
  test(`${name}: the client compiles under strict and runs the whole flow`, async () => {
    const room = makeRoom(`client-${name}`)
    writeFileSync(join(room, 'openapi.json'), document)
    writeFileSync(join(room, 'package.json'), '{ "type": "commonjs" }')
    copyFileSync(join(FLOWS, `${name}.ts`), join(room, 'flow.ts'))
    const config = join(FLOWS, `${name}.config.mjs`)
    if (existsSync(config)) copyFileSync(config, join(room, basename(config)))
    await worked(runTool(command, args, room))
    await worked(runTool(TSC, [...STRICT, 'flow.ts'], room))
    const env = { API_URL: app.url, API_KEY: TEST_KEY, RECEIVER_URL: `${receiver.url}/${name}`, DAY: soon() }
    await worked(runTool(process.execPath, [join('built', 'flow.js')], room, env))
  })
}

const soon = () => daysAfter(app.service.world.wall.now(), 30)

async function worked(running: ReturnType<typeof runTool>): Promise<void> {
  const { status, text } = await running
  assert.equal(status, 0, text)
}
