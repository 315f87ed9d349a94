// An embedded server that crashes repeatedly: after half a minute of health it restarts at once, however often it crashed
// before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { postmasterPid } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'

/** Longer than what counts as healthy. */
const HEALTHY_MS = 31_000

test('the back-off before a restart is reset after thirty seconds of health', async (t) => {
  const dataDir = await initialisedDataDir()
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, say: (line) => lines.push(line) })
  t.after(server.stop)
  const isBack = () => lines.at(-1)?.endsWith(' is back.') === true

  /** The announced wait. */
  async function waitAfterCrash(): Promise<string | undefined> {
    const before = lines.length
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await eventually('it is back', () => lines.length > before && isBack())
    return lines[before]?.match(/Next try: (.*)\.$/)?.[1]
  }

  assert.equal(await waitAfterCrash(), 'now')
  assert.equal(await waitAfterCrash(), 'in 1 s', 'a second crash at once')
  await wait(HEALTHY_MS)
  assert.equal(await waitAfterCrash(), 'now', 'a crash after health')
  assert.equal(await waitAfterCrash(), 'in 1 s')
})
