// Pix with a due date (cobv) at the API Pix: what is ordered, what comes back, and what happens where a bank has none. The
// fake bank computes what is to be paid by Banco Central's formulas.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { FAKE_PROFILES } from '../../../../test/support/fakes/fake-profiles.ts'
import { confirmed, pixBank, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import type { ChargeOrder } from '../port.ts'

// The fake's clock begins on Monday, 16 November 2026, at noon in UTC.
const DAY_MS = 86_400_000
const day = (text: string) => Temporal.PlainDate.from(text)

const PAYER = {
  name: 'Maria de Exemplo',
  document: '52998224725',
  address: {
    street: 'Rua A',
    number: '10',
    complement: null,
    district: 'Boa Vista',
    city: 'Recife',
    state: 'PE',
    postal_code: '50010-000',
  },
}

/** 1,500.00 with the terms of the facts: 2 %, 1 % a month, and 50.00 off until nine days before. */
function dueOrder(changes: Partial<ChargeOrder> = {}): ChargeOrder {
  return pixOrder({
    payer: PAYER,
    dueDate: day('2026-12-10'),
    expiresAt: new Date('2027-02-26T02:59:59.999Z'),
    finePercent: '2.0000',
    interestPercent: '1.0000',
    discount: [{ until: day('2026-12-01'), amountCents: 5_000n }],
    payableDaysAfterDue: 15,
    withoutDueDate: { amountCents: 145_000n, expiresAt: new Date('2026-12-02T02:59:59.999Z') },
    description: 'Parcela 2 de 5',
    ...changes,
  })
}

async function bankWithDueDates(t: TestContext) {
  const all = await pixBank(t)
  all.psp.hasDueDates = true
  const open = async (changes: Partial<ChargeOrder> = {}) => {
    const order = dueOrder(changes)
    const { bankReference = null } = confirmed(await all.bank.open(order))
    return { txid: order.txid, bankReference }
  }
  /** Paid at noon of a day; the verdict's payment. */
  const payOn = async (on: string, { txid, bankReference }: Awaited<ReturnType<typeof open>>) => {
    all.clock.advance(Date.parse(`${on}T15:00:00Z`) - all.clock.now().getTime())
    all.psp.pay(txid)
    const { status, payments } = confirmed(await all.bank.read(txid, bankReference))
    assert.equal(status, 'paid')
    return payments[0] ?? assert.fail()
  }
  return { ...all, open, payOn }
}

test("the order has due date, validity, fine, interest, discount and the payer's address", async (t) => {
  const { psp, bank } = await bankWithDueDates(t)
  const order = dueOrder()
  const made = confirmed(await bank.open(order))
  assert.partialDeepStrictEqual(made, { method: 'pix', isDueDate: true, bankReference: 'cobv' })
  const call = psp.calls.at(-1) ?? assert.fail()
  assert.deepEqual([call.method, call.path], ['PUT', `/cobv/${order.txid}`])
  assert.deepEqual(call.body, {
    calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 15 },
    devedor: {
      cpf: '52998224725',
      nome: 'Maria de Exemplo',
      logradouro: 'Rua A, 10, Boa Vista',
      cidade: 'Recife',
      uf: 'PE',
      cep: '50010000',
    },
    valor: {
      original: '1500.00',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
      desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-12-01', valorPerc: '50.00' }] },
    },
    chave: psp.settings.pix_key,
    solicitacaoPagador: 'Parcela 2 de 5',
  })
  assert.deepEqual(confirmed(await bank.open({ ...order, isRepeated: true })), made, 'repeated')
  assert.equal(psp.count(`PUT /cobv/${order.txid}`), 1)
})

test('the bank computes the amount, and its components are used', async (t) => {
  const { open, payOn } = await bankWithDueDates(t)
  const cases: [on: string, cents: bigint, late: bigint][] = [
    ['2026-11-30', 145_000n, 0n],
    ['2026-12-01', 145_000n, 0n],
    ['2026-12-02', 150_000n, 0n],
    ['2026-12-10', 150_000n, 0n],
    // Five days late: 2 % of 1,500.00 is 30.00, and 1 % a month for five days is 2.50.
    ['2026-12-15', 153_250n, 3_250n],
  ]
  const all = await Promise.all(cases.map(async () => open()))
  for (const [index, [on, cents, late]] of cases.entries()) {
    const { amountCents, lateCents } = await payOn(on, all[index] ?? assert.fail())
    assert.deepEqual([on, amountCents, lateCents], [on, cents, late])
  }
  // Saturday, 19 December: Monday is in time, and on Tuesday three days have passed.
  const weekend = { dueDate: day('2026-12-19'), discount: [] }
  const [monday, tuesday] = [await open(weekend), await open(weekend)]
  assert.equal((await payOn('2026-12-21', monday)).amountCents, 150_000n)
  assert.equal((await payOn('2026-12-22', tuesday)).amountCents, 153_150n)
})

