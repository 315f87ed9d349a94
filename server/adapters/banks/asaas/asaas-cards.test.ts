// Cards at Asaas: sales in instalments on its page, their settlement, refusals, refunds and chargebacks.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type FakeAsaas, startFakeAsaas } from '../../../../test/support/fakes/fake-asaas.ts'
import { confirmed, NOON, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import { fixedClock, type MovableClock } from '../../../kernel/process/clock.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import { makeNames } from '../../dns/dns.ts'
import { type Bank, type ChargeOrder, isAbsent, type Outcome } from '../port.ts'
import { asaasBank } from './asaas-bank.ts'

const DAY_MS = 86_400_000

interface Desk {
  asaas: FakeAsaas
  bank: Bank
  clock: MovableClock
}

async function desk(t: TestContext): Promise<Desk> {
  const clock = fixedClock(NOON)
  const asaas = await startFakeAsaas({ clock })
  const address = { allowedCidrs: [], loopbackOpen: true, resolve: makeNames({ servers: null }) }
  const bank = asaasBank.connect(asaas.settings, { wall: clock, team: 'team_1', address })
  t.after(async () => {
    await bank.close()
    await asaas.close()
  })
  return { asaas, bank, clock }
}

const payer = { name: 'Ana Souza', document: '529.982.247-25' }
const cardOrder = (count: number, changes: Partial<ChargeOrder> = {}): ChargeOrder =>
  pixOrder({ method: 'card', payer, amountCents: 250_000n, instalments: { count, max: 12 }, ...changes })
const reasonOf = (response: Outcome<unknown>) => (response.outcome === 'confirmed' ? '' : response.reason)
const refundId = (at: Date) => makeId('refund', at).slice(4)

/** A sale that its payer has paid. */
async function paidSale({ asaas, bank }: Desk, count: number) {
  const order = cardOrder(count)
  const { bankReference = null } = confirmed(await bank.open(order))
  asaas.books.cards.approve(order.txid)
  const read = async () => confirmed(await bank.read(order.txid, bankReference))
  return { txid: order.txid, bankReference, read }
}

test('a card in five instalments: the exact sum, a page of the bank, and the return address', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = cardOrder(3, {
    amountCents: 100_001n,
    dueDate: Temporal.PlainDate.from('2026-11-20'),
    returnUrl: 'https://agencia.example/i/abc?card',
  })
  const made = confirmed(await bank.open(order))
  assert.ok(made.method === 'card')
  const [first] = asaas.books.of(order.txid).filter(({ installmentNumber }) => installmentNumber === 1)
  assert.deepEqual([made.pageUrl, made.bankReference], [first?.invoiceUrl, first?.id])
  assert.deepEqual(asaas.calls.find(({ method, path }) => `${method} ${path}` === 'POST /payments')?.body, {
    customer: asaas.books.customers[0]?.id,
    billingType: 'CREDIT_CARD',
    installmentCount: 3,
    totalValue: 1000.01,
    dueDate: '2026-11-20',
    description: 'Recarga da carteira',
    externalReference: order.txid,
    callback: { successUrl: 'https://agencia.example/i/abc?card', autoRedirect: true },
  })
  assert.deepEqual(
    asaas.books.of(order.txid).map(({ value }) => value),
    [333.35, 333.33, 333.33],
  )
  assert.deepEqual(confirmed(await bank.open(order)), made, 'asked for again, the same sale')
  assert.equal(asaas.books.of(order.txid).length, 3)

  const once = cardOrder(1)
  confirmed(await bank.open(once))
  const { body } = asaas.calls.findLast(({ method, path }) => `${method} ${path}` === 'POST /payments')!
  assert.equal(body.value, 2500)
  assert.equal('installmentCount' in body, false)
})

test("a return address of another site than the account's is omitted, and the sale is created", async (t) => {
  const { asaas, bank } = await desk(t)
  asaas.books.cards.site = 'https://outra.example'
  const order = cardOrder(2, { returnUrl: 'https://agencia.example/i/abc?card' })
  confirmed(await bank.open(order))
  assert.equal(asaas.books.of(order.txid).length, 2)
})

test('after any lost response a repetition gives one sale; a duplicate is removed', async (t) => {
  const { asaas, bank } = await desk(t)
  const before = asaas.calls.length
  confirmed(await bank.open(cardOrder(5)))
  const calls = asaas.calls.length - before
  for (const trouble of ['lost', 'garbage', 503] as const)
    for (let nth = 1; nth <= calls; nth++) {
      asaas.books.customers.length = 0
      const order = cardOrder(5)
      asaas.troubleAt(nth, trouble)
      assert.equal((await bank.open(order)).outcome, 'unknown', `${trouble} at call ${nth}`)
      asaas.calm()
      confirmed(await bank.open(order))
      assert.equal(asaas.books.of(order.txid).length, 5, `${trouble} at call ${nth}`)
    }
  const order = cardOrder(2)
  confirmed(await bank.open(order))
  const twin = asaas.books.of(order.txid).map((one) => ({ ...one, id: `${one.id}zz`, installment: 'twin' }))
  asaas.books.payments.push(...twin)
  confirmed(await bank.open(order))
  assert.deepEqual([twin.map(({ deleted }) => deleted), asaas.books.of(order.txid).length], [[true, true], 2])
})

