// Attacks on the source of money in production: a team's own banks, payments without a request, days beyond the
// limit, and simulated money. None of it can be spent.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import pg from 'pg'
import type { AuditEntry } from '../../contract/audit.ts'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { MONEY_CHECKS } from '../../server/app/checks/checks.ts'
import { proveHeads, proveLines, provePayments } from '../../server/features/wallet/ledger-proof.ts'
import { fixedClock, realClock } from '../../server/kernel/process/clock.ts'
import { type Agency, assertError, balanceOf, newAgency, untilSettled } from '../support/agency.ts'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { type Client, makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS, providerBody } from '../support/fakes/connected-bank.ts'
import { type FakePsp, startFakePsp } from '../support/fakes/fake-psp.ts'
import { fullRuns } from '../support/full-runs.ts'
import { INVOICES, ITEM, newClient } from '../support/invoicing.ts'
import { AT_ONCE, SECRET_KEY, startApp } from '../support/start-app.ts'
import { fill, move, newRecharge, payCharge, pix, RECHARGE } from '../support/wallet.ts'

const wall = fixedClock(new Date('2026-11-17T15:00:00.000Z'))
const production = { NODE_ENV: 'production', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
/** The same database before it went into production. */
const earlier = await startApp({ wall, settings: { ROLE: 'api' } })
const app = await startApp({
  wall,
  settings: { ...production, ...AT_ONCE },
  databaseUrl: earlier.databaseUrl,
})
const { world } = app.service
const own = await startFakePsp({ clock: wall })
const operators = await startFakePsp({ clock: wall })
const folder = mkdtempSync(join(tmpdir(), 'embarque-bank-'))
after(async () => {
  await own.close()
  await operators.close()
  rmSync(folder, { recursive: true })
})

const command = (...args: string[]) =>
  embarque(args, { DATABASE_URL: app.databaseUrl, SECRET_KEY, ...production })

async function connectOperators(psp: FakePsp, environment: object = {}): Promise<string> {
  const { private_key, ...rest } = psp.settings
  const file = join(folder, 'bank.json')
  writeFileSync(join(folder, 'bank.key'), private_key)
  writeFileSync(file, JSON.stringify({ ...rest, private_key_file: 'bank.key' }))
  const settings = { DATABASE_URL: app.databaseUrl, SECRET_KEY, ...production, ...environment }
  const run = await embarque(['bank', 'connect', '--bank', 'pix-bacen', '--settings', file], settings)
  assert.deepEqual([run.code, run.err], [0, ''], run.out)
  assert.ok(!run.out.includes(psp.settings.client_secret))
  return run.out.match(/Bank ([0-9a-f-]{36}) /)![1]!
}

const chargeOf = async (rechargeId: string) =>
  (await world.pool.query('select id, txid, provider_id from charges where reference_id = $1', [rechargeId]))
    .rows[0]
const callbackOf = async (providerId: string) => {
  const sql = 'select callback_token from payment_providers where id = $1'
  const { rows } = await world.pool.query(sql, [providerId])
  return `${app.url}/callbacks/pix-bacen/${rows[0].callback_token}`
}
/** Sessions that wait for a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const readRecharge = async ({ live }: Agency, id: string) => (await live.get(`${RECHARGE}/${id}`)).body.data
const heldOf = async ({ live }: Agency) =>
  (await live.get('/api/v1/events?type=wallet.payment.held&limit=100')).body.data.map(
    (event: { data: { object: object } }) => event.data.object,
  )

/** The operator's bank reports a payment, and it is stored. */
async function paidAtBank(agency: Agency, rechargeId: string, amount?: string): Promise<string> {
  const { txid } = await chargeOf(rechargeId)
  const { endToEndId } = operators.pay(txid, amount === undefined ? {} : { amount })
  await bankCallsBack(agency, rechargeId)
  return endToEndId
}

/** The operator's bank says that something became of a charge, and it is looked at. */
async function bankCallsBack(agency: Agency, rechargeId: string): Promise<void> {
  const { txid, provider_id } = await chargeOf(rechargeId)
  assert.deepEqual(await operators.callBack(await callbackOf(provider_id), [txid]), [200])
  await untilSettled(app, agency.id, 'live')
}

/** Paid with more than was asked for. */
async function heldRecharge(agency: Agency, amount: string) {
  const { id } = await newRecharge(agency.live, '100.00')
  const endToEndId = await paidAtBank(agency, id, amount)
  const held = (await heldOf(agency)).find(({ recharge_id }: { recharge_id: string }) => recharge_id === id)
  return { id, endToEndId, heldId: held.id as string }
}

/** The accounts with their sums, of which every one agrees: `credits debits`. */
async function accountsOf({ live }: Agency): Promise<Record<string, string>> {
  const { agrees, accounts } = (await live.get('/api/v1/wallet/reconciliation')).body.data
  assert.equal(agrees, true, JSON.stringify(accounts))
  type Account = Record<'account' | 'credits' | 'debits', string>
  return Object.fromEntries(
    accounts.map(({ account, credits, debits }: Account) => [account, `${credits} ${debits}`]),
  )
}

/** What the doctor counts them by. */
const HELD_CHECK = MONEY_CHECKS.find(({ name }) => name === 'held payments') ?? assert.fail()

const review = (decision: 'accept' | 'refuse', id: string) =>
  command('payments', 'review', `--${decision}`, id)

async function assertLedgerIsRight(): Promise<void> {
  for (const prove of [proveHeads, proveLines, provePayments]) assert.deepEqual(await prove(world.pool), [])
}

test("recharges never use a team's own bank, nor the simulated one", async () => {
  const agency = await newAgency(app)
  const connected = await agency.live.post(PROVIDERS, { ...providerBody(own), is_default: true })
  assert.deepEqual([connected.status, connected.body.data.purpose], [201, 'invoices'])
  const answer = await agency.live.post(RECHARGE, pix('100.00'))
  assertError(answer, 503, 'Service unavailable')
  assert.match(answer.body.message, /operator of the service has to connect .* "npx embarque bank connect"/)
  assert.equal(own.count('PUT /cob/'), 0)
  const wallet = await agency.live.post(PROVIDERS, { ...providerBody(own), purpose: 'wallet' })
  assertError(wallet, 400, 'Invalid request parameters', 'purpose')
})

test('credit from the simulated bank before production cannot be spent in production', async () => {
  const before = await newAgency(earlier)
  await fill(before.live, '10000.00')
  await booked(before.live, holdBody(await anyOffer(before.live)))
  const line = await move(earlier.service.world, 'debit', before.id, 1000_00n)
  assert.equal(await balanceOf(before.live), '9000.00')
  const live = makeClient(app.url, before.liveKey)
  assert.equal(await balanceOf(live), '0.00')
  const shown = async (client: Client) => (await client.get('/api/v1/wallet/balance')).body.data
  const { balance, available_credit, pending_amount } = await shown(live)
  assert.deepEqual([balance, available_credit, pending_amount], ['0.00', '0.00', '0.00'])
  assert.notEqual((await shown(before.live)).pending_amount, '0.00')
  await assert.rejects(move(world, 'debit', before.id, 100n, { simulated: false }), {
    code: 'insufficient_balance',
  })
  const back = { simulated: true, referenceId: line.referenceId }
  await move(world, 'credit', before.id, 1000_00n, back)
  assert.equal(await balanceOf(live), '0.00', 'what was paid with it comes back as such')
  await move(world, 'credit', before.id, 70_00n, { simulated: false })
  assert.equal(await balanceOf(live), '70.00')
  await assert.rejects(move(world, 'debit', before.id, 7001n, { simulated: false }), {
    code: 'insufficient_balance',
  })
  await move(world, 'debit', before.id, 70_00n, { simulated: false })
  assert.equal(await balanceOf(live), '0.00')
  const { transactions } = (await live.get('/api/v1/wallet/transactions')).body.data
  assert.deepEqual(
    transactions.map(({ simulated }: { simulated?: boolean }) => simulated === true),
    [false, false, true, true, true],
  )
  const pending = await newRecharge(before.live, '300.00')
  assertError(await payCharge(live, pending.id), 404, 'Charge not found')
  assert.match(
    (await command('doctor')).out,
    /warning +simulated money +\d+ live wallets? with lines .*; they do not count/,
  )
  await assertLedgerIsRight()
})

test("an operator's bank connected outside production is not trusted in production", async () => {
  const id = await connectOperators(operators, { NODE_ENV: 'development' })
  const agency = await newAgency(app)
  assertError(await agency.live.post(RECHARGE, pix('100.00')), 503, 'Service unavailable')
  const listed = await command('bank', 'list')
  assert.match(listed.out, new RegExp(`${id}  wallet +the operator .*outside production`))
  assert.equal((await command('bank', 'disconnect', '--forget', id)).code, 0)
  assert.ok(!(await command('bank', 'list')).out.includes(id))
})

test("the operator's bank is connected on the command line, and is not in the API", async () => {
  const id = await connectOperators(operators)
  const agency = await newAgency(app)
  assert.deepEqual((await agency.live.get(PROVIDERS)).body.data, [])
  assertError(await agency.live.delete(`${PROVIDERS}/${id}`), 404, 'Payment provider not found')
  const invoice = { payment_provider_id: id, status: 'sent' }
  const client = await newClient(agency.live)
  const body = {
    client_id: client.id,
    issue_date: '2026-11-17',
    due_date: '2026-12-01',
    items: [ITEM],
    ...invoice,
  }
  assertError(await agency.live.post(INVOICES, body), 404, 'Payment provider not found')
  const without = await agency.live.post(INVOICES, { ...body, payment_provider_id: undefined })
  assert.deepEqual([without.status, without.body.data?.pix], [201, null], without.text)
  assert.equal(operators.count('PUT /cob/'), 0, "clients' money never goes to the operator")
})

test('a recharge of 100.00 paid with 9,999,999,999.99: held, reviewed, credited once', async () => {
  const agency = await newAgency(app)
  const { id } = await newRecharge(agency.live, '100.00')
  await paidAtBank(agency, id, '9999999999.99')
  assert.equal(await balanceOf(agency.live), '0.00')
  const recharge = await readRecharge(agency, id)
  assert.deepEqual(
    [recharge.status, recharge.held_amount, recharge.payment],
    ['pending', '9999999999.99', undefined],
  )
  const summary = async () => (await agency.live.get('/api/v1/wallet/transactions')).body.data.summary
  assert.equal((await summary()).held_amount, '9999999999.99', 'the agency sees it on its statement')
  const [held] = await heldOf(agency)
  assert.deepEqual([held.recharge_id, held.reason, held.status], [id, 'exceeds_amount', 'held'])
  await assertLedgerIsRight()
  assertError(await agency.live.delete(`${RECHARGE}/${id}`), 409, 'Recharge not pending')
  const list = await command('payments', 'review')
  assert.match(list.out, new RegExp(`${held.id} .*${agency.id} .*9999999999.99 .*exceeds_amount`))
  assert.match((await command('doctor')).out, /held payments +1 payment of 9999999999.99 BRL in all held/)

  const both = await Promise.all([1, 2, 3].map(() => command('payments', 'review', '--accept', held.id)))
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0, 0],
  )
  assert.equal(both.filter(({ out }) => out.includes('is credited')).length, 1)
  assert.equal(await balanceOf(agency.live), '9999999999.99')
  assert.equal((await readRecharge(agency, id)).status, 'completed')
  assert.equal((await command('payments', 'review', '--refuse', held.id)).code, 1)
  assert.match((await command('payments', 'review')).out, /No payment is held/)
  assert.equal((await summary()).held_amount, undefined)
  assert.match((await command('payments', 'review', '--all')).out, /accepted/)
  await assertLedgerIsRight()
})

