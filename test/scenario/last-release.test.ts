// A database as the last release left it: the service brings it forward and serves what is in it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../server/service/migrate.ts'
import { hashApiKey } from '../../server/teams/api-key.ts'
import { makeDatabase } from '../support/database.ts'
import { LIVE_KEY, startApp } from '../support/start-app.ts'

const LAST_RELEASE = 9
const AT = '2026-11-15T15:00:00Z'
const TEAM = 'team_00000000000000000000000000'

const { url, drop } = await makeDatabase({ empty: true })
const client = new pg.Client({ connectionString: url })
await client.connect()
await migrate(client, undefined, LAST_RELEASE)

async function put(table: string, row: object): Promise<void> {
  await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
    JSON.stringify({ team_id: TEAM, mode: 'live', created_at: AT, ...row }),
  ])
}

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

async function putCharge(id: string, row: object): Promise<void> {
  await put('charges', {
    id,
    method: 'pix',
    txid: id,
    amount_cents: 100_00,
    status: 'open',
    pix_copy_paste: `code of ${id}`,
    receiver_name: 'Agência',
    payer_name: 'Ana',
    link_token: `link-${id}`,
    expires_at: '2027-01-01T00:00:00Z',
    reference_id: 'nothing',
    ...row,
  })
}

async function putRecharge(status: string, charge: object = {}): Promise<void> {
  const [id, charge_id] = [`rch_${status}`, `chg_${status}`]
  await putCharge(charge_id, { purpose: 'recharge', reference_id: id, ...charge })
  const paid = { paid_cents: 100_00, paid_at: AT, transaction_id: 'txn_1' }
  const usual = { amount_cents: 100_00, payment_method: 'pix', day: '2026-11-15' }
  await put('recharges', { id, charge_id, status, ...usual, ...(status === 'completed' && paid) })
}

async function putInvoice(number: number, charge_id: string | null): Promise<void> {
  const money = { subtotal_cents: 100_00, discount_cents: 0, tax_cents: 0, total_cents: 100_00 }
  await put('invoices', {
    id: uuid(number),
    client_id: uuid(1),
    issue_date: '2026-11-15',
    due_date: '2026-11-20',
    status: 'draft',
    payment_status: 'pending',
    payment_status_is_set: false,
    items: [],
    ...money,
    discount_rate: 0,
    tax_rate: 0,
    amount_paid_cents: 0,
    charge_id,
    link_token: `invoice-${number}`,
    updated_at: AT,
  })
}

const terms = { markup_percent: 0, fee_cents: 0, debits: 'client_amount' }
await put('teams', { id: TEAM, name: 'Agência', email: 'a@b.com', time_zone: 'America/Sao_Paulo', ...terms })
const key = { id: 'key_1', name: 'First', last_four: 'cdef', read_only: false }
await put('api_keys', { ...key, hash: `\\x${hashApiKey(LIVE_KEY).toString('hex')}` })
await put('clients', {
  id: uuid(1),
  client_type: 'individual',
  full_name: 'Ana',
  email: 'ana@example.com',
  is_active: true,
  search_text: '',
  search_tax_ids: '',
  match_key: '',
  updated_at: AT,
})
await putRecharge('pending')
await putRecharge('completed', { status: 'paid' })
for (const status of ['expired', 'cancelled', 'failed']) await putRecharge(status)
await putCharge('chg_given_up', { purpose: 'recharge', status: 'abandoned', pix_copy_paste: null })
await putCharge('chg_of_invoice', { purpose: 'invoice', reference_id: uuid(2) })
await putInvoice(2, 'chg_of_invoice')
await putCharge('chg_replaced', { purpose: 'invoice', reference_id: uuid(2) })
await putCharge('chg_of_deleted', { purpose: 'invoice', reference_id: uuid(3) })
await putCharge('chg_never_made', { purpose: 'invoice', status: 'requested', pix_copy_paste: null })

const app = await startApp({ databaseUrl: url })
after(async () => {
  await client.end()
  await drop()
})

test('a charge says whether it can be paid, whatever its owner is', async () => {
  const { rows } = await client.query('select id, status from charges')
  assert.deepEqual(Object.fromEntries(rows.map(({ id, status }) => [id, status])), {
    chg_pending: 'open',
    chg_completed: 'paid',
    chg_expired: 'expired',
    chg_cancelled: 'withdrawn',
    chg_failed: 'withdrawn',
    chg_given_up: 'abandoned',
    chg_of_invoice: 'open',
    chg_replaced: 'withdrawn',
    chg_of_deleted: 'withdrawn',
    chg_never_made: 'withdrawn',
  })
  for (const { id, status } of rows) {
    const { status: served } = await app.anybody.get(`/pay/link-${id}/qrcode.svg`)
    assert.equal(served, status === 'open' ? 200 : 404, id)
  }
  const { data } = (await app.live.get('/api/v1/wallet/recharge/rch_pending')).body
  assert.equal(data.payment.pix_copy_paste, 'code of chg_pending')
  assert.equal((await app.live.get(`/api/v1/invoices/${uuid(2)}`)).body.data.pix.txid, 'chg_of_invoice')
})
