// The Asaas adapter: charges, their state, refunds and callbacks; whichever response is lost, there is one
// charge and one refund.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FakeAsaas } from '../../../../test/support/fakes/fake-asaas.ts'
import { startFakeAsaas } from '../../../../test/support/fakes/fake-asaas.ts'
import { confirmed, NOON, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import { fixedClock, type MovableClock } from '../../../kernel/process/clock.ts'
import { isBrCode } from '../../../kernel/values/br-code.ts'
import { makeNames } from '../../dns/dns.ts'
import { isOwnSandbox } from '../banks.ts'
import { type Bank, type ChargeOrder, isAbsent, type Outcome } from '../port.ts'
import { asaasBank } from './asaas-bank.ts'

interface Desk {
  asaas: FakeAsaas
  bank: Bank
  clock: MovableClock
}

async function desk(t: TestContext, changes: object = {}): Promise<Desk> {
  const clock = fixedClock(NOON)
  const asaas = await startFakeAsaas({ clock })
  const bank = asaasBank.connect(
    { ...asaas.settings, ...changes },
    {
      wall: clock,
      team: 'team_1',
      address: { allowedCidrs: [], loopbackOpen: true, resolve: makeNames({ servers: null }) },
    },
  )
  t.after(async () => {
    await bank.close()
    await asaas.close()
  })
  return { asaas, bank, clock }
}

const payer = { name: 'Agência Sol', document: '12.345.678/0001-95' }
/** Three business days from now, as for a recharge. */
const boletoOrder = (changes: Partial<ChargeOrder> = {}) =>
  pixOrder({ method: 'boleto', payer, expiresAt: new Date('2026-11-20T02:59:59.999Z'), ...changes })
const code = (changes: Partial<ChargeOrder> = {}) => pixOrder({ payer, ...changes })
const reasonOf = (response: Outcome<unknown>) => (response.outcome === 'confirmed' ? '' : response.reason)

test('a boleto: exact to the cent, no notice from Asaas to the payer, its numbers verified', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = boletoOrder({
    amountCents: 123_457n,
    dueDate: Temporal.PlainDate.from('2026-11-17'),
    finePercent: '2',
    interestPercent: '0.99',
    discount: [{ until: Temporal.PlainDate.from('2026-11-16'), amountCents: 4_567n }],
  })
  const made = confirmed(await bank.open(order))
  assert.ok(made.method === 'boleto')
  const [payment] = asaas.books.of(order.txid)
  assert.deepEqual(asaas.calls.find(({ method, path }) => `${method} ${path}` === 'POST /payments')?.body, {
    customer: asaas.books.customers[0]?.id,
    billingType: 'BOLETO',
    value: 1234.57,
    dueDate: '2026-11-17',
    description: 'Recarga da carteira',
    externalReference: order.txid,
    daysAfterDueDateToRegistrationCancellation: 2,
    fine: { value: 2, type: 'PERCENTAGE' },
    interest: { value: 0.99 },
    discount: { value: 45.67, dueDateLimitDays: 1, type: 'FIXED' },
  })
  assert.partialDeepStrictEqual(asaas.books.customers, [
    { name: 'Agência Sol', cpfCnpj: '12345678000195', notificationDisabled: true },
  ])
  assert.match(made.barcode, /^4619\d{40}$/)
  assert.equal(made.digitableLine.length, 47)
  assert.deepEqual([made.bankReference, made.slipUrl], [payment?.id, payment?.bankSlipUrl])
  assert.equal(made.ourNumber, payment?.nossoNumero)

  // The payer exists at the bank and was renamed.
  await bank.open(boletoOrder({ payer: { ...payer, name: 'Agência Sol e Mar' } }))
  assert.deepEqual(
    asaas.books.customers.map(({ name }) => name),
    ['Agência Sol e Mar'],
  )
})

test('a Pix: its code; a repeated order gives the same charge; a past due date becomes today', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = code({ dueDate: Temporal.PlainDate.from('2026-11-01') })
  const made = confirmed(await bank.open(order))
  assert.ok(made.method === 'pix' && isBrCode(made.copyPaste))
  assert.deepEqual(confirmed(await bank.open(order)), made)
  assert.equal(asaas.books.of(order.txid).length, 1)
  assert.equal(asaas.books.payments[0]?.dueDate, '2026-11-16')
})

test('every amount round-trips to the cent', async (t) => {
  const { asaas, bank } = await desk(t)
  for (const amountCents of [500n, 1_001n, 110_010n, 1_999_999n, 435_789_123n, 9_999_999_999n]) {
    const order = boletoOrder({ amountCents })
    confirmed(await bank.open(order))
    asaas.books.pay(order.txid)
    const [paid] = confirmed(await bank.read(order.txid)).payments
    assert.equal(paid?.amountCents, amountCents)
  }
})

