/** The copy of the binaries is complete, linked and readable, whatever the package looked like. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readlinkSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { installEngine, removeOtherEngines } from './engine.ts'

function smallPackage(folder: string) {
  const source = join(folder, 'native')
  mkdirSync(join(source, 'lib'), { recursive: true, mode: 0o700 })
  writeFileSync(join(source, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(source, 'pg-symlinks.json'), JSON.stringify(links))
  return { version: '18.4.0', source }
}

test('missing links are created, and files closed by a umask opened', () => {
  const folder = temporaryFolder()
  const engine = smallPackage(folder)
  const installed = installEngine(engine, join(folder, 'engine'))
  assert.equal(readlinkSync(join(installed, 'lib', 'libpq.so.5')), 'libpq.so.5.18')
  assert.equal(statSync(join(installed, 'lib')).mode & 0o777, 0o755)
  assert.equal(statSync(join(installed, 'lib', 'libpq.so.5')).mode & 0o555, 0o555)
})

test('a damaged copy is repaired, a good one kept, other versions removed', () => {
  const folder = temporaryFolder()
  const engine = smallPackage(folder)
  const engines = join(folder, 'engine')
  const installed = installEngine(engine, engines)
  const library = join(installed, 'lib', 'libpq.so.5.18')
  const { ino } = statSync(library)
  installEngine(engine, engines)
  assert.equal(statSync(library).ino, ino)
  truncateSync(library)
  installEngine(engine, engines)
  assert.equal(statSync(library).size, 'library'.length)
  mkdirSync(join(engines, '17.0.0', 'bin'), { recursive: true })
  removeOtherEngines(installed)
  assert.deepEqual(readdirSync(engines), ['18.4.0'])
})
