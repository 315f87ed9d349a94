// Requests to a bank with the API Pix, and parsing of its responses, without errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeFaults, EXAMPLES } from '../../../../test/support/fakes/bacen-schema.ts'
import type { FakePsp } from '../../../../test/support/fakes/fake-psp.ts'
import type { FakeAnswer } from '../../../../test/support/fakes/fake-psp-books.ts'
import { confirmed, NOON, pixBank, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import { startReceiver } from '../../../../test/support/fakes/receiver.ts'
import { dynamicBrCode, isBrCode, isPixLocation } from '../../../kernel/values/br-code.ts'
import type { ChargeOrder } from '../port.ts'
import { readBankCharge } from './pix-json.ts'

test('a charge has its terms and its code', async (t) => {
  const { psp, bank } = await pixBank(t)
  const order = pixOrder({ amountCents: 123_456n })
  const instructions = confirmed(await bank.open(order))
  assert.equal(instructions.method, 'pix')
  const { copyPaste } = instructions as { copyPaste: string }
  assert.equal(copyPaste, psp.books.charges.get(order.txid)?.pixCopiaECola)
  assert.ok(isBrCode(copyPaste), 'the bank of the tests writes codes that we know')
  assert.deepEqual(psp.calls.at(-1), {
    method: 'PUT',
    path: `/cob/${order.txid}`,
    query: {},
    body: {
      calendario: { expiracao: 1_800 },
      valor: { original: '1234.56' },
      chave: psp.settings.pix_key,
      solicitacaoPagador: 'Recarga da carteira',
    },
  })
})

/** The bank's response with these fields changed; undefined removes one. */
const but = (fields: object) => (response: FakeAnswer) => ({
  ...response,
  body: JSON.parse(JSON.stringify({ ...(response.body as object), ...fields })),
})

test('a code missing in the response is built from the location, also under its other names', async (t) => {
  const { psp, bank } = await pixBank(t)
  const codeOf = async (fields: object) => {
    psp.trouble('PUT /cob/', but(fields))
    const made = confirmed(await bank.open(pixOrder()))
    return made.method === 'pix' ? made.copyPaste : ''
  }
  const place = 'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25'
  const code = dynamicBrCode(place, pixOrder().receiver)
  assert.match(code, /2551pix\.example\.com.*5911Agencia Sol6009Sao Paulo62070503\*\*\*6304[0-9A-F]{4}$/)
  const none = { pixCopiaECola: undefined }
  assert.equal(await codeOf({ ...none, location: place }), code)
  assert.equal(await codeOf({ ...none, location: `https://${place}` }), code)
  assert.equal(await codeOf({ ...none, location: undefined, loc: { id: 7, location: place } }), code)
  assert.equal(await codeOf({ pixCopiaECola: 'spoilt', location: place }), code)
  for (const name of ['brcode', 'textoImagemQRcode'])
    assert.equal(await codeOf({ ...none, location: undefined, [name]: code }), code, name)
  assert.notEqual(await codeOf({ location: place }), code, "the bank's own comes first")
})

test('the official examples, which have only a location, are read', () => {
  for (const [name, { value }] of Object.entries(EXAMPLES)) {
    const isDueDate = JSON.stringify(value).includes('dataDeVencimento')
    assert.deepEqual(chargeFaults(value, isDueDate ? 'CobVCompleta' : 'CobCompleta'), [], name)
    const { codes, location } = readBankCharge(value) ?? assert.fail(name)
    assert.deepEqual([codes, isPixLocation(location ?? '')], [[], true], name)
  }
  const { status, payments } = readBankCharge(EXAMPLES.cobResponse2?.value) ?? assert.fail()
  assert.deepEqual([status, payments[0]?.amountCents, payments[0]?.returns?.length], ['paid', 11_000n, 1])
})

test('an expiry beyond int32 is limited to int32', async (t) => {
  const { psp, bank } = await pixBank(t)
  confirmed(await bank.open(pixOrder({ expiresAt: new Date('2199-01-01T00:00:00Z') })))
  assert.partialDeepStrictEqual(psp.calls.at(-1)?.body, { calendario: { expiracao: 2_147_483_647 } })
})

test('the payer is named only with a document', async (t) => {
  const { psp, bank } = await pixBank(t)
  const cases: [document: string | null, devedor: object | undefined][] = [
    [null, undefined],
    ['', undefined],
    ['123', undefined],
    ['123.456.789-09', { cpf: '12345678909', nome: 'Ana Souza' }],
    ['12.345.678/0001-95', { cnpj: '12345678000195', nome: 'Ana Souza' }],
    ['12.abc.345/01DE-35', { cnpj: '12ABC34501DE35', nome: 'Ana Souza' }],
    // For these documents a bank would refuse the charge.
    ['123.456.789-00', undefined],
    ['12.345.678/0001-00', undefined],
  ]
  for (const [document, devedor] of cases) {
    confirmed(await bank.open(pixOrder({ payer: { name: 'Ana Souza', document } })))
    assert.deepEqual((psp.calls.at(-1)!.body as { devedor?: object }).devedor, devedor, String(document))
  }
  confirmed(await bank.open(pixOrder({ payer: null })))
  assert.ok(!('devedor' in (psp.calls.at(-1)!.body as object)))
})

test("texts are truncated to the API's limits, between characters", async (t) => {
  const { psp, bank } = await pixBank(t)
  const payer = { name: 'é'.repeat(300), document: '12345678909' }
  confirmed(await bank.open(pixOrder({ description: `Viagem\n${'✈️'.repeat(100)}`, payer })))
  const body = psp.calls.at(-1)!.body as { solicitacaoPagador: string; devedor: { nome: string } }
  assert.equal([...body.solicitacaoPagador].length, 140)
  assert.ok(body.solicitacaoPagador.startsWith('Viagem ✈'))
  assert.ok(body.solicitacaoPagador.isWellFormed())
  assert.equal(body.devedor.nome, 'é'.repeat(200))
  confirmed(await bank.open(pixOrder({ description: ' ' })))
  assert.ok(!('solicitacaoPagador' in (psp.calls.at(-1)!.body as object)))
})

test('repeating an order finds the same charge, with its expiry', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const order = pixOrder()
  psp.trouble('PUT /cob/', 'reset', 'reset')
  assert.equal((await bank.open(order)).outcome, 'unknown')
  clock.advance(600_000)
  confirmed(await bank.open({ ...order, isRepeated: true }))
  assert.equal(endOf(psp, order), order.expiresAt.getTime(), 'neither shorter nor longer')
  assert.equal(psp.books.charges.size, 1)
})