test('a sale that differs from its order is refused and removed; an account without cards says so', async (t) => {
  const { asaas, bank } = await desk(t)
  const changes: [object, ChargeOrder][] = [
    [{ value: 1 }, cardOrder(5)],
    [{ installment: null }, cardOrder(5)],
    [{ value: 1 }, cardOrder(1)],
    [{ invoiceUrl: 'http://elsewhere.example' }, cardOrder(1)],
  ]
  for (const [fields, order] of changes) {
    asaas.trouble('POST /payments', (response) => ({ ...response, body: { ...response.body, ...fields } }))
    assert.equal((await bank.open(order)).outcome, 'rejected', JSON.stringify(fields))
  }
  asaas.books.cards.isApproved = false
  assert.match(reasonOf(await bank.open(cardOrder(2))), /dados comerciais/)
})

test('reviewed, then paid in full, then settled instalment by instalment', async (t) => {
  const { asaas, bank, clock } = await desk(t)
  const order = cardOrder(5)
  const { bankReference = null } = confirmed(await bank.open(order))
  const { txid } = order
  const read = async () => confirmed(await bank.read(txid, bankReference))
  assert.deepEqual(await read(), { status: 'open', payments: [] })
  asaas.books.cards.analyse(txid)
  assert.equal((await read()).status, 'authorised')
  assert.equal(confirmed(await bank.withdraw(txid, bankReference)).status, 'authorised')
  asaas.books.cards.reprove(txid)
  assert.equal((await read()).status, 'open')
  asaas.books.cards.approve(txid)
  const paid = await read()
  assert.equal(paid.status, 'paid')
  assert.deepEqual(paid.payments, [
    { id: bankReference, txid, amountCents: 250_000n, paidAt: new Date('2026-11-16T12:00:00.000Z') },
  ])
  const { settlement } = paid
  assert.deepEqual([settlement?.feeCents, settlement?.netCents], [8_725n, 241_275n])
  assert.deepEqual(settlement?.card, { brand: 'MASTERCARD', lastDigits: '8829' })
  assert.deepEqual(
    settlement?.instalments.map((one) => [
      one.number,
      one.amountCents,
      one.settlesOn?.toString(),
      one.isSettled,
    ]),
    [
      [1, 50_000n, '2026-12-18', false],
      [2, 50_000n, '2027-01-17', false],
      [3, 50_000n, '2027-02-16', false],
      [4, 50_000n, '2027-03-18', false],
      [5, 50_000n, '2027-04-17', false],
    ],
  )
  assert.deepEqual(confirmed(await bank.received(NOON, NOON)).payments, [], 'no money arrived yet')
  clock.advance(70 * DAY_MS)
  asaas.books.cards.settle(txid)
  const settled = (await read()).settlement?.instalments.map(({ isSettled }) => isSettled)
  assert.deepEqual(settled, [true, true, false, false, false])
  const from = new Date(clock.now().getTime() - 80 * DAY_MS)
  assert.deepEqual(confirmed(await bank.received(from, clock.now())).payments, (await read()).payments)
})

test('withdrawn as a whole; a paid one is not; one removed by hand is recognised', async (t) => {
  const station = await desk(t)
  const { asaas, bank } = station
  const order = cardOrder(3)
  const { bankReference } = confirmed(await bank.open(order))
  assert.equal(confirmed(await bank.withdraw(order.txid)).status, 'removed')
  assert.deepEqual(asaas.books.of(order.txid), [])
  assert.ok(isAbsent(await bank.read(order.txid)))
  assert.equal(confirmed(await bank.read(order.txid, bankReference)).status, 'removed')
  const sale = await paidSale(station, 3)
  assert.equal(confirmed(await bank.withdraw(sale.txid)).status, 'paid')
})

test('if the payer switches to Pix on the page, that payment counts', async (t) => {
  const { asaas, bank } = await desk(t)
  const order = cardOrder(1)
  confirmed(await bank.open(order))
  Object.assign(asaas.books.of(order.txid)[0]!, { billingType: 'PIX' })
  const { id } = asaas.books.pay(order.txid)
  const { status, payments, settlement } = confirmed(await bank.read(order.txid))
  assert.deepEqual([status, payments[0]?.id, settlement], ['paid', id, undefined])
})

test('instalments are refunded only as a whole, and once, after any lost response', async (t) => {
  const station = await desk(t)
  const { asaas, bank, clock } = station
  for (const nth of [1, 2, 3, 4]) {
    const sale = await paidSale(station, 5)
    const { bankReference } = sale
    const id = refundId(clock.now())
    const refund = () => bank.refund(bankReference!, id, 250_000n)
    assert.match(reasonOf(await bank.refund(bankReference!, 'part', 50_000n)), /only as a whole/)
    asaas.troubleAt(nth, 'lost')
    assert.equal((await refund()).outcome, 'unknown', `call ${nth}`)
    asaas.calm()
    await refund()
    assert.equal(confirmed(await refund()).status, 'done')
    const { payments, status } = await sale.read()
    assert.equal(status, 'paid')
    assert.partialDeepStrictEqual(payments[0]?.returns, [
      { id: 'total250000', amountCents: 250_000n, status: 'done', isTotal: true },
    ])
    assert.equal(
      asaas.books.of(sale.txid).every(({ refunds }) => refunds?.length === 1),
      true,
    )
  }
})

