// A live team whose wallet is filled through the operator's bank with API Pix, with everything that can go wrong
// between the two: at the end of each story the ledger says what the bank's books say.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { disconnectWalletBank } from '../../server/features/payments/wallet-banks.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { eventually } from '../support/eventually.ts'
import { connectedBank, operatorsBank } from '../support/fakes/connected-bank.ts'
import { newRecharge, pix, RECHARGE } from '../support/wallet.ts'

const wall = fixedClock(new Date('2026-11-16T12:00:00.000Z'))
const { app, psp, provider, txidOf } = await connectedBank({ wall, bankTimeoutMs: 2_000 }, 'wallet')
const { world } = app.service
const MINUTE = 60_000

const read = async (id: string) => (await app.live.get(`${RECHARGE}/${id}`)).body.data
const balance = async () => Number((await app.live.get('/api/v1/wallet/balance')).body.data.balance)
const becomes = (id: string, status: string) =>
  eventually(`${id} is ${status}`, async () => (await read(id)).status === status)
const jobsOf = async (type: string) =>
  (await world.pool.query('select key, attempts, state from jobs where type = $1 order by id', [type])).rows
const noJob = (type: string) => eventually(`no ${type} left`, async () => (await jobsOf(type)).length === 0)

/** The bank is asked every five minutes; how far it is behind depends on how busy the machine is. */
async function asksUntil(id: string): Promise<void> {
  await eventually(`${id} is completed`, async () => {
    await passed(5 * MINUTE)
    return (await read(id)).status === 'completed'
  })
}

/** Real time goes on, and whatever is due is done. */
function pass(ms: number): void {
  wall.advance(ms)
  world.jobsAdded()
}

/** And is done already: minutes that pile up would each have to be worked off. */
function passed(ms: number): Promise<void> {
  pass(ms)
  return app.service.worker!.idle()
}

async function assertLedgerIsTheBanks(): Promise<void> {
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
}

// Each story on a day of its own, so that no limit of the day stands in its way.
beforeEach(() => {
  psp.calm()
  pass(24 * 60 * MINUTE)
})

test('requested, paid, callback: credited, and the callback gets an immediate response', async () => {
  const before = await balance()
  const recharge = await newRecharge(app.live, '500.00')
  assert.match(recharge.payment.pix_copy_paste, /^000201/)
  assert.equal(recharge.status, 'pending')
  const txid = await txidOf(recharge.id)
  const { body } = psp.calls.findLast((call) => call.method === 'PUT' && call.path === `/cob/${txid}`)!
  assert.partialDeepStrictEqual(body, {
    valor: { original: '500.00' },
    chave: psp.settings.pix_key,
    calendario: { expiracao: 1800 },
  })
  psp.pay(txid)
  assert.deepEqual(await psp.callBack(provider.callback_url, [txid]), [200])
  await becomes(recharge.id, 'completed')
  assert.equal(await balance(), before + 500)
  await assertLedgerIsTheBanks()
})

test('a callback repeated ten times, and with others in another order: one credit each', async () => {
  const before = await balance()
  const recharges = [await newRecharge(app.live, '100.00'), await newRecharge(app.live, '200.00')]
  const txids = await Promise.all(recharges.map(({ id }) => txidOf(id)))
  for (const txid of txids) psp.pay(txid)
  await Promise.all([
    psp.callBack(provider.callback_url, txids, { times: 10 }),
    psp.callBack(provider.callback_url, txids, { times: 10, reversed: true }),
    psp.callBack(provider.callback_url, [txids[1]!], { times: 10 }),
  ])
  for (const { id } of recharges) await becomes(id, 'completed')
  await noJob('check-charge')
  assert.equal(await balance(), before + 300)
  await assertLedgerIsTheBanks()
})

test('a callback for an unpaid charge credits nothing, however often it repeats', async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '100.00')
  await psp.callBack(provider.callback_url, [await txidOf(id)])
  for (const wait of [0, 10_000, 60_000, 300_000]) {
    pass(wait)
    await eventually('the charge was checked', async () => {
      const [job] = await jobsOf('check-charge')
      return job === undefined || (await isLater(job.key))
    })
  }
  await noJob('check-charge')
  assert.equal((await read(id)).status, 'pending')
  assert.equal(await balance(), before)

  async function isLater(key: string): Promise<boolean> {
    const { rows } = await world.pool.query('select run_at > $2 as later from jobs where key = $1', [
      key,
      wall.now(),
    ])
    return rows[0]?.later ?? true
  }
})

