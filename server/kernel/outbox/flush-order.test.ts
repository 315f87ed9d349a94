// The locks of a flush come in one order, whatever the plan of its statement: two transactions of a team that write
// events and totals at the same moment wait for each other, and never both for the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../../../test/support/agency.ts'
import { anyOffer, booked, holdBody } from '../../../test/support/bookings.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const { pool } = app.service.world

test('a flush that waits for event numbers holds no lock on totals, in a team without webhooks', async (t) => {
  const agency = await newAgency(app)
  const hold = async () => booked(agency.live, holdBody(await anyOffer(agency.live)))
  await hold()
  const holder = await pool.connect()
  t.after(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select 1 from team_counters where team_id = $1 for update', [agency.id])
  const { rows: own } = await holder.query('select pg_backend_pid() as pid')
  let hasEnded = false
  const holding = hold().finally(() => {
    hasEnded = true
  })
  for (let isWaiting = false; !isWaiting; ) {
    const { rows } = await pool.query(
      'select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))) as waits',
      [own[0].pid],
    )
    isWaiting = rows[0].waits
    assert.ok(isWaiting || !hasEnded, 'it did not wait')
  }
  const { rowCount } = await holder.query('select 1 from list_counts where team_id = $1 for update nowait', [
    agency.id,
  ])
  assert.ok((rowCount ?? 0) > 0)
  await holder.query('rollback')
  await holding
})