test('after a lost response or a failed request, a repetition gives one charge with the same numbers', async (t) => {
  const { asaas, bank } = await desk(t)
  const whole = boletoOrder()
  const before = asaas.calls.length
  confirmed(await bank.open(whole))
  const calls = asaas.calls.length - before
  assert.equal(calls, 5, 'by its reference, the payer twice, the charge, its numbers')
  for (const trouble of ['lost', 'garbage', 503] as const)
    for (let nth = 1; nth <= calls; nth++) {
      asaas.books.customers.length = 0
      const order = boletoOrder()
      asaas.troubleAt(nth, trouble)
      const response = await bank.open(order)
      asaas.calm()
      assert.equal(response.outcome, 'unknown', `${trouble} at call ${nth}`)
      const made = confirmed(await bank.open(order))
      assert.equal(asaas.books.of(order.txid).length, 1, `${trouble} at call ${nth}`)
      assert.equal(made.bankReference, asaas.books.of(order.txid)[0]?.id)
    }
  // The request that seemed lost arrived later: the second charge is removed.
  const twin = { ...asaas.books.of(whole.txid)[0]!, id: 'pay_zzz' }
  asaas.books.payments.push(twin)
  confirmed(await bank.open(whole))
  assert.deepEqual([twin.deleted, asaas.books.of(whole.txid).length], [true, 1])
})

test('a charge that differs from its order is refused and withdrawn: amount, barcode, line, code', async (t) => {
  const { asaas, bank } = await desk(t)
  const changed = (fields: object) => (response: { status: number; body: object | null }) => ({
    ...response,
    body: { ...response.body, ...fields },
  })
  const troubles: [string, object, ChargeOrder][] = [
    ['POST /payments', { value: 1 }, boletoOrder()],
    ['GET /payments/pay', { barCode: '46191'.padEnd(44, '1') }, boletoOrder()],
    ['GET /payments/pay', { barCode: '46199153200001500000000000000000000000000000' }, boletoOrder()],
    ['GET /payments/pay', { identificationField: '1'.repeat(47) }, boletoOrder()],
    ['GET /payments/pay', { payload: '000201' }, code()],
  ]
  for (const [start, fields, order] of troubles) {
    asaas.trouble(start, changed(fields))
    assert.equal((await bank.open(order)).outcome, 'rejected', JSON.stringify(fields))
    assert.deepEqual(asaas.books.of(order.txid), [])
  }
  const small = await bank.open(code({ amountCents: 499n }))
  assert.match(reasonOf(small), /maior ou igual a R\$ 5,00/)
})

test('a payer without CPF or CNPJ is refused with the cause, without a request', async (t) => {
  const { asaas, bank } = await desk(t)
  for (const withoutTaxId of [null, { name: 'Ana', document: null }]) {
    const response = await bank.open(boletoOrder({ payer: withoutTaxId }))
    assert.partialDeepStrictEqual(response, { outcome: 'rejected', cause: 'payer' })
  }
  assert.equal(asaas.calls.length, 0)
})

test('only received is money: confirmed waits, cash does not count, removed is reported', async (t) => {
  const { asaas, bank, clock } = await desk(t)
  const order = boletoOrder()
  const { bankReference = null } = confirmed(await bank.open(order))
  const read = async () => confirmed(await bank.read(order.txid, bankReference))
  assert.deepEqual(await read(), { status: 'open', payments: [] })
  for (const status of ['OVERDUE', 'CONFIRMED'] as const) {
    asaas.books.pay(order.txid, { status })
    assert.deepEqual(await read(), { status: 'open', payments: [] }, status)
  }
  // It was paid at a bank already, so it cannot be withdrawn: the money will arrive.
  assert.deepEqual(confirmed(await bank.withdraw(order.txid, bankReference)).status, 'open')
  clock.advance(24 * 3_600_000)
  const { id } = asaas.books.pay(order.txid, { amount: 1530.25 })
  const txid = order.txid
  const payments = [{ id, txid, amountCents: 153_025n, paidAt: new Date('2026-11-16T15:00:00.000Z') }]
  assert.deepEqual(await read(), { status: 'paid', payments })
  assert.deepEqual(confirmed(await bank.withdraw(txid)), { status: 'paid', payments })
  asaas.books.pay(txid, { status: 'RECEIVED_IN_CASH' })
  assert.deepEqual((await read()).status, 'removed')

  const other = code({ expiresAt: order.expiresAt })
  const made = confirmed(await bank.open(other))
  assert.deepEqual(confirmed(await bank.withdraw(other.txid)), { status: 'removed', payments: [] })
  assert.ok(isAbsent(await bank.read(other.txid)), 'removed ones are not listed')
  assert.equal(confirmed(await bank.read(other.txid, made.bankReference)).status, 'removed')
  assert.ok(isAbsent(await bank.withdraw(code().txid)))
})