test("a callback before the bank's list has the payment: checked again, and credited", async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '100.00')
  const txid = await txidOf(id)
  await psp.callBack(provider.callback_url, [txid])
  await eventually('the second look is scheduled', async () =>
    (await jobsOf('check-charge'))[0]?.key.endsWith('#2'),
  )
  psp.pay(txid)
  pass(10_000)
  await becomes(id, 'completed')
  assert.equal(await balance(), before + 100)
})

test('without callbacks the bank is read regularly', async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '150.00')
  psp.pay(await txidOf(id))
  await asksUntil(id)
  assert.equal(await balance(), before + 150)
  await assertLedgerIsTheBanks()
})

test('paid shortly before the deadline: the bank is asked before the recharge expires', async () => {
  const { id } = await newRecharge(app.live, '150.00')
  psp.trouble('GET /pix', 500, 500, 500, 500, 500, 500, 500, 500)
  psp.pay(await txidOf(id))
  pass(30 * MINUTE)
  await becomes(id, 'completed')
  const { data } = (await app.live.get('/api/v1/events?limit=10')).body
  const own = data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === id)
  assert.deepEqual(
    own.map((event: { type: string }) => event.type),
    ['wallet.recharge.completed', 'wallet.recharge.pending'],
  )
})

test('an unpaid recharge expires; a later payment is credited', async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '150.00')
  pass(30 * MINUTE)
  await becomes(id, 'expired')
  psp.pay(await txidOf(id))
  await asksUntil(id)
  assert.equal(await balance(), before + 150)
})

test('an unavailable bank at the deadline is asked again; after the fourth time the recharge expires', async () => {
  const { id } = await newRecharge(app.live, '150.00')
  psp.trouble('GET /cob/', 503, 503, 503, 503, 503, 503, 503, 503)
  pass(30 * MINUTE)
  for (const attempts of [1, 2, 3]) {
    await eventually(`asked in vain, ${attempts}`, async () => {
      const [job] = await jobsOf('expire-recharge')
      return job?.attempts === attempts
    })
    assert.equal((await read(id)).status, 'pending')
    pass(30_000)
  }
  await becomes(id, 'expired')
})

test('if the bank reports another amount than requested, that amount is credited', async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '300.00')
  const txid = await txidOf(id)
  psp.pay(txid, { amount: '299.00' })
  await psp.callBack(provider.callback_url, [txid])
  await becomes(id, 'completed')
  const { amount, paid_amount } = await read(id)
  assert.deepEqual([amount, paid_amount], ['300.00', '299.00'])
  assert.equal(await balance(), before + 299)
  await assertLedgerIsTheBanks()
})

test('expired or revoked tokens are renewed on the way', async () => {
  psp.revokeTokens()
  await newRecharge(app.live, '100.00')
  psp.tokenLifeSeconds = 60
  pass(2 * 60 * MINUTE)
  await newRecharge(app.live, '100.00')
  pass(61_000)
  await newRecharge(app.live, '100.00')
  psp.tokenLifeSeconds = 3600
})

test('a bank that refuses or fails: 503, the recharge is failed, and the same key may retry', async () => {
  for (const trouble of [400, 500, 'garbage'] as const) {
    psp.trouble('PUT /cob/', trouble, trouble)
    const headers = { 'idempotency-key': `bank-${trouble}` }
    const refused = await app.live.post(RECHARGE, pix('100.00'), headers)
    assert.deepEqual([refused.status, refused.body.error], [503, 'Service unavailable'], String(trouble))
    assert.match(refused.body.message, /nothing was made/)
    const [failed] = (await app.live.get('/api/v1/wallet/recharges?limit=1')).body.data
    assert.equal(failed.status, 'failed')
    psp.calm()
    const again = await app.live.post(RECHARGE, pix('100.00'), headers)
    assert.equal(again.status, 201, again.text)
    assert.notEqual(again.body.data.id, failed.id)
  }
})

