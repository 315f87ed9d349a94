// The embedded server that dies again and again: one that was well for half a minute is brought back at once, however
// often it died before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { postmasterPid } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'

/** Longer than what counts as health. */
const WELL_MS = 31_000

test('the waits before a new try begin anew after thirty seconds of health', async (t) => {
  const dataDir = await initialisedDataDir()
  const said: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, say: (line) => said.push(line) })
  t.after(server.stop)
  const isBack = () => said.at(-1)?.endsWith(' is back.') === true

  /** How long it says that it waits. */
  async function waitAfterDeath(): Promise<string | undefined> {
    const before = said.length
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await eventually('it is back', () => said.length > before && isBack())
    return said[before]?.match(/Next try: (.*)\.$/)?.[1]
  }

  assert.equal(await waitAfterDeath(), 'now')
  assert.equal(await waitAfterDeath(), 'in 1 s', 'one that dies at once is given time')
  await wait(WELL_MS)
  assert.equal(await waitAfterDeath(), 'now', 'and one that was well is not')
  assert.equal(await waitAfterDeath(), 'in 1 s')
})