test('a bank without components is supported, and a charge cannot be paid after its validity', async (t) => {
  const { psp, clock, open, payOn } = await bankWithDueDates(t)
  psp.books.namesComponents = false
  const payment = await payOn('2026-12-15', await open())
  assert.deepEqual([payment.amountCents, 'lateCents' in payment], [153_250n, false])
  const { txid } = await open({ dueDate: day('2026-12-16') })
  clock.advance(16 * DAY_MS)
  assert.equal(clock.now().toISOString().slice(0, 10), '2026-12-31')
  psp.pay(txid)
  const { txid: lapsed } = await open({ dueDate: day('2026-12-31'), payableDaysAfterDue: 0, discount: [] })
  clock.advance(DAY_MS)
  assert.throws(() => psp.pay(lapsed), /no longer be paid/)
})

test('a partial address is sent; without CPF or CNPJ there is no due date', async (t) => {
  const { psp, bank } = await bankWithDueDates(t)
  const debtor = async (payer: ChargeOrder['payer']) => {
    confirmed(await bank.open(dueOrder({ payer })))
    const { path, body } = psp.calls.at(-1) ?? assert.fail()
    return [path.split('/')[1], (body as { devedor?: object }).devedor]
  }
  const named = { cpf: '52998224725', nome: 'Maria de Exemplo' }
  const { name, document, address } = PAYER
  assert.deepEqual(await debtor({ name, document }), ['cobv', named])
  const part = { ...address, street: null, number: null, district: null, postal_code: '5001' }
  assert.deepEqual(await debtor({ name, document, address: part }), [
    'cobv',
    { ...named, cidade: 'Recife', uf: 'PE' },
  ])
  assert.deepEqual(await debtor({ name, document: null }), ['cob', undefined])
  const alone = await bank.open(
    dueOrder({ payer: { name, document: null }, withoutDueDate: undefined as never }),
  )
  assert.partialDeepStrictEqual(alone, { outcome: 'rejected', cause: 'payer' })
})

test('rates beyond two decimals: the fine as an amount, for interest no due date', async (t) => {
  const { psp, open } = await bankWithDueDates(t)
  await open({ finePercent: '1.2345' })
  assert.partialDeepStrictEqual(psp.calls.at(-1)?.body, {
    valor: { multa: { modalidade: 1, valorPerc: '18.52' } },
  })
  assert.equal((await open({ interestPercent: '0.3333' })).bankReference, null)
  assert.equal((await open({ finePercent: '0', interestPercent: '0', discount: [] })).bankReference, 'cobv')
  const { body } = psp.calls.at(-1) ?? assert.fail()
  assert.deepEqual((body as { valor: object }).valor, { original: '1500.00' })
})

test('a bank that refuses it gets an order for an immediate charge of the fixed amount', async (t) => {
  const { psp, bank } = await bankWithDueDates(t)
  psp.books.demandsAddress = true
  const order = dueOrder({ payer: { name: PAYER.name, document: PAYER.document } })
  const made = confirmed(await bank.open(order))
  assert.deepEqual(['isDueDate' in made, 'bankReference' in made], [false, false])
  assert.partialDeepStrictEqual(psp.calls.at(-1), {
    path: `/cob/${order.txid}`,
    body: { valor: { original: '1450.00' } },
  })
  assert.deepEqual(confirmed(await bank.open({ ...order, isRepeated: true })), made, 'adopted')
  psp.pay(order.txid)
  assert.equal(confirmed(await bank.read(order.txid)).payments[0]?.amountCents, 145_000n)
  const late = await bank.open(dueOrder({ dueDate: day('2026-11-15') }))
  assert.ok(!('isDueDate' in confirmed(late)), 'due before its creation')
})