test("time-out after accepting: 503, and the bank's charge is withdrawn", async () => {
  psp.trouble('PUT /cob/', 'hang', 'hang')
  psp.trouble('GET /cob/', 'hang', 'hang')
  const answer = await app.live.post(RECHARGE, pix('100.00'))
  assert.equal(answer.status, 503)
  const [failed] = (await app.live.get('/api/v1/wallet/recharges?limit=1')).body.data
  assert.equal(failed.status, 'failed')
  const txid = await txidOf(failed.id)
  pass(2 * MINUTE)
  await noJob('abandon-recharge')
  assert.ok(psp.calls.some((call) => call.method === 'PATCH' && call.path === `/cob/${txid}`))
  await assertLedgerIsTheBanks()
})

test('a cancelled recharge is withdrawn at the bank; one paid a moment before is credited', async () => {
  const calm = await newRecharge(app.live, '100.00')
  await app.live.delete(`${RECHARGE}/${calm.id}`)
  await noJob('withdraw-charge')
  assert.equal((await read(calm.id)).status, 'cancelled')
  const before = await balance()
  const paid = await newRecharge(app.live, '100.00')
  psp.pay(await txidOf(paid.id))
  assert.equal((await app.live.delete(`${RECHARGE}/${paid.id}`)).status, 200)
  await becomes(paid.id, 'completed')
  assert.equal(await balance(), before + 100)
})

test('a callback to an unknown address is 404; one without known payments is accepted and ignored', async () => {
  const { pathname } = new URL(provider.callback_url)
  for (const path of [
    '/callbacks/pix-bacen/x',
    '/callbacks/simulated/x',
    pathname.replace('pix-bacen', 'simulated'),
  ])
    assert.equal((await app.anybody.post(path, { pix: [] })).status, 404, path)
  for (const body of [{}, { pix: [] }, { pix: 'x' }, { pix: [{ txid: 5 }] }])
    assert.equal((await app.anybody.post(pathname, body)).status, 200, JSON.stringify(body))
  assert.equal(
    (await app.anybody.post(pathname, { pix: [{ endToEndId: 'E1', txid: 'unknown' }] })).status,
    200,
  )
  await noJob('check-charge')
})

test('an abandoned charge that is paid after all is credited, and does not block others', async () => {
  const before = await balance()
  psp.trouble('PUT /cob/', 'hang', 'hang')
  psp.trouble('GET /cob/', 'hang', 'hang')
  assert.equal((await app.live.post(RECHARGE, pix('100.00'))).status, 503)
  const [failed] = (await app.live.get('/api/v1/wallet/recharges?limit=1')).body.data
  const other = await newRecharge(app.live, '200.00')
  psp.pay(await txidOf(failed.id))
  psp.pay(await txidOf(other.id))
  await asksUntil(failed.id)
  await asksUntil(other.id)
  assert.equal(await balance(), before + 300)
  await assertLedgerIsTheBanks()
})

test('an unknown payment, or too many for one reading, does not block the others', async () => {
  const { id } = await newRecharge(app.live, '150.00')
  psp.pay(await txidOf(id))
  const strange = {
    endToEndId: 'E99',
    txid: 'x'.repeat(30),
    valor: '0.00',
    horario: '2026-11-16T12:00:00.000Z',
  }
  const tooMany = { parametros: { paginacao: { paginaAtual: 0, quantidadeDePaginas: 101 } }, pix: [] }
  psp.trouble(
    'GET /pix',
    (answer) => ({ ...answer, body: tooMany }),
    (answer) => {
      const body = answer.body as { pix: object[] }
      return { ...answer, body: { ...body, pix: [strange, ...body.pix] } }
    },
  )
  await asksUntil(id)
})

test('a recharge cannot be cancelled while its bank is being asked', async () => {
  const before = psp.count('PUT /cob/')
  psp.trouble('PUT /cob/', 'hold')
  const asking = app.live.post(RECHARGE, pix('100.00'))
  await eventually('the bank is asked', () => psp.count('PUT /cob/') > before)
  const { data } = (await app.live.get('/api/v1/wallet/recharges?limit=1')).body
  const answer = await app.live.delete(`${RECHARGE}/${data[0].id}`)
  assert.deepEqual([answer.status, answer.body.error], [409, 'Request in progress'])
  psp.release()
  assert.deepEqual([(await asking).status, (await asking).body.data.id], [201, data[0].id])
})