test('one percent more is credited; a second payment of the same charge is held, and refused', async () => {
  const agency = await newAgency(app)
  const { id } = await newRecharge(agency.live, '200.00')
  await paidAtBank(agency, id, '202.00')
  assert.equal(await balanceOf(agency.live), '202.00')
  await paidAtBank(agency, id, '200.00')
  assert.equal(await balanceOf(agency.live), '202.00')
  const { id: heldId } = (await heldOf(agency))[0]
  const refused = await command('payments', 'review', '--refuse', heldId)
  assert.match(refused.out, /is refused: give it back/)
  assert.equal((await readRecharge(agency, id)).held_amount, undefined)
  assert.equal(await balanceOf(agency.live), '202.00')
  assert.equal((await command('payments', 'review', '--accept', 'hpm_none')).code, 1)
  const other = await newRecharge(agency.live, '200.00')
  await paidAtBank(agency, other.id, '202.01')
  assert.equal(await balanceOf(agency.live), '202.00')
  await assertLedgerIsRight()
})

test('cancelled recharges paid late: a day credits at most 100,000.00, and the rest is held', async () => {
  const agency = await newAgency(app)
  const recharges: string[] = []
  for (let index = 0; index < 6; index++) {
    const { id } = await newRecharge(agency.live, '50000.00')
    assert.equal((await agency.live.delete(`${RECHARGE}/${id}`)).status, 200)
    recharges.push(id)
  }
  const last = await newRecharge(agency.live, '10000.00')
  for (const id of recharges) await paidAtBank(agency, id)
  assert.equal(await balanceOf(agency.live), '100000.00')
  assert.deepEqual(
    (await heldOf(agency)).map(({ reason, amount }: { reason: string; amount: string }) => [reason, amount]),
    Array.from({ length: 4 }, () => ['exceeds_day_limit', '50000.00']),
  )
  await paidAtBank(agency, last.id)
  assert.equal(await balanceOf(agency.live), '100000.00')
  assertError(await agency.live.post(RECHARGE, pix('100.00')), 422, 'Daily limit exceeded')
  await assertLedgerIsRight()
})

