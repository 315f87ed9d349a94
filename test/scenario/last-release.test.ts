// A database as the last release left it: the service brings it forward and serves what is in it.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { makeSecretBox } from '../../server/base/secrets/secret-box.ts'
import { migrate } from '../../server/service/migrate.ts'
import { hashApiKey } from '../../server/teams/api-key.ts'
import { proveChain, proveHeads } from '../../server/wallet/ledger-proof.ts'
import { makeDatabase } from '../support/database.ts'
import { startFakePsp } from '../support/fakes/fake-psp.ts'
import { newInvoice } from '../support/invoicing.ts'
import { LIVE_KEY, SECRET_KEY, startApp } from '../support/start-app.ts'
import { move, newRecharge } from '../support/wallet.ts'

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

async function putProvider(number: number, row: object): Promise<string> {
  const id = uuid(number)
  const usual = { callbacks: false, reconciled_until: AT, connected_at: AT, name: 'Banco', settings: '{}' }
  await put('payment_providers', {
    id,
    callback_token: `token-${number}`,
    is_default: false,
    ...usual,
    ...row,
  })
  return id
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
for (const sql of [
  `insert into wallets (team_id, mode, balance_cents) values ($1, 'live', 0), ($1, 'test', 500000)`,
  `insert into team_counters (team_id, mode) values ($1, 'live'), ($1, 'test')`,
  `insert into clocks (id) values ($1)`,
])
  await client.query(sql, [TEAM])
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
await client.query(`update wallets set balance_cents = 10000, lines = 1, credits = 1, credits_cents = 10000,
  last_at = '${AT}' where mode = 'live'`)
await client.query(`insert into wallet_lines select id, 1, 'txn_1', 'credit', 1, 10000, 10000, 1, 10000, 0, 'Recharge',
  'recharge', 'rch_completed', 'payment E1', 'pix', last_at from wallets where mode = 'live'`)
for (const status of ['expired', 'cancelled', 'failed']) await putRecharge(status)
await putCharge('chg_given_up', { purpose: 'recharge', status: 'abandoned', pix_copy_paste: null })
await putCharge('chg_of_invoice', { purpose: 'invoice', reference_id: uuid(2) })
await putInvoice(2, 'chg_of_invoice')
await putCharge('chg_replaced', { purpose: 'invoice', reference_id: uuid(2) })
await putCharge('chg_of_deleted', { purpose: 'invoice', reference_id: uuid(3) })
await putCharge('chg_never_made', { purpose: 'invoice', status: 'requested', pix_copy_paste: null })

// A test key knew one default for everything; a live one has an older provider for what its default does not take.
const oldest = await putProvider(10, { provider: 'simulated', mode: 'test' })
const byWish = await putProvider(11, { provider: 'simulated', mode: 'test', is_default: true })
const psp = await startFakePsp()
const { api_url, token_url, client_secret, private_key, ...rest } = psp.settings
const shown = { api_url, token_url, ...rest }
const gone = await putProvider(12, { provider: 'simulated', disconnected_at: AT })
const takesBoth = await putProvider(13, { provider: 'simulated' })
const secrets = makeSecretBox(Buffer.from(SECRET_KEY, 'hex')).seal(
  JSON.stringify({ api_url, token_url, client_secret, private_key }),
  `payment_providers.secrets:${uuid(14)}`,
)
const pixOnly = await putProvider(14, {
  provider: 'pix-bacen',
  settings: JSON.stringify(shown),
  secrets: `\\x${secrets.toString('hex')}`,
  is_default: true,
})
await putCharge('chg_at_bank', { purpose: 'recharge', provider_id: pixOnly, status: 'abandoned' })
await putCharge('chg_at_simulated', { purpose: 'recharge', provider_id: gone, status: 'abandoned' })

// Another line from before there was a chain: a refund of something that is not there any more.
const sums = { credits: 2, type_seq: 2, balance_after_cents: 200_00, credits_cents: 200_00 }
const line = {
  wallet_id: 1,
  seq: 2,
  id: 'txn_2',
  type: 'credit',
  amount_cents: 100_00,
  debits_cents: 0,
  ...sums,
}
const told = { description: 'a\\b\tc', reference_type: 'refund', reference_id: 'ord_gone', kind: 'old' }
await put('wallet_lines', { ...line, ...told })
await client.query(
  `update wallets set lines = 2, credits = 2, credits_cents = 20000, balance_cents = 20000, last_at = $1 where id = 1`,
  [AT],
)

const app = await startApp({ databaseUrl: url })
after(async () => {
  await psp.close()
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
    chg_at_bank: 'abandoned',
    chg_at_simulated: 'abandoned',
  })
  for (const { id, status } of rows) {
    const { status: served } = await app.anybody.get(`/pay/link-${id}/qrcode.svg`)
    assert.equal(served, status === 'open' ? 200 : 404, id)
  }
  const { data } = (await app.live.get('/api/v1/wallet/recharge/rch_pending')).body
  assert.equal(data.payment.pix_copy_paste, 'code of chg_pending')
  assert.equal((await app.live.get(`/api/v1/invoices/${uuid(2)}`)).body.data.pix.txid, 'chg_of_invoice')
})

