// What a booking takes from the wallet and what a hold speaks for: live, in the sandbox, and never across the two.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, balanceOf, issuesOf, newAgency } from '../../../test/support/agency.ts'
import {
  ABROAD,
  anyOffer,
  BOOKINGS,
  booked,
  confirm,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import type { Client } from '../../../test/support/client.ts'
import { oneWay, search } from '../../../test/support/searches.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })

async function wallet(client: Client) {
  const { balance, pending_amount, available_credit } = (await client.get('/api/v1/wallet/balance')).body.data
  return { balance, pending_amount, available_credit }
}

const less = (amount: string, other: string) => ((cents(amount) - cents(other)) / 100).toFixed(2)
const cents = (amount: string) => Math.round(Number(amount) * 100)

test('test bookings and live data are separate', async () => {
  const agency = await newAgency(app)
  const { id } = await booked(agency.test, instantBody(await zzOffer(agency.test)))
  assertError(await agency.live.get(`${BOOKINGS}/${id}`), 404, 'Booking not found')
  assert.deepEqual((await agency.live.get(BOOKINGS)).body.data, [])
  assert.deepEqual((await agency.live.get('/api/v1/clients')).body.data, [])
  assert.deepEqual((await agency.live.get('/api/v1/wallet/transactions')).body.data.transactions, [])
  assert.deepEqual(await agency.diary('live').types(), [])
})

test('a test booking moves no money: its simulated debit is listed, the balance stays 5000.00', async () => {
  const agency = await newAgency(app)
  const { id } = await booked(agency.test, instantBody(await zzOffer(agency.test)))
  assert.equal(await balanceOf(agency.test), '5000.00')
  const { transactions } = (await agency.test.get('/api/v1/wallet/transactions')).body.data
  assert.equal(transactions.length, 1)
  const [{ type, amount, balance_after, reference_type, reference_id }] = transactions
  assert.deepEqual(
    [type, amount, balance_after, reference_type, reference_id],
    ['debit', '513.98', '5000.00', 'booking', id],
  )
  assert.equal(await balanceOf(agency.live), '0.00')
})

test("a foreign offer has the carrier's amounts in its currency, and BRL at the offer's rate", async () => {
  const abroad = await zzOffer(app.test, { route: ABROAD })
  const passengers = passengersOf(abroad, { identity_documents: [PASSPORT] })
  const body = await booked(app.test, instantBody(abroad, { passengers }))
  const fields = [
    'total_amount',
    'total_currency',
    'tax_amount',
    'tax_currency',
    'base_amount',
    'base_currency',
    'exchange_rate_used',
    'base_cost_brl',
    'total_agency_commission',
  ]
  assert.deepEqual(
    fields.map((name) => body[name]),
    fields.map((name) => (abroad as unknown as Record<string, unknown>)[name]),
  )
  assert.equal(body.total_currency, 'USD')
  assert.deepEqual([body.client_amount, body.wallet_amount], [abroad.client_amount, abroad.client_amount])
})

test("a team whose debits are base_cost is debited the carrier's price; its client sees the full price", async () => {
  const agency = await newAgency(app, { debits: 'base_cost' })
  await fill(agency.live, '3000.00')
  const own = await anyOffer(agency.live)
  assert.notEqual(own.base_cost_brl, own.client_amount)
  const body = await booked(agency.live, instantBody(own))
  assert.deepEqual([body.wallet_amount, body.client_amount], [own.base_cost_brl, own.client_amount])
  const { transactions } = (await agency.live.get('/api/v1/wallet/transactions?type=debit')).body.data
  assert.deepEqual(
    transactions.map(({ amount }: { amount: string }) => amount),
    [own.base_cost_brl],
  )
})

test('an instant booking debits its client_amount at once, as the transaction list shows', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '3000.00')
  const offer = await anyOffer(agency.live)
  const { id, slices, owner, booking_reference } = await booked(agency.live, instantBody(offer))
  assert.match(booking_reference, /^[A-Z0-9]{6}$/)
  const { transactions } = (await agency.live.get('/api/v1/wallet/transactions')).body.data
  const { id: line, created_at, ...rest } = transactions[0]
  assert.match(line, /^txn_/)
  assert.equal(created_at, '2026-11-15T12:00:00.000Z')
  assert.deepEqual(rest, {
    type: 'debit',
    amount: offer.client_amount,
    currency: 'BRL',
    description: `Booking ${slices[0].origin.iata_code}-${slices[0].destination.iata_code}, ${owner.name}`,
    // The locator came after the line, which is hashed as it was written.
    display_description: `Reserva ${booking_reference}, ${slices[0].origin.iata_code}-${slices[0].destination.iata_code}, ${owner.name}`,
    reference_type: 'booking',
    reference_id: id,
    balance_after: less('3000.00', offer.client_amount),
    simulated: true,
  })
  assert.equal(await balanceOf(agency.live), less('3000.00', offer.client_amount))
  const english = await agency.live.get('/api/v1/wallet/transactions', { 'accept-language': 'en' })
  const [{ description, display_description: shown }] = english.body.data.transactions
  assert.equal(shown, description.replace('Booking ', `Booking ${booking_reference}, `))
  const { text: csv } = await agency.live.get('/api/v1/wallet/transactions.csv')
  assert.ok(csv.includes(`Booking ${booking_reference}, `), csv)
})

