// Totals kept by triggers for recharges, mails, messages and erasures, before and after maintenance sums them
// up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgency, untilSettled } from '../../../test/support/agency.ts'
import { embarque } from '../../../test/support/command-line.ts'
import { newClient, newInvoice } from '../../../test/support/invoicing.ts'
import { SECRET_KEY, startApp } from '../../../test/support/start-app.ts'
import { fill, newRecharge } from '../../../test/support/wallet.ts'
import { forgetOldMails } from '../../features/notifications/mail-store.ts'
import { forgetOldMessages } from '../../features/notifications/message-store.ts'
import { addUpCounts } from '../../kernel/outbox/list-counts.ts'
import { realClock } from '../../kernel/process/clock.ts'

const app = await startApp()
const agency = await newAgency(app)
const { test: sandbox } = agency

const LISTS: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/wallet/recharges': ['pending', 'completed', 'expired', 'failed', 'cancelled'],
  '/api/v1/mails': ['waiting', 'sent', 'stored', 'failed'],
  '/api/v1/messages': [],
  '/api/v1/erasures': [],
}

/** Checks each total against the rows, and returns the totals. */
async function totals(): Promise<number[]> {
  await untilSettled(app, agency.id, 'test')
  const found: number[] = []
  for (const [path, statuses] of Object.entries(LISTS)) {
    for (const query of ['', ...statuses.map((status) => `&status=${status}`)]) {
      const { data, pagination } = (await sandbox.get(`${path}?limit=100${query}`)).body
      assert.equal(pagination.total, data.length, `${path} ${query}`)
      if (query === '') found.push(data.length)
    }
  }
  return found
}

async function assertDoctor(): Promise<void> {
  const { out } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(out, /ok +list totals +every list is as long as it says/)
}

async function addUpAll(): Promise<void> {
  while (await addUpCounts(app.service.world.pool));
  assert.deepEqual(await app.asOwner('select * from list_count_changes'), [])
}

test('totals match after creating, changing and erasing', async () => {
  assert.deepEqual(await totals(), [0, 0, 0, 0])
  await fill(sandbox, '500.00')
  await newRecharge(sandbox)
  const { id } = await newRecharge(sandbox)
  await sandbox.delete(`/api/v1/wallet/recharge/${id}`)
  const client = await newClient(sandbox, { phone: '+5511987654321' })
  for (let n = 0; n < 3; n++) await newInvoice(sandbox, { status: 'sent', client_id: client.id })
  const { id: erasedId } = await newClient(sandbox, { full_name: 'Ninguém', email: 'ninguem@example.com' })
  await sandbox.delete(`/api/v1/clients/${erasedId}?erase=true`)
  const found = await totals()
  assert.deepEqual([found[0], found[3]], [3, 1])
  assert.ok(found[1]! >= 3 && found[2]! >= 3, String(found))
  await assertDoctor()
  await addUpAll()
  assert.deepEqual(await totals(), found)
  await assertDoctor()
})

test('totals match after time passes and retention deletes', async () => {
  await agency.advance('P3D')
  const [recharges] = await totals()
  assert.equal(recharges, 3)
  const { pool } = app.service.world
  const later = new Date(realClock.now().getTime() + 10 * 86_400_000)
  while (await forgetOldMails(pool, later));
  while (await forgetOldMessages(pool, later));
  assert.deepEqual((await totals()).slice(1, 3), [0, 0])
  await addUpAll()
  assert.deepEqual((await totals()).slice(1, 3), [0, 0])
  await assertDoctor()
})

test('a wrong count is found', async () => {
  await app.asOwner(`insert into list_count_changes values ('${agency.id}', 'test', 'mails', 'sent', 2)`)
  const { out, code } = await embarque(['doctor'], { DATABASE_URL: app.databaseUrl, SECRET_KEY })
  assert.match(
    out,
    /problem +list totals +1 count of lists that are wrong .*mails \(sent\): 0 rows, stored as 2/,
  )
  assert.equal(code, 1)
})
