// Without another cost of passwords a service has the default, and production refuses a smaller one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDatabase } from '../../../test/support/database.ts'
import { SECRET_KEY } from '../../../test/support/start-app.ts'
import { readConfig } from '../../app/boot/config.ts'
import { openWorld } from '../../app/boot/world.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { PASSWORD_COST } from './passwords.ts'

test("without a test's setting, passwords are hashed at the default cost", async (t) => {
  const { url, drop } = await makeDatabase()
  const { world, close } = await openWorld(
    readConfig({ DATABASE_URL: url, SECRET_KEY }),
    makeLog({ level: 'fatal' }),
  )
  t.after(() => close().then(drop))
  assert.deepEqual(world.passwordCost, PASSWORD_COST)
  assert.deepEqual(PASSWORD_COST, { memory: 19_456, passes: 2, parallelism: 1 })
})

test('production refuses a smaller cost from any source', async (t) => {
  const { url, drop } = await makeDatabase()
  t.after(drop)
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY, NODE_ENV: 'production' })
  for (const less of [{ memory: PASSWORD_COST.memory - 1 }, { passes: 1 }]) {
    const passwordCost = { ...PASSWORD_COST, ...less }
    const opened = openWorld(config, makeLog({ level: 'fatal' }), { passwordCost })
    await assert.rejects(
      opened.then(({ close }) => close()),
      /default cost/,
    )
  }
})