test('a refund that Asaas refuses has failed, and can be requested again', async (t) => {
  const station = await desk(t)
  const { asaas, bank, clock } = station
  const { bankReference, read } = await paidSale(station, 2)
  asaas.books.refundsEnd = 'PENDING'
  const id = refundId(clock.now())
  const refund = (one: string) => bank.refund(bankReference!, one, 250_000n)
  assert.equal(confirmed(await refund(id)).status, 'processing')
  assert.equal(confirmed(await refund(id)).status, 'processing')
  assert.equal((await read()).payments[0]?.returns?.[0]?.status, 'processing')
  for (const { refunds } of asaas.books.payments)
    for (const one of refunds ?? []) Object.assign(one, { status: 'CANCELLED' })
  for (const payment of asaas.books.payments) payment.status = 'CONFIRMED'
  assert.equal(confirmed(await refund(id)).status, 'failed')
  assert.equal((await read()).payments[0]?.returns, undefined)
  clock.advance(4 * 3_600_000)
  asaas.books.refundsEnd = 'DONE'
  const again = refundId(clock.now())
  assert.equal(confirmed(await refund(again)).status, 'processing')
  assert.equal(confirmed(await refund(again)).status, 'done')
})

test('one instalment refunded by hand is part of the sale; the rest can be refunded as a whole', async (t) => {
  const station = await desk(t)
  const { asaas, bank, clock } = station
  const { bankReference, txid, read } = await paidSale(station, 5)
  asaas.books.cards.giveBackInstalment(txid, 3)
  const returned = async () =>
    (await read()).payments[0]?.returns?.map(({ id, amountCents }) => [id, amountCents])
  assert.deepEqual(await returned(), [['total50000', 50_000n]])
  assert.equal((await read()).payments[0]?.amountCents, 250_000n)
  const id = refundId(clock.now())
  confirmed(await bank.refund(bankReference!, id, 200_000n))
  assert.equal(confirmed(await bank.refund(bankReference!, id, 200_000n)).status, 'done')
  assert.deepEqual(await returned(), [['total250000', 250_000n]])
})

test("a single payment can be refunded in part, marked with the refund's id", async (t) => {
  const station = await desk(t)
  const { bank } = station
  const { bankReference, read } = await paidSale(station, 1)
  assert.equal(confirmed(await bank.refund(bankReference!, 'part1', 100_000n)).status, 'done')
  assert.partialDeepStrictEqual((await read()).payments[0]?.returns, [{ id: 'part1', amountCents: 100_000n }])
})

test('a chargeback is contested, won only once the money is back, or lost', async (t) => {
  const station = await desk(t)
  const { cards } = station.asaas.books
  const won = await paidSale(station, 5)
  const { id } = cards.dispute(won.txid, { reason: 'COMMERCIAL_DISAGREEMENT', deadline: '2026-11-26' })
  const { dispute, payments } = await won.read()
  assert.deepEqual(dispute, {
    id,
    paymentId: payments[0]?.id,
    status: 'open',
    reason: 'COMMERCIAL_DISAGREEMENT',
    amountCents: 250_000n,
    openedAt: new Date('2026-11-16T15:00:00.000Z'),
    respondBy: Temporal.PlainDate.from('2026-11-26'),
  })
  const status = async () => (await won.read()).dispute?.status
  cards.contest(won.txid)
  assert.equal(await status(), 'open')
  cards.win(won.txid, { isReversed: false })
  assert.equal(await status(), 'open', 'the acquirer has not given the money back')
  cards.win(won.txid)
  assert.equal(await status(), 'won')
  assert.equal((await won.read()).payments[0]?.amountCents, 250_000n)

  const lost = await paidSale(station, 2)
  cards.dispute(lost.txid)
  cards.lose(lost.txid)
  const verdict = await lost.read()
  assert.deepEqual([verdict.status, verdict.dispute?.status], ['paid', 'lost'])
  assert.equal(verdict.payments[0]?.returns, undefined, 'lost, and not refunded')
})

test('callbacks: only the event has a refusal', async (t) => {
  const { bank } = await desk(t)
  const { txid } = cardOrder(1)
  const event = (name: string) => ({ id: 'evt_1', event: name, payment: { externalReference: txid } })
  assert.deepEqual(bank.readCallback(event('PAYMENT_CREDIT_CARD_CAPTURE_REFUSED')), [
    { eventId: 'evt_1', txid, refusal: 'refused' },
  ])
  assert.deepEqual(bank.readCallback(event('PAYMENT_REPROVED_BY_RISK_ANALYSIS')), [
    { eventId: 'evt_1', txid, refusal: 'risk' },
  ])
  assert.deepEqual(bank.readCallback(event('PAYMENT_CONFIRMED')), [{ eventId: 'evt_1', txid }])
})
