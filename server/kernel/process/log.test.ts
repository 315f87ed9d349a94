// Log lines are written in batches, and none is lost when a process ends.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeLog, sayTo } from './log.ts'

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url))

/** The log of a separate process that runs this script. */
function logged(script: string): string[] {
  const begin = `import { makeLog } from ${JSON.stringify(LOG)}; const log = makeLog({ level: 'info' });`
  const args = ['--input-type=module', '-e', begin + script]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg)
}

test('a process that exits by itself writes all its lines, in order', () => {
  assert.deepEqual(
    logged(`for (let n = 0; n < 500; n++) log.info('line ' + n)`),
    Array.from({ length: 500 }, (_, n) => `line ${n}`),
  )
})

test('a process that is ended or fails writes its last line too', () => {
  assert.deepEqual(logged(`log.info('last'); process.exit(1)`), ['last'])
  assert.deepEqual(logged(`log.info('last'); throw new Error('broken')`), ['last'])
})

test('simultaneous lines are written at once', () => {
  const lines = logged(`
    import fs from 'node:fs'
    import net from 'node:net'
    import { syncBuiltinESMExports } from 'node:module'
    const plain = fs.write
    let writes = 0
    const busy = net.createServer().listen(0, '127.0.0.1')
    const written = new Promise((resolve) => {
      fs.write = (...all) => {
        writes++
        resolve()
        return plain(...all)
      }
    })
    syncBuiltinESMExports()
    for (let n = 0; n < 20; n++) log.info('line')
    await written
    log.info(String(writes))
    busy.close()`)
  assert.equal(lines.length, 21)
  assert.equal(lines.at(-1), '1')
})

test('messages are logged as info, and trouble as a warning', () => {
  const lines: { level: string; msg: string }[] = []
  const log = makeLog({ level: 'info', destination: { write: (line) => lines.push(JSON.parse(line)) } })
  const say = sayTo(log)
  say('The database is back.')
  say('The database is not back.', 'trouble')
  const logged = lines.map(({ level, msg }) => [level, msg])
  assert.deepEqual(logged, [
    ['info', 'The database is back.'],
    ['warn', 'The database is not back.'],
  ])
})