test('a hold debits nothing: pending_amount grows, available_credit shrinks', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '3000.00')
  const offer = await anyOffer(agency.live)
  const { id } = await booked(agency.live, holdBody(offer))
  const left = less('3000.00', offer.client_amount)
  assert.deepEqual(await wallet(agency.live), {
    balance: '3000.00',
    pending_amount: offer.client_amount,
    available_credit: left,
  })
  assert.equal((await confirm(agency.live, id, offer)).status, 200)
  assert.deepEqual(await wallet(agency.live), {
    balance: left,
    pending_amount: '0.00',
    available_credit: left,
  })
})

test('a cancelled hold no longer counts in pending_amount', async () => {
  const agency = await newAgency(app)
  const { id } = await booked(agency.live, holdBody(await anyOffer(agency.live)))
  assert.notEqual((await wallet(agency.live)).pending_amount, '0.00')
  await agency.live.delete(`${BOOKINGS}/${id}`)
  assert.equal((await wallet(agency.live)).pending_amount, '0.00')
})

test('a hold never fails for lack of balance, and available_credit is never negative', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  await booked(agency.live, holdBody(offer))
  await booked(agency.live, holdBody(offer))
  assert.deepEqual(await wallet(agency.live), {
    balance: '0.00',
    pending_amount: less(offer.client_amount, `-${offer.client_amount}`),
    available_credit: '0.00',
  })
})

test('a hold warns that the wallet cannot pay it now, beside its other warnings', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  const oneCentLess = less(offer.client_amount, '0.01')
  await fill(agency.live, oneCentLess)
  const issue =
    `the wallet has ${oneCentLess} BRL and confirming takes ${offer.client_amount} BRL: ` +
    'recharge it before payment_required_by'
  const { id, warnings } = await booked(agency.live, holdBody(offer))
  assert.deepEqual(issuesOf(warnings), [{ field: 'wallet.balance', issue }])
  assert.match(warnings[0].user_message, /^A carteira tem R\$ [\d.]+,\d\d e a emissão custa R\$ /)
  const cpf = { type: 'tax_id', unique_identifier: '111.222.333-44', issuing_country_code: 'BR' }
  const passengers = passengersOf(offer, { identity_documents: [cpf] })
  const fields = (await booked(agency.live, holdBody(offer, { passengers }))).warnings.map(
    ({ field }: { field: string }) => field,
  )
  assert.deepEqual(fields, ['passengers.0.identity_documents.0.unique_identifier', 'wallet.balance'])
  assert.equal(
    (await agency.live.get(`${BOOKINGS}/${id}`)).body.warnings,
    undefined,
    'by then it may be wrong',
  )
  await fill(agency.live, '100.00')
  const payable = await booked(agency.live, holdBody(offer))
  assert.equal(payable.warnings, undefined, 'though all the holds together could not be paid')
})

test('with a test key that warning says how to fill the test wallet, and the advice works', async () => {
  const { test: sandbox } = await newAgency(app)
  const offer = await anyOffer(sandbox)
  const hold = async (balance: string) => {
    assert.equal((await sandbox.post('/api/v1/test/wallet', { balance })).status, 200)
    return booked(sandbox, holdBody(offer))
  }
  const [warning] = (await hold('1.00')).warnings
  assert.match(
    warning.issue,
    /: set what it holds with POST \/api\/v1\/test\/wallet before payment_required_by$/,
  )
  assert.equal((await hold(offer.client_amount)).warnings, undefined)
})