test('a held payment that was returned cannot be accepted, and costs nothing', async () => {
  const agency = await newAgency(app)
  const { id, endToEndId, heldId } = await heldRecharge(agency, '5000.00')
  operators.books.giveBack(endToEndId)
  await bankCallsBack(agency, id)
  const { body } = await agency.live.get('/api/v1/events?type=wallet.payment.returned')
  const [latest] = body.data
  assert.deepEqual(
    [latest.data.object.payment_id, latest.data.object.amount, latest.data.object.debited_amount],
    [endToEndId, '5000.00', '0.00'],
  )
  const audited = (await agency.live.get(`/api/v1/audit?topic=money&object_id=${id}`)).body.data
  const changes = audited.flatMap((entry: AuditEntry) => entry.changes)
  assert.deepEqual(changes.slice(0, 2), [
    {
      object: 'held_payment',
      object_id: heldId,
      before: { returned_amount: '0.00' },
      after: { returned_amount: '5000.00' },
    },
    {
      object: 'held_payment',
      object_id: heldId,
      before: null,
      after: {
        status: 'held',
        amount: '5000.00',
        payment_id: endToEndId,
        reason: (await heldOf(agency))[0].reason,
      },
    },
  ])
  const heldCount = async () => {
    const finding = await HELD_CHECK.run({ client: world.pool, wall } as unknown as CheckContext)
    return Number(/^(\d+) pay/.exec(finding?.text ?? '')?.[1] ?? 0)
  }
  const all = await heldCount()
  const inMode = (mode: string) =>
    app.asOwner(`update held_payments set mode = '${mode}' where id = '${heldId}'`)
  await inMode('test')
  assert.equal(await heldCount(), all - 1, 'sandbox money is not looked up at a bank')
  await inMode('live')
  for (let times = 0; times < 2; times++) {
    const accepted = await review('accept', heldId)
    assert.equal(accepted.code, 1)
    assert.match(accepted.err, /went back to its payer, so refuse it/)
  }
  assert.deepEqual([await balanceOf(agency.live), await accountsOf(agency)], ['0.00', {}])
  assert.match((await review('refuse', heldId)).out, /is refused/)
  assert.match((await review('accept', heldId)).err, /went back/)
  assert.deepEqual([await balanceOf(agency.live), await accountsOf(agency)], ['0.00', {}])
  await assertLedgerIsRight()
})