test('a flood of callbacks about one charge causes one request to the bank', async () => {
  const { id } = await newRecharge(app.live, '100.00')
  const txid = await txidOf(id)
  const hint = (index: number) => ({
    endToEndId: `E${index}`,
    txid,
    valor: '1.00',
    horario: '2026-11-16T12:00:00Z',
  })
  const { pathname } = new URL(provider.callback_url)
  const strangers = Array.from({ length: 50 }, (_, index) => ({
    ...hint(index),
    txid: `${'z'.repeat(25)}${index + 10}`,
  }))
  const before = psp.count(`GET /cob/${txid}`)
  const pixes = [...strangers, ...Array.from({ length: 100 }, (_, index) => hint(index))]
  assert.equal((await app.anybody.post(pathname, { pix: pixes })).status, 200)
  const sql = `select key from jobs where type = 'check-charge' and payload like $1`
  const own = async () => (await world.pool.query(sql, [`%${txid}%`])).rows
  await eventually('looked at', async () => (await own())[0]?.key.endsWith('#2'))
  assert.equal((await own()).length, 1)
  assert.equal(psp.count(`GET /cob/${txid}`), before + 1)
})

test('after new credentials, a charge of the old ones is credited through the new', async () => {
  const before = await balance()
  const { id } = await newRecharge(app.live, '100.00')
  const txid = await txidOf(id)
  const second = await operatorsBank(world, psp)
  await world.pool.query(`update payment_providers set secrets = null where id = $1`, [provider.id])
  psp.pay(txid)
  await psp.callBack(second.callback_url, [txid])
  await becomes(id, 'completed')
  assert.equal(await balance(), before + 100)
  await disconnectWalletBank(world, provider.id, false)
  Object.assign(provider, second)
})

test('after disconnecting: no new charges, open ones are credited, then the secrets are deleted', async () => {
  const before = await balance()
  const open = await newRecharge(app.live, '100.00')
  await disconnectWalletBank(world, provider.id, false)
  const calls = psp.count('PUT /cob/')
  await newRecharge(app.live, '100.00')
  assert.equal(psp.count('PUT /cob/'), calls, 'the simulated bank serves now')
  const txid = await txidOf(open.id)
  psp.pay(txid)
  await psp.callBack(provider.callback_url, [txid])
  await becomes(open.id, 'completed')
  assert.equal(await balance(), before + 100)
  const readings = psp.count('GET /pix')
  const secretsAreGone = async () => {
    const { rows } = await world.pool.query('select secrets from payment_providers where id = $1', [
      provider.id,
    ])
    return rows[0].secrets === null
  }
  psp.trouble('GET /pix', 503)
  pass(49 * 60 * MINUTE)
  await eventually('an unavailable bank is asked again at the end', () => psp.count('GET /pix') > readings)
  assert.equal(await secretsAreGone(), false)
  const later = psp.count('GET /pix')
  await eventually('the bank is still asked while payments may be returned', async () => {
    await passed(5 * MINUTE)
    return psp.count('GET /pix') > later + 4
  })
  assert.equal(await secretsAreGone(), false)
  // As if it had been asked all the while.
  const until = new Date(wall.now().getTime() + 96 * 24 * 60 * MINUTE)
  await world.pool.query('update payment_providers set reconciled_until = $1', [until])
  pass(96 * 24 * 60 * MINUTE)
  await eventually('forgotten', async () => {
    await passed(5 * MINUTE)
    return secretsAreGone()
  })
  const entries = await world.pool.query(
    `select actor_type, changes from audit_entries where changes like $1`,
    [`%${provider.id}%has_secrets%`],
  )
  assert.deepEqual(
    entries.rows.map(({ actor_type }) => actor_type),
    ['system'],
    'who looks the bank up later finds when it was forgotten',
  )
  assert.deepEqual(await psp.callBack(provider.callback_url, [txid]), [200])
  const pay = await app.live.post(`/api/v1/test/charges/${open.id}/pay`, { amount: '50000.00' })
  assert.equal(pay.status, 404, "a real bank's charge is never paid by the sandbox")
  await assertLedgerIsTheBanks()
})