test('a charge created by a later attempt keeps the intended expiry', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const order = pixOrder()
  psp.trouble('PUT /cob/', 503)
  assert.equal((await bank.open(order)).outcome, 'unknown')
  clock.advance(600_000)
  psp.trouble('GET /cob/', 503)
  assert.equal((await bank.open({ ...order, isRepeated: true })).outcome, 'unknown', 'still unknown')
  assert.equal(psp.books.charges.size, 0)
  confirmed(await bank.open({ ...order, isRepeated: true }))
  assert.equal(endOf(psp, order), order.expiresAt.getTime())
  clock.advance(1_200_000)
  const late = await bank.open({ ...pixOrder(), isRepeated: true })
  assert.equal(late.outcome === 'rejected' && late.reason, 'the charge has expired')
})

/** When the bank itself expires a charge: its lifetime counts from the first request. */
function endOf({ books }: FakePsp, { txid }: ChargeOrder): number {
  const { criacao, expiracao } = books.charges.get(txid)!.calendario as { criacao: string; expiracao: number }
  return Date.parse(criacao) + expiracao * 1_000
}

test('an invalid order is not sent', async (t) => {
  const { psp, bank } = await pixBank(t)
  const unfit = [
    pixOrder({ method: 'boleto' }),
    pixOrder({ txid: 'short' }),
    pixOrder({ txid: `${'x'.repeat(25)}/` }),
    pixOrder({ amountCents: 0n }),
    pixOrder({ amountCents: -1n }),
    pixOrder({ amountCents: 1_000_000_000_000n }),
    pixOrder({ expiresAt: NOON }),
  ]
  for (const order of unfit) assert.equal((await bank.open(order)).outcome, 'rejected')
  assert.equal(psp.count(''), 0)
})