for (const fee_amount of ['35.00', '25000.00'])
  test(`the advice of a refused test debit is sufficient, with a fee of ${fee_amount}`, async () => {
    const { test: sandbox } = await newAgency(app)
    await sandbox.put('/api/v1/team/pricing', { markup_percent: 0, fee_amount, rules: [] })
    await sandbox.post('/api/v1/test/wallet', { balance: '1.00' })
    const body = instantBody(await anyOffer(sandbox))
    const refused = await sandbox.post(BOOKINGS, body)
    assertError(refused, 422, 'Insufficient balance')
    const [, path = '', advised = ''] = /POST (\S+) and (\{.*\}), then/.exec(refused.body.message) ?? []
    await sandbox.post(path, JSON.parse(advised))
    await booked(sandbox, body)
  })

test('a hold reserves no money: an instant booking may spend it', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  await fill(agency.live, offer.client_amount)
  const held = await booked(agency.live, holdBody(offer))
  await booked(agency.live, instantBody(offer))
  assert.equal(await balanceOf(agency.live), '0.00')
  assertError(await confirm(agency.live, held.id, offer), 422, 'Insufficient balance')
})

test('in the sandbox pending_amount follows the holds, and the balance stays 5000.00', async () => {
  const agency = await newAgency(app)
  const offer = await zzOffer(agency.test)
  await booked(agency.test, holdBody(offer))
  assert.deepEqual(await wallet(agency.test), {
    balance: '5000.00',
    pending_amount: '513.98',
    available_credit: '5000.00',
  })
})

test('a debit of exactly the balance passes; a cent more is 422 Insufficient balance and changes nothing', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  await fill(agency.live, less(offer.client_amount, '0.01'))
  const diary = agency.diary('live')
  await diary.types()
  await diary.money()
  assertError(await agency.live.post(BOOKINGS, instantBody(offer)), 422, 'Insufficient balance')
  assert.deepEqual([await diary.types(), await diary.money(), await diary.mails()], [[], [], []])
  assert.equal((await agency.live.get(BOOKINGS)).body.pagination.total, 0)
  await fill(agency.live, '100.00')
  await booked(agency.live, instantBody(offer))
})

test('in the sandbox a debit above 5000.00 is Insufficient balance, until the balance is raised', async () => {
  const { test: sandbox } = await newAgency(app)
  const found = await search(
    sandbox,
    oneWay('GRU', 'LIS', '2026-12-20', { passengers: [{ type: 'adult', count: 9 }], cabinClass: 'business' }),
  )
  const dear = found.body.offers.at(-1)
  assert.ok(Number(dear.client_amount) > 5000)
  const passengers = passengersOf(dear, { identity_documents: [PASSPORT] })
  const body = instantBody(dear, { passengers })
  const refused = await sandbox.post(BOOKINGS, body, { 'idempotency-key': 'dear' })
  assertError(refused, 422, 'Insufficient balance')
  const [, path = '', advised = ''] = /POST (\S+) and (\{.*?\})/.exec(refused.body.message) ?? []
  const balance = String(Math.ceil(Number(dear.client_amount)))
  assert.equal(
    (await sandbox.post(path, { ...JSON.parse(advised), balance })).status,
    200,
    'the advice works',
  )
  const again = await sandbox.post(BOOKINGS, body, { 'idempotency-key': 'another' })
  assert.deepEqual([again.status, again.body.status], [201, 'ticketed'], again.text)
})

test('the amount is fixed at creation: a later change of the markup does not affect it', async () => {
  const agency = await newAgency(app)
  await fill(agency.live, '3000.00')
  const offer = await anyOffer(agency.live)
  const { id } = await booked(agency.live, holdBody(offer))
  await app.service.world.pool.query(
    `update teams set markup_percent = 50, debits = 'base_cost' where id = $1`,
    [agency.id],
  )
  assert.equal((await confirm(agency.live, id, offer)).status, 200)
  assert.equal(await balanceOf(agency.live), less('3000.00', offer.client_amount))
})

test('a debit that leaves 500.00 notifies nothing; one that leaves 499.99 notifies the low balance once', async () => {
  const agency = await newAgency(app)
  const offer = await anyOffer(agency.live)
  const diary = agency.diary('live')
  const walletEvents = async () =>
    (await diary.types()).filter((type) => type.startsWith('wallet.')).slice(-2)
  await fill(agency.live, less(offer.client_amount, '-500.00'))
  await booked(agency.live, instantBody(offer))
  assert.deepEqual(await walletEvents(), ['wallet.credit', 'wallet.debit'])
  assert.equal(await balanceOf(agency.live), '500.00')
  await fill(agency.live, less(offer.client_amount, '0.01'))
  await booked(agency.live, instantBody(offer))
  assert.deepEqual(await walletEvents(), ['wallet.debit', 'wallet.low_balance'])
  assert.equal(await balanceOf(agency.live), '499.99')
})