test('a partly returned held payment is refused too, and the rest is refunded', async () => {
  const agency = await newAgency(app)
  const { id, endToEndId, heldId } = await heldRecharge(agency, '5000.00')
  operators.books.giveBack(endToEndId, { amount: '1500.00' })
  await bankCallsBack(agency, id)
  const text = /1500\.00 of this one went back to its payer, so refuse it and give the rest back at the bank/
  assert.match((await review('accept', heldId)).err, text)
  assert.match((await review('refuse', heldId)).out, /is refused: give it back/)
  operators.books.giveBack(endToEndId, { amount: '3500.00' })
  await bankCallsBack(agency, id)
  assert.deepEqual([await balanceOf(agency.live), await accountsOf(agency)], ['0.00', {}])
  await assertLedgerIsRight()
})

/** A transaction of its own, as another process would have it. */
async function session(t: TestContext) {
  const client = new pg.Client(app.databaseUrl)
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end())
  await client.query('begin')
  return client
}

test('accepting a payment takes its locks in the order of an incoming one', async (t) => {
  const agency = await newAgency(app)
  const { heldId } = await heldRecharge(agency, '5000.00')
  const other = await session(t)
  // Another payment of the day is being credited; the command line goes by real time.
  const day = `insert into recharge_days (team_id, mode, day, credited_cents)
    select id, 'live', ($2::timestamptz at time zone time_zone)::date, 0 from teams where id = $1`
  await other.query(day, [agency.id, realClock.now()])
  const accepting = review('accept', heldId)
  await eventually('the acceptance waits', async () => (await app.asOwner(WAITING)).length > 0)
  await other.query(`select from wallets where team_id = $1 and mode = 'live' for no key update`, [agency.id])
  await other.query('commit')
  assert.equal((await accepting).code, 0)
  assert.equal(await balanceOf(agency.live), '5000.00')
})