test('the states of a charge are recognised', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const order = pixOrder()
  await bank.open(order)
  const open = { status: 'open', payments: [] }
  assert.deepEqual(confirmed(await bank.read(order.txid)), open)
  clock.advance(3_600_000)
  assert.deepEqual(confirmed(await bank.read(order.txid)), open, 'expired, which the bank does not say')
  const one = psp.pay(order.txid)
  clock.advance(1)
  const other = psp.pay(order.txid, { amount: '0.01' })
  const txid = order.txid
  assert.deepEqual(confirmed(await bank.read(txid)), {
    status: 'paid',
    payments: [
      { id: one.endToEndId, txid, amountCents: 150_000n, paidAt: new Date('2026-11-16T13:00:00.000Z') },
      { id: other.endToEndId, txid, amountCents: 1n, paidAt: new Date('2026-11-16T13:00:00.001Z') },
    ],
  })
  psp.books.charges.get(txid)!.status = 'REMOVIDA_PELO_PSP'
  const removed = confirmed(await bank.read(txid))
  assert.equal(removed.status, 'removed')
  assert.equal(removed.payments.length, 2, 'what was paid before stays paid')
})

test('a charge unknown to the bank is absent', async (t) => {
  const { psp, bank } = await pixBank(t)
  for (const ask of [bank.read, bank.withdraw]) {
    const response = await ask(pixOrder().txid)
    assert.deepEqual(response, {
      outcome: 'rejected',
      reason: 'Operação inválida.: Cobrança não encontrada.',
      cause: 'absent',
    })
    assert.equal((await ask('../../webhook')).outcome, 'rejected')
  }
  assert.ok(psp.calls.every(({ path }) => path.startsWith('/cob/recarga') || path === '/oauth/token'))
})

test('withdrawing a charge is idempotent', async (t) => {
  const { psp, bank } = await pixBank(t)
  const order = pixOrder()
  await bank.open(order)
  const removed = { status: 'removed', payments: [] }
  assert.deepEqual(confirmed(await bank.withdraw(order.txid)), removed)
  assert.deepEqual(confirmed(await bank.withdraw(order.txid)), removed)
  assert.equal(psp.books.charges.get(order.txid)?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  assert.deepEqual(await bank.open(order), { outcome: 'rejected', reason: 'the charge was removed' })
})

test('a charge paid while it is withdrawn is reported as paid', async (t) => {
  const { psp, bank } = await pixBank(t)
  const [before, between] = [pixOrder(), pixOrder()]
  await bank.open(before)
  await bank.open(between)
  psp.pay(before.txid)
  assert.equal(confirmed(await bank.withdraw(before.txid)).status, 'paid')
  assert.equal(psp.count('PATCH'), 0)
  // The payment arrives between our read and the withdrawal.
  psp.trouble('GET', (response) => {
    psp.pay(between.txid)
    return response
  })
  const state = confirmed(await bank.withdraw(between.txid))
  assert.equal(psp.count('PATCH'), 1)
  assert.equal(state.status, 'paid')
  assert.equal(state.payments.length, 1)
})

test('received payments are read over several pages', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const order = pixOrder()
  await bank.open(order)
  const paid: string[] = []
  for (let count = 0; count < 250; count++) {
    clock.advance(1_000)
    paid.push(psp.pay(order.txid).endToEndId)
  }
  const from = new Date(NOON.getTime() + 1_000)
  const received = confirmed(await bank.received(from, clock.now())).payments
  assert.deepEqual(
    received.map(({ id }) => id),
    paid,
  )
  assert.equal(psp.count('GET /pix'), 3)
  assert.deepEqual(psp.calls.at(-1)?.query, {
    inicio: '2026-11-16T12:00:01Z',
    fim: '2026-11-16T12:04:10Z',
    txIdPresente: 'true',
    'paginacao.paginaAtual': '2',
    'paginacao.itensPorPagina': '100',
  })
  // A bank may return smaller pages than requested.
  psp.books.pageSizeMax = 7
  assert.equal(confirmed(await bank.received(from, clock.now())).payments.length, 250)
  assert.deepEqual(confirmed(await bank.received(new Date(0), NOON)).payments, [])
})

test('payments for another key, or without a txid, are skipped', async (t) => {
  const { psp, bank } = await pixBank(t)
  const order = pixOrder()
  await bank.open(order)
  const ours = psp.pay(order.txid)
  ours.chave = ours.chave.toUpperCase()
  const { endToEndId: id, chave: _, ...rest } = ours
  psp.books.payments.push(
    { ...ours, endToEndId: id.replace('E1', 'E2'), chave: 'outra@example.com' },
    { ...ours, endToEndId: id.replace('E1', 'E3'), txid: 'mesa12' },
    { ...rest, endToEndId: id.replace('E1', 'E4') } as typeof ours,
  )
  const received = confirmed(await bank.received(NOON, NOON)).payments
  assert.deepEqual(
    received.map((payment) => payment.id),
    [id, id.replace('E1', 'E4')],
  )
})