test("payments between two times: all pages, the weekend before, and only the account's own charges", async (t) => {
  const { asaas, bank, clock } = await desk(t)
  asaas.books.pageSizeMax = 2
  const orders = Array.from({ length: 5 }, () => code())
  for (const { txid } of orders) {
    const order = orders.find((one) => one.txid === txid)!
    confirmed(await bank.open(order))
    asaas.books.pay(txid)
  }
  asaas.books.payments.push({ ...asaas.books.payments[0]!, id: 'pay_other', externalReference: 'pedido 12' })
  clock.advance(4 * 24 * 3_600_000)
  const { payments, unreadable } = confirmed(await bank.received(clock.now(), clock.now()))
  assert.deepEqual(payments.map(({ txid }) => txid).sort(), orders.map(({ txid }) => txid).sort())
  assert.deepEqual(unreadable, [])
  assert.deepEqual(confirmed(await bank.returned(NOON, clock.now())).payments, [])

  // An unreadable entry hides no other.
  const [first, second] = orders
  Object.assign(asaas.books.of(first!.txid)[0]!, { value: 100.123 })
  asaas.books.giveBack(second!.txid, 12.5)
  const returned = confirmed(await bank.returned(NOON, clock.now()))
  assert.deepEqual(returned.unreadable, [first!.txid])
  assert.deepEqual(
    returned.payments.map(({ txid, returns }) => [
      txid,
      returns?.map((one) => [one.amountCents, one.status]),
    ]),
    [[second!.txid, [[1_250n, 'done']]]],
  )
})

test('a refund is marked with its id: after a lost response it is made once', async (t) => {
  const { asaas, bank } = await desk(t)
  const paid = async () => {
    const order = code()
    confirmed(await bank.open(order))
    return { order, payment: asaas.books.pay(order.txid) }
  }
  for (const trouble of ['lost', 503] as const)
    for (const nth of [1, 2, 3]) {
      const { payment } = await paid()
      const refund = () => bank.refund(payment.id, `dev${nth}`, 60_000n)
      asaas.troubleAt(nth, trouble)
      assert.equal((await refund()).outcome, 'unknown')
      asaas.calm()
      for (let times = 0; times < 2; times++) assert.equal(confirmed(await refund()).status, 'done')
      assert.deepEqual(
        payment.refunds?.map(({ value }) => value),
        [600],
        `${trouble} at call ${nth}`,
      )
      const other = await bank.refund(payment.id, `dev${nth}`, 1n)
      assert.match(reasonOf(other), /another refund with this id/)
    }
  const { payment, order } = await paid()
  asaas.books.refundsEnd = 'PENDING'
  asaas.books.tellsRefunds = false
  assert.equal(confirmed(await bank.refund(payment.id, 'slow', 150_000n)).status, 'processing')
  assert.equal(confirmed(await bank.read(order.txid)).payments[0]?.returns?.[0]?.status, 'processing')
  Object.assign(payment.refunds![0]!, { status: 'CANCELLED' })
  assert.equal(confirmed(await bank.refund(payment.id, 'slow', 150_000n)).status, 'failed')
  assert.match(reasonOf(await bank.refund(payment.id, 'more', 150_001n)), /Não é possível estornar/)
  assert.match(reasonOf(await bank.refund('E123', 'more', 1n)), /not the id of a payment/)
})

test('returns requested elsewhere have their own ids; a full return without details is not trusted', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = code()
  confirmed(await bank.open(order))
  const payment = asaas.books.pay(order.txid)
  asaas.books.giveBack(order.txid, 100)
  asaas.books.giveBack(order.txid, 100)
  const [paid] = confirmed(await bank.read(order.txid)).payments
  assert.deepEqual(
    paid?.returns?.map(({ id, at }) => [id, at?.toISOString()]),
    [
      ['asaas20261116120000x10000', '2026-11-16T15:00:00.000Z'],
      ['asaas20261116120000x10000x2', '2026-11-16T15:00:00.000Z'],
    ],
  )
  Object.assign(payment, { status: 'REFUNDED', refunds: null })
  assert.match(reasonOf(await bank.read(order.txid)), /given back, but not yet how/)
  assert.deepEqual(confirmed(await bank.received(NOON, NOON)).unreadable, [order.txid])
})