test('accepted while it is returned: in either order, nothing of it can be spent afterwards', async () => {
  const agency = await newAgency(app)
  for (let round = 0; round < (fullRuns ? 30 : 2); round++) {
    const { id, endToEndId, heldId } = await heldRecharge(agency, `${1000 + round}.00`)
    operators.books.giveBack(endToEndId)
    const reviews = [bankCallsBack(agency, id), review('accept', heldId), review('accept', heldId)]
    await Promise.all(round % 2 === 0 ? reviews : reviews.reverse())
    await untilSettled(app, agency.id, 'live')
    assert.equal(await balanceOf(agency.live), '0.00', `round ${round}`)
    await assertLedgerIsRight()
    await accountsOf(agency)
  }
})

test('accepting a payment waits for a return in progress', async (t) => {
  const agency = await newAgency(app)
  const { id, endToEndId, heldId } = await heldRecharge(agency, '6000.00')
  const { id: returnId } = operators.books.giveBack(endToEndId)
  const returning = await session(t)
  await returning.query('select from charges where reference_id = $1 for no key update', [id])
  const accepting = review('accept', heldId)
  await eventually('the acceptance waits', async () => (await app.asOwner(WAITING)).length > 0)
  await returning.query(
    `insert into payment_returns (charge_id, payment_id, return_id, amount_cents, debited_cents, returned_at,
       received_at)
     select id, $2, $3, 600000, 0, now(), now()
     from charges where reference_id = $1`,
    [id, endToEndId, returnId],
  )
  await returning.query('commit')
  assert.match((await accepting).err, /went back to its payer/)
  await bankCallsBack(agency, id)
  assert.equal(await balanceOf(agency.live), '0.00')
  await assertLedgerIsRight()
})

test('reconciliation agrees with held, accepted, refused and returned payments', async () => {
  const agency = await newAgency(app)
  const plain = await newRecharge(agency.live, '300.00')
  const { provider_id } = await chargeOf(plain.id)
  const account = `bank:${provider_id}`
  const paid = await paidAtBank(agency, plain.id)
  await heldRecharge(agency, '1000.00')
  assert.deepEqual(await accountsOf(agency), { [account]: '300.00 0.00' })
  const refused = await heldRecharge(agency, '2000.00')
  await review('refuse', refused.heldId)
  assert.deepEqual(await accountsOf(agency), { [account]: '300.00 0.00' })
  const accepted = await heldRecharge(agency, '4000.00')
  await review('accept', accepted.heldId)
  assert.deepEqual(await accountsOf(agency), { [account]: '4300.00 0.00' })
  // The refused one is given back as it should be, and an accepted one in part, after it was credited.
  operators.books.giveBack(refused.endToEndId)
  operators.books.giveBack(accepted.endToEndId, { amount: '1500.00' })
  operators.books.giveBack(paid)
  for (const id of [refused.id, accepted.id, plain.id]) await bankCallsBack(agency, id)
  assert.deepEqual(await accountsOf(agency), { [account]: '4300.00 1800.00' })
  assert.equal(await balanceOf(agency.live), '2500.00')
  await assertLedgerIsRight()
  assert.match((await command('doctor')).out, /ok +accounts +banks and carriers agree/)
})

