// The processes that share the test files out: one that hangs fails the run, and does not keep it waiting.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { PROJECT_DIR } from '../../server/base/process/project.ts'
import { COMPILED } from '../support/compiled.ts'

const RUN = join(PROJECT_DIR, 'test/support/run')

interface Ran {
  code: number | null
  said: string
  ms: number
}

/** A run of its own with these files, so many lanes, and limits of seconds. */
async function run(t: TestContext, lanes: number, files: Record<string, string>): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'embarque-lanes-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'notes'))
  for (const [name, code] of Object.entries(files))
    writeFileSync(join(folder, `${name}.mjs`), `import { test } from 'node:test'\n${code}`)
  // One group: what the lane that has it cannot finish is left to the others.
  const groups = [Object.keys(files).map((name) => relative(PROJECT_DIR, join(folder, `${name}.mjs`)))]
  const lane = `import '${RUN}/follow-tests.ts'
    const { takeFiles } = await import('${RUN}/take-files.ts')
    await takeFiles(${JSON.stringify(groups)}, { fileMaxMs: 1_500, endMaxMs: 500 })`
  for (let number = 1; number <= lanes; number++) writeFileSync(join(folder, `lane-${number}.mjs`), lane)
  const setup = `import { endStuckLanes } from '${RUN}/end-stuck-lanes.ts'
    export const globalSetup = () => void endStuckLanes(3_000, 100)`
  writeFileSync(join(folder, 'setup.mjs'), setup)
  const startMs = performance.now()
  const { PATH = '' } = process.env
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      `--test-global-setup=${join(folder, 'setup.mjs')}`,
      `${folder}/lane-*.mjs`,
    ],
    // None of these files needs a panel, which each lane would make for itself.
    { env: { PATH, NODE_COMPILE_CACHE: COMPILED, TEST_NOTES: join(folder, 'notes'), TEST_DATA_DIR: folder } },
  )
  t.after(() => child.kill('SIGKILL'))
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, said: said.join('\n'), ms: performance.now() - startMs }
}

const SOUND = `test('sound', () => process.stderr.write('this one ran'))`

test('what a failed test left open fails the run, which ends at once', async (t) => {
  const { code, said, ms } = await run(t, 1, {
    leaves: `import { createServer } from 'node:net'
      import { once } from 'node:events'
      import pg from '${import.meta.resolve('pg')}'
      test('leaves a server and a client of it', async () => {
        const server = createServer(() => {}).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const client = new pg.Client({ host: '127.0.0.1', port: server.address().port })
        void client.connect().catch(() => {})
        await once(server, 'connection')
        throw new Error('as the test fails')
      })`,
    sound: SOUND,
  })
  assert.equal(code, 1, said)
  assert.match(said, /as the test fails/)
  assert.match(said, /after its last file a lane still had open: .*TCP/)
  assert.match(said, /this one ran/)
  assert.ok(ms < 90_000, `${ms} ms`)
})

test('a file that never ends ends its lane, also one that stands still; others take the rest', async (t) => {
  const { code, said, ms } = await run(t, 3, {
    waits: `setInterval(() => {}, 1_000)
      test('waits for nothing', () => new Promise(() => {}))`,
    stands: `test('stands still', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
    sound: SOUND,
    sounder: SOUND,
  })
  assert.equal(code, 1, said)
  assert.match(said, /test timed out after 1500ms/)
  assert.match(said, /stands\.mjs has run for \d+ s and does not answer: its lane is ended/)
  assert.equal(said.match(/this one ran/g)?.length, 2, said)
  assert.ok(ms < 90_000, `${ms} ms`)
})