test('a boleto is refunded in the panel of Asaas, and the error says so', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = boletoOrder()
  confirmed(await bank.open(order))
  const { id } = asaas.books.pay(order.txid)
  assert.match(reasonOf(await bank.refund(id, 'dev', 100n)), /gives a boleto back only in full/)
})

test('rate limits are kept, wrong keys and odd responses reported, never with the key in the text', async (t) => {
  const { asaas, bank, clock } = await desk(t)
  asaas.trouble('GET /payments', 429)
  assert.match(reasonOf(await bank.open(code())), /less often/)
  const calls = asaas.calls.length
  assert.match(reasonOf(await bank.read(code().txid)), /less often/)
  assert.equal(asaas.calls.length, calls, 'it is left alone for a while')
  clock.advance(30_000)
  assert.ok(isAbsent(await bank.read(code().txid)))
  asaas.trouble('GET /payments', 'garbage', (response) => ({ ...response, body: { data: 7 } }), 404)
  for (const reason of [/does not fit its API/, /does not fit its API/])
    assert.match(reasonOf(await bank.read(code().txid)), reason)
  assert.ok(isAbsent(await bank.read(code().txid)))

  const { bank: stranger } = await desk(t, { api_key: '$aact_hmlg_wrong' })
  const response = await stranger.register('https://agency.example/callbacks/asaas/abc')
  assert.partialDeepStrictEqual(response, { outcome: 'rejected', cause: 'account' })
  assert.match(reasonOf(response), /does not accept the API key: .*inválida: \*\*\*$/)
})

test('callbacks: registered once, resumed if paused, authenticated by token, only for own charges', async (t) => {
  const { asaas, bank } = await desk(t, { alert_email: 'bank@agency.example' })
  assert.deepEqual(confirmed(await bank.register('http://agency.example/x')), { callbacks: false })
  const url = 'https://agency.example/callbacks/asaas/33qsm6mnrtz3k9z5p179hvpj0n4548p1'
  for (let times = 0; times < 2; times++)
    assert.deepEqual(confirmed(await bank.register(url)), { callbacks: true })
  assert.partialDeepStrictEqual(asaas.books.webhooks, [{ url, email: 'bank@agency.example', enabled: true }])
  assert.equal(asaas.books.webhooks.length, 1)
  const token = asaas.books.webhooks[0]!.authToken
  assert.match(token, /^[0-9a-f]{2}(-[0-9a-f]{2}){23}$/)
  const isCaller = (headers: Record<string, string>) => bank.isCaller?.(headers, url)
  assert.equal(isCaller({ 'asaas-access-token': token }), true)
  assert.equal(isCaller({ 'asaas-access-token': `${token}0` }), false)
  assert.equal(isCaller({}), false)
  asaas.trouble('POST /webhooks', 400)
  assert.deepEqual(confirmed(await bank.register(`${url}2`)), { callbacks: false, reason: 'Problema 400.' })

  const { txid } = code()
  const event = { id: 'evt_1&2', event: 'PAYMENT_RECEIVED', payment: { externalReference: txid } }
  assert.deepEqual(bank.readCallback(event), [{ eventId: 'evt_1&2', txid }])
  assert.deepEqual(bank.readCallback({ ...event, payment: { externalReference: 'pedido 12' } }), [])
  assert.deepEqual(bank.readCallback({ ...event, payment: null }), [])
  for (const body of [null, [], {}, { id: 7, event: 'x' }, { id: 'evt 1', event: 'x' }])
    assert.equal(bank.readCallback(body), null)
})

test('settings: errors are reported by field; the address has a default', () => {
  const faults = (settings: Record<string, string>) =>
    asaasBank.faults({ api_key: 'k', ...settings }, NOON).map(({ field }) => field)
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({ api_url: 'http://x', methods: 'cash', alert_email: 'x' }), [
    'api_url',
    'methods',
    'alert_email',
  ])
  assert.deepEqual(faults({ api_key: '$aact_hmlg_1' }), ['api_key'])
  assert.deepEqual(faults({ api_key: '$aact_prod_1', api_url: 'https://api-sandbox.asaas.com/v3' }), [
    'api_key',
  ])
  assert.deepEqual(faults({ api_key: 'a b', methods: 'pix,pix' }), ['api_key', 'methods'])
  assert.equal(isOwnSandbox(asaasBank, { api_url: 'https://API-sandbox.asaas.com/v3' }), true)
  assert.equal(isOwnSandbox(asaasBank, asaasBank.shown({ api_key: 'k' })), false)
  assert.deepEqual(asaasBank.shown({ api_key: 'k', methods: 'boleto' }), {
    api_url: 'https://api.asaas.com/v3',
    methods: 'boleto',
    alert_email: null,
  })
})
