// bin/embarque.mjs caches compiled code beside the packages, but only in a folder of its own user: files of root there
// would stop a later `npm ci` of the project's owner. What the command line and the parent of several processes load
// stays small.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PROJECT_DIR } from '../../kernel/process/project.ts'

const NOBODY = 65_534

/** A project with the launcher and a service that only says what it inherits. */
function makeProject(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-launcher-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['bin', 'server', 'node_modules']) mkdirSync(join(folder, name))
  copyFileSync(join(PROJECT_DIR, 'bin', 'embarque.mjs'), join(folder, 'bin', 'embarque.mjs'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const service = 'export const main = (args) => console.log(process.env.NODE_COMPILE_CACHE, ...args)\n'
  writeFileSync(join(folder, 'server', 'main.ts'), service)
  return folder
}

function start(folder: string, settings: Record<string, string> = {}): string {
  const args = [join(folder, 'bin', 'embarque.mjs'), 'start']
  return execFileSync(process.execPath, args, { env: settings, encoding: 'utf8' }).trim()
}

test('compiled code is cached beside packages of the same user', (t) => {
  const folder = makeProject(t)
  const cache = join(folder, 'node_modules', '.cache', 'embarque')
  assert.equal(start(folder), `${cache} start`)
  assert.ok(existsSync(cache))
})

test('root caches nothing beside the packages of another user', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, (t) => {
  const folder = makeProject(t)
  chownSync(join(folder, 'node_modules'), NOBODY, NOBODY)
  assert.equal(start(folder), 'undefined start')
  assert.equal(existsSync(join(folder, 'node_modules', '.cache')), false)
  const own = join(folder, 'own-cache')
  assert.equal(start(folder, { NODE_COMPILE_CACHE: own }), `${own} start`)
})

/** The packages that our own code imports while these modules load. */
function packagesLoadedBy(...modules: string[]): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    const resolve = (specifier, context, next) => {
      if (/^[@a-z]/.test(specifier) && !/^(?:node|file):|node_modules/.test(specifier + context.parentURL))
        packages.add(specifier)
      return next(specifier, context)
    }
    registerHooks({ resolve })
    for (const module of ${JSON.stringify(modules)}) await import('./server/' + module)
    console.log(JSON.stringify([...packages].sort()))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: PROJECT_DIR, encoding: 'utf8' }))
}

test('the table of commands loads no package', () => {
  assert.deepEqual(packagesLoadedBy('main.ts'), [])
})

test('the parent process loads only packages for settings, log, metrics and database', () => {
  const parent = ['main.ts', 'app/boot/config.ts', 'app/cli/start.ts', 'app/boot/supervisor.ts']
  assert.deepEqual(packagesLoadedBy(...parent), ['ipaddr.js', 'kysely', 'pg', 'pino', 'prom-client'])
})
