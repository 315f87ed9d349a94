// Encrypted backups and the age tool: each opens what the other wrote. Only in the full run, and where the tool is
// installed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { embarque } from '../support/command-line.ts'
import { temporaryFolder } from '../support/data-dir.ts'
import { makeDatabase } from '../support/database.ts'
import { dumpOf } from '../support/dump.ts'
import { fullRuns } from '../support/full-runs.ts'
import { SECRET_KEY, startApp } from '../support/start-app.ts'

const PASSPHRASE = 'três tigres tristes'
const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined
const skip = reasonToSkip()

function reasonToSkip(): string | false {
  if (!fullRuns) return 'runs in npm run test:full'
  return isMissing('age') || isMissing('script') ? 'age or script is not installed' : false
}

/** The tool reads passphrases from a terminal only, which `script` provides. */
async function age(command: string): Promise<void> {
  const tool = spawn('script', ['-qec', `age ${command}`, '/dev/null'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  tool.stdin.end(`${PASSPHRASE}\n${PASSPHRASE}\n`)
  const [code] = await once(tool, 'close')
  assert.equal(code, 0)
}

test("a backup encrypted by age can be restored, and age decrypts the service's backups", {
  skip,
}, async () => {
  const app = await startApp({ wall: fixedClock(realClock.now()) })
  const here = { DATABASE_URL: app.databaseUrl, SECRET_KEY }
  const folder = temporaryFolder()
  const at = (name: string) => join(folder, name)
  writeFileSync(at('passphrase'), `${PASSPHRASE}\n`)

  assert.equal((await embarque(['backup', at('plain')], here)).code, 0)
  await age(`-p -o ${at('by-age')} ${at('plain')}`)
  const target = await makeDatabase({ empty: true })
  const there = { DATABASE_URL: target.url, DATA_DIR: at('restored') }
  const restored = await embarque(['restore', '--passphrase-file', at('passphrase'), at('by-age')], there)
  assert.deepEqual([restored.code, restored.err], [0, ''])
  assert.deepEqual((await dumpOf(target.url)).teams, (await dumpOf(app.databaseUrl)).teams)
  await target.drop()

  assert.equal((await embarque(['backup', '--passphrase-file', at('passphrase'), at('ours')], here)).code, 0)
  await age(`-d -o ${at('decrypted')} ${at('ours')}`)
  assert.match(gunzipSync(readFileSync(at('decrypted'))).toString(), /^{"format":"embarque-backup"/)
})