test('a payment has its returns, which are also found by their own filter', async (t) => {
  const { psp, bank, clock } = await pixBank(t)
  const [kept, returned] = [pixOrder(), pixOrder()]
  for (const { txid } of [kept, returned]) {
    await bank.open(pixOrder({ txid }))
    psp.pay(txid)
  }
  const { endToEndId } = psp.books.payments[1]!
  clock.advance(60_000)
  const fraud = psp.books.giveBack(endToEndId, { amount: '100.00', motivo: 'Fraude comprovada.' })
  const open = psp.books.giveBack(endToEndId, { amount: '1.00', status: 'EM_PROCESSAMENTO' })
  const expected = [
    { id: fraud.id, amountCents: 10_000n, status: 'done', at: clock.now(), reason: 'Fraude comprovada.' },
    { id: open.id, amountCents: 100n, status: 'processing', at: clock.now(), reason: null },
  ]
  assert.deepEqual(confirmed(await bank.read(returned.txid)).payments[0]?.returns, expected)
  assert.equal(confirmed(await bank.read(kept.txid)).payments[0]?.returns, undefined)
  const { payments } = confirmed(await bank.returned(NOON, NOON))
  assert.deepEqual(
    payments.map(({ id, returns }) => [id, returns]),
    [[endToEndId, expected]],
  )
  assert.equal(psp.calls.at(-1)?.query.devolucaoPresente, 'true')
  assert.equal(confirmed(await bank.received(NOON, NOON)).payments.length, 2)
  // If refunds cannot be read, the received amount is unknown.
  const unclear = ({ status, body }: FakeAnswer) => ({
    status,
    body: JSON.parse(JSON.stringify(body).replace('"EM_PROCESSAMENTO"', '"TALVEZ"')),
  })
  psp.trouble('GET /', unclear, unclear)
  assert.equal((await bank.read(returned.txid)).outcome, 'unknown')
  assert.deepEqual(confirmed(await bank.returned(NOON, NOON)), { payments: [], unreadable: [returned.txid] })
})

test('a refund is requested until it has ended', async (t) => {
  const { psp, bank } = await pixBank(t)
  const order = pixOrder()
  await bank.open(order)
  const payment = psp.pay(order.txid)
  const ask = (id: string, cents: bigint) => bank.refund(payment.endToEndId, id, cents)
  assert.deepEqual(confirmed(await ask('devolucao1', 50_000n)), { status: 'processing' })
  assert.deepEqual(psp.calls.at(-1), {
    method: 'PUT',
    path: `/pix/${payment.endToEndId}/devolucao/devolucao1`,
    query: {},
    body: { valor: '500.00' },
  })
  const [refund] = psp.books.payments[0]!.devolucoes!
  for (const isStrict of [false, true]) {
    psp.books.refusesKnownIds = isStrict
    refund!.status = 'DEVOLVIDO'
    assert.deepEqual(confirmed(await ask('devolucao1', 50_000n)), { status: 'done' })
    refund!.status = 'NAO_REALIZADO'
    assert.deepEqual(confirmed(await ask('devolucao1', 50_000n)), { status: 'failed' })
    const other = await ask('devolucao1', 1n)
    assert.deepEqual(other, { outcome: 'rejected', reason: 'the bank has another refund with this id' })
  }
  const tooMuch = await ask('devolucao2', 150_001n)
  assert.equal(tooMuch.outcome, 'rejected')
  assert.match((tooMuch as { reason: string }).reason, /excederia o valor/)
  const absent = await bank.refund('E'.padEnd(32, '0'), 'devolucao3', 1n)
  assert.equal(absent.outcome === 'rejected' && absent.cause, 'absent')
  assert.equal(psp.books.payments[0]!.devolucoes!.length, 1)
  const sent = psp.count('')
  for (const [id, refundId, cents] of [
    ['../cob', 'x', 1n],
    ['E1', 'a/b', 1n],
    ['E1', 'x', 0n],
  ] as const) {
    assert.equal((await bank.refund(id, refundId, cents)).outcome, 'rejected')
  }
  assert.equal(psp.count(''), sent)
})