test('a charge names its bank, and the default is said for each method', async () => {
  const { rows } = await client.query(
    `select distinct provider, provider_id from charges order by provider, provider_id nulls first`,
  )
  assert.deepEqual(rows, [
    { provider: 'pix-bacen', provider_id: pixOnly },
    { provider: 'simulated', provider_id: null },
    { provider: 'simulated', provider_id: gone },
  ])
  const defaults = await client.query(
    'select mode, method, provider_id from payment_defaults order by mode, method',
  )
  assert.deepEqual(defaults.rows, [
    { mode: 'live', method: 'boleto', provider_id: takesBoth },
    { mode: 'live', method: 'pix', provider_id: pixOnly },
    { mode: 'test', method: 'boleto', provider_id: byWish },
    { mode: 'test', method: 'pix', provider_id: byWish },
  ])
  const { data } = (await app.live.get('/api/v1/payment-providers')).body
  assert.deepEqual(
    data.map((one: { id: string; is_default: boolean }) => [one.id, one.is_default]),
    [
      [takesBoth, true],
      [pixOnly, true],
    ],
  )
  assert.deepEqual(data[1].settings, shown)
  assert.notEqual(oldest, byWish)
})

test('a bank that was connected before is asked with what was sealed then', async () => {
  const { pix } = await newInvoice(app.live, { status: 'sent' })
  assert.equal(psp.count('PUT /cob/'), 1)
  assert.equal(psp.books.charges.get(pix.txid)?.pixCopiaECola, pix.copy_paste)
})

test('no bank of a team is trusted with wallets; what is simulated says so; days are counted', async () => {
  const { rows } = await client.query('select distinct purpose from payment_providers')
  assert.deepEqual(rows, [{ purpose: 'invoices' }])
  await newRecharge(app.live, '100.00')
  assert.equal(psp.count('PUT /cob/'), 1, 'the simulated bank serves')
  const charges = await client.query('select provider, simulated from charges group by 1, 2 order by 1')
  assert.deepEqual(charges.rows, [
    { provider: 'pix-bacen', simulated: false },
    { provider: 'pix-bacen', simulated: true },
    { provider: 'simulated', simulated: true },
  ])
  const days = await client.query('select mode, day::text, credited_cents::text as cents from recharge_days')
  assert.deepEqual(days.rows, [{ mode: 'live', day: '2026-11-15', cents: '10000' }])
  const wallet = await client.query(`select balance_cents, simulated_cents from wallets where mode = 'live'`)
  assert.deepEqual(wallet.rows, [{ balance_cents: '20000', simulated_cents: '10000' }])
})

test('lines from before are chained, each with the account it moved money of, and the chain goes on', async () => {
  const at = '2026-11-15T15:00:00.000Z'
  const how = 'payment E1\tpix\tsimulated'
  const statement = (await app.live.get('/api/v1/wallet/statement')).text.trimEnd().split('\n')
  assert.deepEqual(statement, [
    `embarque-ledger\t1\t${TEAM}\tlive`,
    `1\t1\ttxn_1\t${at}\tcredit\t10000\t10000\tbank:simulated\trecharge\trch_completed\t${how}\tRecharge`,
    `1\t2\ttxn_2\t${at}\tcredit\t10000\t20000\tadjustment\trefund\tord_gone\told\t\t\ta\\\\b\\tc`,
  ])
  await move(app.service.world, 'debit', TEAM, 50_00n)
  assert.deepEqual([...(await proveChain(client)), ...(await proveHeads(client))], [])
  let hash = createHash('sha256')
    .update(statement[0] ?? '')
    .digest()
  for (const line of (await app.live.get('/api/v1/wallet/statement')).text.trimEnd().split('\n').slice(1))
    hash = createHash('sha256').update(hash).update(line).digest()
  assert.equal((await app.live.get('/api/v1/wallet/proof')).body.data.head, `3:${hash.toString('hex')}`)
})
