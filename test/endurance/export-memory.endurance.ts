// An export of two hundred thousand lines takes no more memory than one of a thousand: it is streamed as fast as the client
// reads.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { request } from 'undici'
import { type Agency, newAgency } from '../support/agency.ts'
import { newClient } from '../support/invoicing.ts'
import { startApp } from '../support/start-app.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const SIZES = { few: 1_000, many: 200_000 }
/** A quarter of the smallest of these files, which would be in memory as a whole without streaming. */
const MORE_MAX_BYTES = 8_000_000
const MEASURE_EVERY_BYTES = 2_000_000

const app = await startApp()
after(() => app.service.stop())

async function agencyWithRows(rows: number): Promise<Agency> {
  const agency = await newAgency(app)
  const client = await newClient(agency.live)
  const clientId = client.id.replace('client_', '')
  const each = `from generate_series(1, ${rows}) n`
  await app.asOwner(`
    insert into wallet_lines (wallet_id, seq, id, type, type_seq, amount_cents, balance_after_cents, credits,
      credits_cents, debits_cents, description, reference_type, reference_id, kind, created_at, account, recorded_at, action,
      actor_type, version, hash)
    select w.id, n, 'txn_${agency.id}_' || n, 'credit', n, 100, n * 100, n, n * 100, 0, 'Linha de teste', 'refund',
      'ord_${agency.id}_' || n, 'test', now() - (${rows} - n) * interval '1 second', 'adjustment', now(), 'test', 'system',
      1, sha256('x')
    ${each} join wallets w on w.team_id = '${agency.id}' and w.mode = 'live';
    update wallets set lines = ${rows}, credits = ${rows}, credits_cents = ${rows} * 100, balance_cents = ${rows} * 100,
      last_at = now() where team_id = '${agency.id}' and mode = 'live';
    insert into invoices (id, team_id, mode, client_id, issue_date, due_date, status, payment_status,
      payment_status_is_set, items, subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents, total_cents,
      amount_paid_cents, link_token, created_at, updated_at)
    select gen_random_uuid(), '${agency.id}', 'live', '${clientId}', '2026-11-15', '2026-11-30', 'draft', 'pending',
      false, '[]', 15000, 0, 0, 0, 0, 15000, 0, '${agency.id}' || n, now(), now() ${each};
    analyze wallet_lines; analyze invoices`)
  return agency
}

interface Download {
  readonly bytes: number
  readonly lines: number
  /** The maximum of memory in use, less what was in use before. */
  readonly peak: number
}

/** After a garbage collection. */
function inUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function download({ liveKey }: Agency, path: string): Promise<Download> {
  const before = inUse()
  const { statusCode, body } = await request(app.url + path, {
    headers: { authorization: `Bearer ${liveKey}` },
  })
  assert.equal(statusCode, 200)
  let [bytes, lines, measured, peak] = [0, 0, 0, 0]
  for await (const chunk of body) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
    if (bytes - measured < MEASURE_EVERY_BYTES) continue
    measured = bytes
    peak = Math.max(peak, inUse() - before)
  }
  return { bytes, lines, peak: Math.max(peak, inUse() - before) }
}

const few = await agencyWithRows(SIZES.few)
const many = await agencyWithRows(SIZES.many)

for (const path of ['/api/v1/wallet/transactions.csv', '/api/v1/wallet/statement', '/api/v1/invoices.csv'])
  test(`${path} of ${SIZES.many} lines is streamed`, async (t) => {
    // The first download also loads code.
    await download(few, path)
    const small = await download(few, path)
    const large = await download(many, path)
    t.diagnostic(`${large.bytes} bytes with ${large.peak} in use, ${small.bytes} with ${small.peak}`)
    assert.ok(large.lines >= SIZES.many && small.lines >= SIZES.few)
    assert.ok(large.bytes > 4 * MORE_MAX_BYTES, `${large.bytes} bytes`)
    assert.ok(large.peak - small.peak < MORE_MAX_BYTES, `${large.peak - small.peak} bytes more in use`)
  })