test('a bank without due dates: its scopes are requested separately, so other charges still work', async (t) => {
  const { psp, bank } = await pixBank(t)
  assert.deepEqual(confirmed((await bank.probe?.()) ?? assert.fail()), { cobv: false, pixAutomatic: false })
  const order = dueOrder()
  confirmed(await bank.open(order))
  assert.equal(psp.count('PUT /cobv/'), 0, 'no token, no request')
  assert.equal(psp.count('PUT /cob/'), 1)
  assert.equal(confirmed(await bank.withdraw(order.txid)).status, 'removed')
  const unknown = await bank.read(pixOrder().txid)
  assert.partialDeepStrictEqual(unknown, { outcome: 'rejected', cause: 'absent' })
})

test('a probe finds due dates, is uncertain without a response, and 403 means not contracted', async (t) => {
  const { psp, bank } = await bankWithDueDates(t)
  const probe = async () => (await bank.probe?.()) ?? assert.fail()
  assert.deepEqual(confirmed(await probe()), { cobv: true, pixAutomatic: false })
  psp.trouble('GET /cobv', 403, 403, 500)
  assert.deepEqual(confirmed(await probe()), { cobv: false, pixAutomatic: false })
  psp.calm()
  psp.trouble('GET /cobv', 500)
  assert.equal((await probe()).outcome, 'unknown')
})

test('a lost response of the order: the charge is found, of either kind', async (t) => {
  const { psp, bank } = await bankWithDueDates(t)
  const order = dueOrder()
  psp.trouble('PUT /cobv/', 'reset', 'reset')
  assert.equal((await bank.open(order)).outcome, 'unknown')
  assert.equal(confirmed(await bank.read(order.txid)).status, 'open', 'without knowing its kind')
  const found = confirmed(await bank.open({ ...order, isRepeated: true }))
  assert.partialDeepStrictEqual(found, { isDueDate: true })
  assert.equal(confirmed(await bank.withdraw(order.txid)).status, 'removed', 'without knowing its kind')
  assert.equal(psp.books.charges.size, 1)
})

test('withdrawn once, after a lost response too, and not if the payer was faster', async (t) => {
  const { psp, bank, open } = await bankWithDueDates(t)
  const withdraw = async ({ txid, bankReference }: Awaited<ReturnType<typeof open>>) =>
    bank.withdraw(txid, bankReference)
  const first = await open()
  assert.equal(confirmed(await withdraw(first)).status, 'removed')
  assert.deepEqual(psp.calls.at(-1)?.body, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  assert.equal(confirmed(await withdraw(first)).status, 'removed', 'again')
  psp.trouble('PATCH /cobv/', 'reset')
  assert.equal(confirmed(await withdraw(await open())).status, 'removed', 'the response was lost')
  const paid = await open()
  psp.pay(paid.txid)
  assert.equal(confirmed(await withdraw(paid)).payments[0]?.amountCents, 145_000n)
  assert.equal(psp.count('PATCH /cob/'), 0)
})

test('payments have their components, like those of immediate charges', async (t) => {
  const { psp, bank, clock, open, payOn } = await bankWithDueDates(t)
  const { txid } = await payOn('2026-12-15', await open())
  const immediate = pixOrder({ expiresAt: new Date('2027-01-01T00:00:00Z') })
  confirmed(await bank.open(immediate))
  psp.pay(immediate.txid)
  const now = clock.now()
  const { payments } = confirmed(await bank.received(new Date(now.getTime() - DAY_MS), now))
  assert.deepEqual(
    payments.map((one) => [one.txid, one.amountCents, one.lateCents]),
    [
      [txid, 153_250n, 3_250n],
      [immediate.txid, 150_000n, undefined],
    ],
  )
})

for (const [name, profile] of Object.entries(FAKE_PROFILES))
  test(`${name}: probed, opened, read, withdrawn`, async (t) => {
    const { psp, connect } = await pixBank(t, profile)
    const bank = connect(profile.isSecretless === true ? { client_secret: undefined } : {})
    assert.deepEqual(confirmed((await bank.probe?.()) ?? assert.fail()), { cobv: false, pixAutomatic: false })
    psp.hasDueDates = true
    psp.revokeTokens()
    assert.deepEqual(confirmed((await bank.probe?.()) ?? assert.fail()), { cobv: true, pixAutomatic: false })
    const order = dueOrder()
    const { bankReference = null } = confirmed(await bank.open(order))
    assert.equal(bankReference, 'cobv')
    assert.equal(confirmed(await bank.read(order.txid, bankReference)).status, 'open')
    assert.equal(confirmed(await bank.withdraw(order.txid, bankReference)).status, 'removed')
  })