test('callbacks are hints, each event once', async (t) => {
  const { psp, bank } = await pixBank(t)
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const [paid, open] = [pixOrder(), pixOrder()]
  await bank.open(paid)
  await bank.open(open)
  const payment = psp.pay(paid.txid)
  const url = `${receiver.url}/callbacks/abc`
  assert.deepEqual(await psp.callBack(url, [paid.txid, open.txid], { times: 2, reversed: true }), [200, 200])
  const [first, second] = receiver.requests
  assert.equal(first?.path, '/callbacks/abc/pix')
  assert.equal(first?.body, second?.body)
  const hints = bank.readCallback(JSON.parse(first!.body))!
  assert.deepEqual(
    hints.map((hint) => 'txid' in hint && hint.txid),
    [open.txid, paid.txid],
  )
  assert.equal(hints[1]?.eventId, payment.endToEndId)
  // The hint about the unpaid charge is wrong, as reading the charge shows.
  assert.equal(confirmed(await bank.read(open.txid)).status, 'open')
  await bank.refund(payment.endToEndId, 'devolucao1', 1n)
  await psp.callBack(url, [paid.txid])
  const [news] = bank.readCallback(JSON.parse(receiver.requests.at(-1)!.body))!
  assert.deepEqual(news, { eventId: `${payment.endToEndId}:devolucao1-processing`, txid: paid.txid })
})

test('malformed callbacks are ignored', async (t) => {
  const { bank } = await pixBank(t)
  for (const body of [
    null,
    undefined,
    'x',
    7,
    [],
    {},
    { pix: null },
    { pix: {} },
    { evento: 'teste_webhook' },
  ]) {
    assert.equal(bank.readCallback(body), null, JSON.stringify(body))
  }
  const { txid } = pixOrder()
  const good = { endToEndId: 'E1', txid }
  const bad = [
    null,
    1,
    [],
    {},
    { txid },
    { endToEndId: 'E1' },
    { ...good, txid: 'mesa12' },
    { ...good, txid: [txid] },
  ]
  const odd = [
    { ...good, endToEndId: '../x' },
    { ...good, endToEndId: 'E'.repeat(65) },
  ]
  assert.deepEqual(bank.readCallback({ pix: [...bad, ...odd] }), [])
  assert.deepEqual(bank.readCallback({ pix: [good, good, { ...good, devolucoes: 'x' }] }), [
    { eventId: 'E1', txid },
  ])
  const refund = { id: 'x'.repeat(35), valor: '1.00', status: 'EM_PROCESSAMENTO' }
  const many = { ...good, devolucoes: Array.from({ length: 5_000 }, () => refund) }
  assert.ok(bank.readCallback({ pix: [many] })![0]!.eventId.length < 2_000, 'it will be stored')
})

test('connecting verifies the credentials and registers callbacks', async (t) => {
  const { psp, bank, connect } = await pixBank(t)
  const url = 'https://agencia.example.com/callbacks/abc'
  assert.deepEqual(confirmed(await bank.register(url)), { callbacks: true })
  assert.equal(psp.books.webhooks.get(psp.settings.pix_key), url)
  assert.equal(psp.count('GET /pix'), 1)
  const asked = psp.count('PUT /webhook')
  for (const none of [null, 'http://agencia.example.com/x']) {
    assert.deepEqual(confirmed(await bank.register(none)), { callbacks: false })
  }
  assert.equal(psp.count('PUT /webhook'), asked)
  // With a foreign key the credentials still work.
  const value = confirmed(await connect({ pix_key: '+5511999998888' }).register(url))
  assert.equal(psp.calls.at(-1)?.path, '/webhook/%2B5511999998888')
  assert.equal(value.callbacks, false)
  assert.match(value.reason ?? '', /chave não pertence/)
  psp.trouble('PUT /webhook', 503)
  assert.deepEqual(confirmed(await bank.register(url)), { callbacks: false, reason: 'the bank answered 503' })
})

test("a query of the bank's own address is sent with each request", async (t) => {
  const { psp, connect } = await pixBank(t)
  const bank = connect({ api_url: `${psp.settings.api_url}/?gw-app-key=abc` })
  confirmed(await bank.open(pixOrder()))
  assert.deepEqual(psp.calls.at(-1)?.query, { 'gw-app-key': 'abc' })
  confirmed(await bank.received(NOON, NOON))
  assert.equal(psp.calls.at(-1)?.query['gw-app-key'], 'abc')
})