test('the audit log has who reviewed a payment, and who connected and disconnected the bank', async () => {
  const agency = await newAgency(app)
  const [accepted, refused] = [await heldRecharge(agency, '700.00'), await heldRecharge(agency, '800.00')]
  await review('accept', accepted.heldId)
  await review('accept', accepted.heldId)
  await review('refuse', refused.heldId)
  const entries = (await agency.live.get('/api/v1/audit?action=payments%20review')).body.data
  type Change = { object: string; object_id: string; before: object | null; after: { status?: string } }
  const changes: Change[][] = entries.map((entry: { changes: Change[] }) => entry.changes)
  assert.deepEqual(
    changes.map((all) => all.map(({ object, after }) => `${object} ${after.status ?? ''}`.trim())),
    [['held_payment refused'], ['transaction'], ['held_payment accepted']],
  )
  assert.equal(changes[2]?.[0]?.object_id, accepted.heldId)
  for (const { actor } of entries)
    assert.deepEqual(actor, { type: 'command_line', id: userInfo().username, name: null })

  const other = await startFakePsp({ clock: wall })
  after(() => other.close())
  const id = await connectOperators(other)
  for (const options of [[], ['--forget'], ['--forget']])
    assert.equal((await command('bank', 'disconnect', ...options, id)).code, 0)
  const { out } = await command('audit', '--limit', '1000')
  const ours = out.split('\n').filter((line) => line.includes(id))
  assert.equal(ours.length, 3, out)
  assert.match(ours[0]!, /command_line .*bank connect .*null -> \{.*settings_fingerprint/)
  assert.match(ours[1]!, /command_line .*bank disconnect .*-> null/)
  assert.match(ours[2]!, /command_line .*bank disconnect .*-> \{"has_secrets":false\}/)
  assert.ok(!out.includes(other.settings.pix_key) && !out.includes(other.settings.client_secret))
  assert.match(out, /each follows from the one before it/)
})

test("a team's own bank cannot confirm a recharge of the operator's bank", async () => {
  const agency = await newAgency(app)
  const connected = (await agency.live.post(PROVIDERS, providerBody(own))).body.data
  const { id } = await newRecharge(agency.live, '100.00')
  const { txid } = await chargeOf(id)
  const claim = { txid, chave: own.settings.pix_key, valor: { original: '100.00' } }
  own.books.charges.set(txid, { ...operators.books.charges.get(txid)!, ...claim })
  own.pay(txid)
  const readings = own.count('GET /pix')
  assert.deepEqual(await own.callBack(connected.callback_url, [txid]), [200])
  await eventually("the team's bank was read", () => {
    wall.advance(5 * 60_000)
    world.jobsAdded()
    return own.count('GET /pix') > readings
  })
  await untilSettled(app, agency.id, 'live')
  assert.deepEqual([await balanceOf(agency.live), await heldOf(agency)], ['0.00', []])
  assert.equal(own.count(`GET /cob/${txid}`), 0)
})

test("a recharge collected by a team's bank before banks had a purpose is held", async () => {
  const agency = await newAgency(app)
  const provider = (await agency.live.post(PROVIDERS, providerBody(own))).body.data
  const { id } = await newRecharge(agency.live, '100.00')
  const { txid } = await chargeOf(id)
  await world.pool.query('update charges set provider_id = $2 where txid = $1', [txid, provider.id])
  own.books.charges.set(txid, { ...operators.books.charges.get(txid)!, chave: own.settings.pix_key })
  own.pay(txid)
  assert.deepEqual(await own.callBack(provider.callback_url, [txid]), [200])
  await untilSettled(app, agency.id, 'live')
  assert.equal(await balanceOf(agency.live), '0.00')
  assert.equal((await heldOf(agency))[0].reason, 'untrusted_bank')
})

test('connecting and disconnecting require their own permission, and mail the team', async () => {
  const agency = await newAgency(app)
  const diary = agency.diary('live')
  await diary.mails()
  const { body } = await agency.live.post('/api/v1/api-keys', { name: 'Reader', read_only: true })
  const authorization = `Bearer ${body.data.secret}`
  assertError(await agency.live.post(PROVIDERS, providerBody(own), { authorization }), 403, 'Forbidden')
  const { id } = (await agency.live.post(PROVIDERS, providerBody(own))).body.data
  assertError(await agency.live.delete(`${PROVIDERS}/${id}`, { authorization }), 403, 'Forbidden')
  await agency.live.delete(`${PROVIDERS}/${id}`)
  // Two jobs, which run at the same time.
  assert.deepEqual((await diary.mails()).toSorted(), [
    `provider ${id} connected`,
    `provider ${id} disconnected`,
  ])
  const { rows } = await world.pool.query('select to_address, subject, text from mails where key = $1', [
    `provider ${id} connected`,
  ])
  assert.equal(rows[0].to_address, 'sol@agencia.example')
  assert.match(rows[0].subject, /^Banco conectado/)
  assert.ok(rows[0].text.includes(own.settings.pix_key) && !rows[0].text.includes(own.settings.client_secret))
})
