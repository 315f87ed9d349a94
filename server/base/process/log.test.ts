// Lines are written together, a moment later, and none is lost at the end of a process.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url))

/** Runs a script of its own that has `log`, and tells what it wrote and how many writes that took. */
function written(t: { after(done: () => void): void }, script: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-log-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'log')
  const begin = `import { gathered, makeLog } from ${JSON.stringify(LOG)}
    const log = makeLog({ level: 'info', destination: gathered(${JSON.stringify(file)}) });`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', begin + script], {
    encoding: 'utf8',
  })
  assert.doesNotMatch(stderr, /SyntaxError/)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
}

test('a process that ends by itself leaves all of its lines, in their order', (t) => {
  const lines = written(t, `for (let n = 0; n < 500; n++) log.info('line ' + n)`)
  assert.deepEqual(
    lines,
    Array.from({ length: 500 }, (_, n) => `line ${n}`),
  )
})

test('one that is ended, or fails, leaves the last line too', (t) => {
  assert.deepEqual(written(t, `log.info('last'); setImmediate(() => process.exit(1))`), ['last'])
  assert.deepEqual(written(t, `log.info('last'); setImmediate(() => { throw new Error('broken') })`), ['last'])
})

test('lines that come together are written at once', (t) => {
  const count = `
    import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
    let writes = 0; const plain = fs.write
    fs.write = (...all) => { writes++; return plain(...all) }; syncBuiltinESMExports()`
  const script = `for (let n = 0; n < 20; n++) log.info('line'); setTimeout(() => log.info(String(writes)), 500)`
  const lines = written(t, `${count};${script}`)
  assert.equal(lines.length, 21)
  assert.equal(lines.at(-1), '1')
})
