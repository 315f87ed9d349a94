// The Mercado Pago adapter: its page, payments and refusals, refunds, disputes and signed notifications; whichever response
// is lost, there is one charge and one refund.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type FakeMercadoPago,
  startFakeMercadoPago,
} from '../../../../test/support/fakes/fake-mercado-pago.ts'
import { confirmed, NOON, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import { fixedClock, type MovableClock } from '../../../kernel/process/clock.ts'
import { makeNames } from '../../dns/dns.ts'
import { type Bank, type ChargeOrder, isAbsent, type Outcome } from '../port.ts'
import { mercadoPagoBank } from './mercado-pago-bank.ts'

interface Desk {
  pago: FakeMercadoPago
  bank: Bank
  clock: MovableClock
}

async function desk(t: TestContext, changes: object = {}): Promise<Desk> {
  const clock = fixedClock(NOON)
  const pago = await startFakeMercadoPago({ clock })
  const address = { allowedCidrs: [], loopbackOpen: true, resolve: makeNames({ servers: null }) }
  const bank = mercadoPagoBank.connect(
    { ...pago.settings, ...changes },
    { wall: clock, team: 'team_1', address },
  )
  t.after(async () => {
    await bank.close()
    await pago.close()
  })
  return { pago, bank, clock }
}

const payer = { name: 'Ana Souza', document: '529.982.247-25', email: 'ana@example.com' }
const cardOrder = (changes: Partial<ChargeOrder> = {}): ChargeOrder =>
  pixOrder({
    method: 'card',
    payer,
    amountCents: 250_000n,
    instalments: { max: 10 },
    expiresAt: new Date('2026-11-20T02:59:59.999Z'),
    ...changes,
  })
const reasonOf = (response: Outcome<unknown>) => (response.outcome === 'confirmed' ? '' : response.reason)

test('a page for a card has amount, payer, maximum instalments, return address and notification address', async (t) => {
  const { pago, bank } = await desk(t)
  const order = cardOrder({
    returnUrl: 'https://agencia.example/i/abc?card',
    callbackUrl: 'https://agencia.example/callbacks/mercado-pago/xyz',
  })
  const made = confirmed(await bank.open(order))
  const [preference] = pago.books.preferences
  assert.deepEqual(made, { method: 'card', pageUrl: preference?.init_point, bankReference: preference?.id })
  assert.deepEqual(pago.calls.find(({ method }) => method === 'POST')?.body, {
    items: [
      { id: order.txid, title: 'Recarga da carteira', quantity: 1, currency_id: 'BRL', unit_price: 2500 },
    ],
    payer: {
      name: 'Ana Souza',
      email: 'ana@example.com',
      identification: { type: 'CPF', number: '52998224725' },
    },
    back_urls: {
      success: 'https://agencia.example/i/abc?card',
      pending: 'https://agencia.example/i/abc?card',
      failure: 'https://agencia.example/i/abc?card',
    },
    auto_return: 'approved',
    notification_url: 'https://agencia.example/callbacks/mercado-pago/xyz?source_news=webhooks',
    external_reference: order.txid,
    expires: true,
    expiration_date_to: '2026-11-19T23:59:59.999-03:00',
    payment_methods: {
      excluded_payment_types: [{ id: 'ticket' }, { id: 'bank_transfer' }, { id: 'atm' }],
      installments: 10,
    },
  })
  assert.deepEqual(confirmed(await bank.open(order)), made, 'asked for again, the same page')
  assert.equal(pago.books.preferences.length, 1)
})

test('after any lost response a repetition gives one page', async (t) => {
  const { pago, bank } = await desk(t)
  for (const trouble of ['lost', 'garbage', 503] as const)
    for (const nth of [1, 2]) {
      const order = cardOrder()
      pago.troubleAt(nth, trouble)
      assert.equal((await bank.open(order)).outcome, 'unknown', `${trouble} at call ${nth}`)
      pago.calm()
      confirmed(await bank.open(order))
      const made = pago.books.preferences.filter(
        ({ external_reference }) => external_reference === order.txid,
      )
      assert.equal(made.length, 1, `${trouble} at call ${nth}`)
    }
  // Its search lists a new page late: the idempotency key finds it.
  const order = cardOrder()
  confirmed(await bank.open(order))
  const before = pago.books.preferences.length
  pago.trouble('GET /checkout/preferences/search', (response) => ({
    ...response,
    body: { elements: null, total: 0 },
  }))
  confirmed(await bank.open(order))
  assert.equal(pago.books.preferences.length, before)
})

test('a page that differs from its order is refused, and ended', async (t) => {
  const { pago, bank } = await desk(t)
  pago.trouble('POST /checkout', ({ status, body }) => ({
    status,
    body: { ...body, init_point: 'http://x.example' },
  }))
  assert.match(reasonOf(await bank.open(cardOrder())), /no page that takes a card/)
  assert.equal(pago.books.preferences[0]?.expiration_date_to, '2026-11-16T09:00:00.000-03:00')
  assert.match(reasonOf(await bank.open(cardOrder({ method: 'pix' }))), /for cards alone/)
})

test('refused cards are listed and leave it open; reviewed, then paid in ten instalments', async (t) => {
  const { pago, bank, clock } = await desk(t)
  const { txid, ...order } = cardOrder()
  const { bankReference = null } = confirmed(await bank.open({ txid, ...order }))
  const read = async () => confirmed(await bank.read(txid, bankReference))
  assert.deepEqual(await read(), { status: 'open', payments: [], refusals: [] })
  pago.books.refuse(txid)
  clock.advance(60_000)
  pago.books.refuse(txid, 'cc_rejected_other_reason')
  assert.deepEqual(await read(), {
    status: 'open',
    payments: [],
    refusals: [
      { at: NOON, reason: 'insufficient_funds' },
      { at: clock.now(), reason: 'refused' },
    ],
  })
  pago.books.analyse(txid)
  assert.equal((await read()).status, 'authorised')
  assert.equal(confirmed(await bank.withdraw(txid, bankReference)).status, 'authorised')
  pago.books.decide(txid, false)
  assert.equal((await read()).refusals?.at(-1)?.reason, 'risk')
  assert.equal((await read()).status, 'removed', 'it was withdrawn meanwhile')

  const other = cardOrder()
  confirmed(await bank.open(other))
  const payment = pago.books.approve(other.txid, { instalments: 10 })
  const paid = confirmed(await bank.read(other.txid))
  assert.deepEqual(paid, {
    status: 'paid',
    payments: [{ id: String(payment.id), txid: other.txid, amountCents: 250_000n, paidAt: clock.now() }],
    refusals: [],
    settlement: {
      feeCents: 12_450n,
      netCents: 237_550n,
      count: 10,
      instalments: [
        {
          number: 1,
          amountCents: 250_000n,
          netCents: 237_550n,
          settlesOn: Temporal.PlainDate.from('2026-12-16'),
          isSettled: false,
        },
      ],
      card: { brand: 'master', lastDigits: '6351' },
    },
    dispute: null,
  })
  pago.books.release(other.txid)
  assert.equal(confirmed(await bank.read(other.txid)).settlement?.instalments[0]?.isSettled, true)
})

test('a page expires by itself, or is withdrawn; one unknown to the bank is absent', async (t) => {
  const { bank, clock } = await desk(t)
  const order = cardOrder()
  confirmed(await bank.open(order))
  assert.equal(confirmed(await bank.withdraw(order.txid)).status, 'removed')
  const other = cardOrder()
  confirmed(await bank.open(other))
  clock.advance(5 * 86_400_000)
  assert.equal(confirmed(await bank.read(other.txid)).status, 'removed')
  assert.ok(isAbsent(await bank.read(cardOrder().txid)))
  assert.ok(isAbsent(await bank.withdraw(cardOrder().txid)))
})

test('payments between two times: all pages, own ones only; returns are found by their change', async (t) => {
  const { pago, bank, clock } = await desk(t)
  pago.books.pageSizeMax = 2
  const orders = Array.from({ length: 5 }, () => cardOrder())
  for (const order of orders) {
    confirmed(await bank.open(order))
    pago.books.approve(order.txid)
  }
  pago.books.payments.push({ ...pago.books.payments[0]!, id: 7, external_reference: 'pedido 12' })
  const { payments, unreadable } = confirmed(await bank.received(NOON, clock.now()))
  assert.deepEqual(payments.map(({ txid }) => txid).sort(), orders.map(({ txid }) => txid).sort())
  assert.deepEqual(unreadable, [])
  clock.advance(86_400_000)
  assert.deepEqual(confirmed(await bank.received(clock.now(), clock.now())).payments, [])
  const [first, second] = orders
  pago.books.giveBack(first!.txid, 100)
  Object.assign(pago.books.of(second!.txid)[0]!, {
    transaction_amount: 0.123,
    date_last_updated: clock.now().toISOString(),
  })
  const returned = confirmed(await bank.returned(clock.now(), clock.now()))
  assert.deepEqual(
    returned.payments.map(({ txid, returns }) => [txid, returns?.map(({ id, isTotal }) => [id, isTotal])]),
    [[first!.txid, [['total10000', true]]]],
  )
  assert.deepEqual(returned.unreadable, [second!.txid])
})

test('partial refunds, each once, after any lost response', async (t) => {
  const { pago, bank } = await desk(t)
  const order = cardOrder()
  confirmed(await bank.open(order))
  const { id } = pago.books.approve(order.txid)
  const refund = (name: string, cents: bigint) => bank.refund(String(id), name, cents)
  pago.troubleAt(1, 'lost')
  assert.equal((await refund('one', 60_000n)).outcome, 'unknown')
  pago.calm()
  for (let times = 0; times < 2; times++) assert.equal(confirmed(await refund('one', 60_000n)).status, 'done')
  pago.books.refundsEnd = 'in_process'
  assert.equal(confirmed(await refund('two', 10_000n)).status, 'processing')
  const returns = async () => confirmed(await bank.read(order.txid)).payments[0]?.returns
  assert.partialDeepStrictEqual(await returns(), [{ id: 'total60000', status: 'processing' }])
  Object.assign(pago.books.of(order.txid)[0]!.refunds[1]!, { status: 'rejected' })
  assert.partialDeepStrictEqual(await returns(), [{ id: 'total60000', amountCents: 60_000n, status: 'done' }])
  assert.match(reasonOf(await refund('three', 250_000n)), /not valid for the current payment state/)
  assert.match(reasonOf(await bank.refund('x', 'four', 1n)), /not the id of a payment/)
})

test('a dispute: opened, with its deadline, lost or won; a mediation has no chargeback', async (t) => {
  const { pago, bank, clock } = await desk(t)
  const paid = async () => {
    const order = cardOrder()
    confirmed(await bank.open(order))
    const { id } = pago.books.approve(order.txid)
    return { txid: order.txid, id, dispute: async () => confirmed(await bank.read(order.txid)).dispute }
  }
  const lost = await paid()
  pago.books.dispute(lost.txid)
  assert.deepEqual(await lost.dispute(), {
    id: `payment${lost.id}`,
    paymentId: String(lost.id),
    status: 'open',
    reason: 'general',
    amountCents: 250_000n,
    openedAt: clock.now(),
    respondBy: Temporal.PlainDate.from('2026-11-23'),
  })
  pago.books.endDispute(lost.txid, 'lost')
  assert.equal((await lost.dispute())?.status, 'lost')
  const won = await paid()
  pago.books.dispute(won.txid)
  pago.books.endDispute(won.txid, 'won')
  assert.equal((await won.dispute())?.status, 'won')
  const mediated = await paid()
  pago.books.mediate(mediated.txid)
  assert.partialDeepStrictEqual(await mediated.dispute(), { status: 'open', respondBy: null })
  pago.books.endDispute(mediated.txid, 'won')
  assert.equal(await mediated.dispute(), null)
})

test('notifications: verified by signature if a secret is set, and the charge is looked up', async (t) => {
  const { pago, bank } = await desk(t)
  const order = cardOrder()
  confirmed(await bank.open(order))
  const { id } = pago.books.approve(order.txid)
  const { id: chargeback } = pago.books.dispute(order.txid)
  const plain = pago.notification({ dataId: id, secret: null, id: '77' })
  assert.deepEqual(bank.readCallback(plain.body, plain.headers), [
    { eventId: '77', txid: null, bankId: `payments/${id}` },
  ])
  assert.equal(confirmed(await bank.find!(`payments/${id}`)), order.txid)
  assert.equal(confirmed(await bank.find!(`chargebacks/${chargeback}`)), order.txid)
  assert.equal(confirmed(await bank.find!('payments/1')), null)
  assert.equal(confirmed(await bank.find!('elsewhere/../1')), null)
  assert.deepEqual(bank.readCallback({ ...plain.body, type: 'plan' }), [])
  for (const body of [null, [], {}, { id: 1 }, { id: 1, data: { id: '../x' } }])
    assert.equal(bank.readCallback(body), null)

  const signed = mercadoPagoBank.connect(
    { ...pago.settings, webhook_secret: pago.secret },
    {
      wall: fixedClock(NOON),
      team: 'team_1',
      address: { allowedCidrs: [], loopbackOpen: true, resolve: makeNames({ servers: null }) },
    },
  )
  t.after(() => signed.close())
  const good = pago.notification({ dataId: 'ABC9' })
  const [hint] = signed.readCallback(good.body, good.headers) ?? []
  assert.partialDeepStrictEqual(hint, { bankId: 'payments/ABC9' })
  const [replayed] = signed.readCallback({ ...good.body, id: '78' }, good.headers) ?? []
  assert.equal(replayed?.eventId, hint?.eventId, 'the same notification, whatever its unsigned id')
  const next = pago.notification({ dataId: 'ABC9', id: '79' })
  const [other] =
    signed.readCallback({ ...next.body, id: (good.body as { id: string }).id }, next.headers) ?? []
  assert.notEqual(other?.eventId, hint?.eventId)
  assert.equal(signed.readCallback({ ...good.body, data: { id: 'ABC8' } }, good.headers), null)
  const forged = pago.notification({ dataId: id, secret: 'another' })
  assert.equal(signed.readCallback(forged.body, forged.headers), null)
  assert.equal(signed.readCallback(plain.body, plain.headers), null)
  assert.equal(signed.readCallback(good.body), null)
  // Only the webhooks of its panel are signed.
  confirmed(await signed.open(cardOrder({ callbackUrl: 'https://agencia.example/c' })))
  assert.equal(pago.books.preferences.at(-1)?.notification_url, undefined)
})

test('connecting tries the token and checks the country; a refusal contains neither', async (t) => {
  const { pago, bank, clock } = await desk(t)
  assert.deepEqual(confirmed(await bank.register('https://agencia.example/callbacks')), { callbacks: true })
  pago.books.site = 'MLA'
  assert.match(reasonOf(await bank.register(null)), /not of Mercado Pago in Brazil/)
  const { bank: stranger } = await desk(t, { access_token: 'APP_USR-wrong' })
  const response = await stranger.register(null)
  assert.partialDeepStrictEqual(response, { outcome: 'rejected', cause: 'account' })
  assert.match(reasonOf(response), /does not accept the access token: .*\*\*\*$/)
  pago.trouble('GET /v1/payments/search', 429)
  assert.match(reasonOf(await bank.read(cardOrder().txid)), /less often/)
  const calls = pago.calls.length
  assert.match(reasonOf(await bank.read(cardOrder().txid)), /less often/)
  assert.equal(pago.calls.length, calls, 'it is left alone for a while')
  clock.advance(30_000)
  assert.ok(isAbsent(await bank.read(cardOrder().txid)))
})

test('settings: errors are reported by field', () => {
  const faults = (settings: Record<string, string>) =>
    mercadoPagoBank.faults({ access_token: 'APP_USR-1', ...settings }, NOON).map(({ field }) => field)
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({ api_url: 'http://x', access_token: 'a b', webhook_secret: 'c d' }), [
    'api_url',
    'access_token',
    'webhook_secret',
  ])
  assert.deepEqual(faults({ access_token: 'TEST-1' }), ['access_token'])
  assert.deepEqual(mercadoPagoBank.shown({ access_token: 'APP_USR-1', webhook_secret: 'x' }), {
    api_url: 'https://api.mercadopago.com',
    notifications: 'signed',
  })
})
