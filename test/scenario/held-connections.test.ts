// Streams and downloads hold no connection to the database: with more of them open than the team may hold connections,
// its other requests are served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency } from '../support/agency.ts'
import { eventually } from '../support/eventually.ts'
import { newInvoice } from '../support/invoicing.ts'
import { listen } from '../support/listen.ts'
import { headOf, rawRequestsTo } from '../support/raw-requests.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const sendRaw = rawRequestsTo(app.url)
const { pool } = app.service.world
/** The pool has four connections, of which a team may hold two. */
const OPEN = 8
/** Together more than the system buffers for a client that does not read. */
const [INVOICES, NAME_CHARACTERS] = [2_500, 7_200]

test(`${OPEN} streams and ${OPEN} unread downloads of a team do not block its other requests`, async () => {
  const agency = await newAgency(app)
  const { id, client } = await newInvoice(agency.live)
  await pool.query('update clients set full_name = $2 where id = $1', [
    client.id,
    'x'.repeat(NAME_CHARACTERS),
  ])
  await pool.query(
    `insert into invoices
     select another.* from invoices as invoice, generate_series(2, $2::int) as n, jsonb_populate_record(invoice,
       jsonb_build_object('id', gen_random_uuid(), 'link_token', id || ' ' || n, 'number_sequence', null)) as another
     where invoice.id = $1`,
    [id, INVOICES],
  )
  const streams = await Promise.all(Array.from({ length: OPEN }, () => listen(app.url, agency.liveKey)))
  const downloads = Array.from({ length: OPEN }, () => {
    const begun = sendRaw(
      headOf('GET', '/api/v1/invoices.csv', { authorization: `Bearer ${agency.liveKey}` }),
    )
    begun.socket.once('data', () => begun.socket.pause())
    return begun
  })
  await eventually('all are open', () => downloads.every(({ text }) => text().startsWith('HTTP/1.1 200')))
  for (const { status } of streams) assert.equal(status, 200)
  const held = `select from pg_stat_activity where datname = current_database() and state <> 'idle'
    and pid <> pg_backend_pid() and application_name like 'embarque%' and query not like 'listen%'`
  await eventually('no connection is in use', async () => (await app.asOwner(held)).length === 0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => agency.live.get('/api/v1/clients')))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  for (const { socket } of downloads) {
    assert.ok(!socket.destroyed, 'the downloads are still open')
    socket.destroy()
  }
  for (const stream of streams) stream.leave()
})
