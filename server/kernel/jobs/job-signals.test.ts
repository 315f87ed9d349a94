// Workers are woken for jobs that are due now. Jobs that are due later are found by polling.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { scopeOf } from '../../features/world.ts'
import { transaction } from '../outbox/transaction.ts'
import { fixedClock } from '../process/clock.ts'
import { teamJob } from './declare-job.ts'
import { schedule } from './schedule.ts'

const HOUR_MS = 3_600_000
const note = teamJob<null>('note', { waits: [], cap: 10 })
const { world, agency } = await api()
let woken = 0
world.signals.on('work', () => woken++)

async function api() {
  const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
  const app = await startApp({ wall, settings: { ROLE: 'api' } })
  return { world: app.service.world, agency: await newAgency(app) }
}

async function wakes(mode: 'live' | 'test', ...laterMs: number[]): Promise<number> {
  const before = woken
  const scope = await scopeOf(world, { teamId: agency.id, mode })
  await transaction(world, scope, async (tx) => {
    for (const ms of laterMs) {
      const at = new Date(tx.now.getTime() + ms)
      schedule(tx, note, { at, key: `${mode} ${laterMs.join()} ${ms}`, payload: null })
    }
  })
  return woken - before
}

test('a job that is due wakes the worker, beside later ones, and before the next poll', async () => {
  assert.deepEqual(
    [await wakes('live', 0), await wakes('live', 2 * HOUR_MS, 0), await wakes('live', 999)],
    [1, 1, 1],
  )
})

test('a job due later does not wake the worker, by any clock', async () => {
  assert.deepEqual([await wakes('live', 1_000), await wakes('live', HOUR_MS, 2 * HOUR_MS)], [0, 0])
  await agency.advance('P1D')
  assert.deepEqual([await wakes('test', 0), await wakes('test', HOUR_MS)], [1, 0])
})
