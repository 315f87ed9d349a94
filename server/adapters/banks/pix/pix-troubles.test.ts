// Failures of a bank: a missing response is never taken for success or refusal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../test/support/eventually.ts'
import type { FakeAnswer } from '../../../../test/support/fakes/fake-psp-books.ts'
import { confirmed, NOON, type PixBank, pixBank, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import type { Bank, Outcome } from '../port.ts'

const END_TO_END = 'E'.padEnd(32, '1')

/** Each request to the bank, by the call that fails. */
const ASKS: [call: string, ask: (bank: Bank, txid: string) => Promise<Outcome<unknown>>][] = [
  ['PUT /cob/', (bank, txid) => bank.open(pixOrder({ txid }))],
  ['GET /cob/', (bank, txid) => bank.read(txid)],
  ['PATCH /cob/', (bank, txid) => bank.withdraw(txid)],
  ['GET /pix', (bank) => bank.received(NOON, NOON)],
  ['PUT /pix/', (bank) => bank.refund(END_TO_END, 'devolucao1', 1n)],
  ['GET /pix', (bank) => bank.register(null)],
  ['POST /oauth/token', (bank, txid) => bank.read(txid)],
]

/** Changes one field of the response, by its path; undefined removes it. */
function changed(path: string, value: unknown): (response: FakeAnswer) => FakeAnswer {
  return ({ status, body }) => {
    const copy = structuredClone(body) as Record<string, unknown>
    const names = path.split('.')
    const last = names.pop()!
    const at = names.reduce((place, name) => place[name] as Record<string, unknown>, copy)
    at[last] = value
    return { status, body: copy }
  }
}

async function openCharge({ bank }: PixBank): Promise<string> {
  const order = pixOrder()
  confirmed(await bank.open(order))
  return order.txid
}

test('an overloaded or broken bank makes every outcome unknown', async (t) => {
  for (const [call, ask] of ASKS) {
    const made = await pixBank(t)
    const txid = await openCharge(made)
    for (const status of [408, 429, 500, 502, 503, 504]) {
      if (call === 'POST /oauth/token') made.clock.advance(3_600_000)
      const before = made.psp.count(call)
      made.psp.trouble(call, status)
      const { outcome, reason } = (await ask(made.bank, txid)) as { outcome: string; reason: string }
      assert.equal(outcome, 'unknown', `${call} ${status}`)
      assert.match(reason, new RegExp(`^the bank answered ${status}`))
      assert.equal(made.psp.count(call) - before, 1, 'it is left alone')
    }
  }
})

test('an unreadable response makes the outcome unknown', async (t) => {
  const reasons = {
    garbage: /is not JSON|token/,
    'too-large': /too large/,
    redirect: /answered 307/,
    reset: /closed too early/,
  } as const
  for (const [call, ask] of ASKS) {
    const made = await pixBank(t)
    const txid = await openCharge(made)
    made.psp.pay(await openCharge(made)).endToEndId = END_TO_END
    for (const trouble of ['garbage', 'too-large', 'redirect', 'reset'] as const) {
      if (call === 'POST /oauth/token') made.clock.advance(3_600_000)
      made.psp.trouble(call, trouble)
      // The retry fails too.
      if (trouble === 'reset' && call.startsWith('PUT')) made.psp.trouble(call, trouble)
      const before = made.psp.books.charges.get(txid)!.status
      const { outcome, reason } = (await ask(made.bank, txid)) as { outcome: string; reason: string }
      if (call === 'PATCH /cob/') {
        // The bank did it, as the charge itself shows.
        assert.equal(outcome, 'confirmed', trouble)
        assert.equal(before, 'ATIVA')
        made.psp.books.charges.get(txid)!.status = 'ATIVA'
        continue
      }
      assert.equal(outcome, 'unknown', `${call} ${trouble}`)
      assert.match(reason, reasons[trouble], `${call} ${trouble}`)
    }
    assert.equal(made.psp.count('GET /elsewhere') + made.psp.count('PUT /elsewhere'), 0)
  }
})

test("a refusal that is not in the API's format makes the outcome unknown", async (t) => {
  const made = await pixBank(t)
  const txid = await openCharge(made)
  const page = '<html>nginx</html>'
  const gateway = { message: 'no Route matched' }
  const responses: [status: number, body: unknown][] = [
    ...[400, 404, 409, 422].map((status): [number, unknown] => [status, page]),
    ...[404, 410].map((status): [number, unknown] => [status, gateway]),
  ]
  for (const [status, body] of responses) {
    made.psp.trouble('GET /cob/', () => ({ status, body }))
    const response = await made.bank.read(txid)
    assert.deepEqual(response, { outcome: 'unknown', reason: `the bank answered ${status}` })
  }
  made.psp.trouble('GET /cob/', () => ({ status: 404, body: { nome: 'x', mensagem: 'Não encontrada.' } }))
  assert.deepEqual(await made.bank.read(txid), {
    outcome: 'rejected',
    reason: 'Não encontrada.',
    cause: 'absent',
  })
})

test('each exchange has one time limit, and a PUT is repeated once', async (t) => {
  const { psp, connect } = await pixBank(t)
  const bank = connect({}, { timeoutMs: 1_500 })
  const order = pixOrder()
  psp.trouble('PUT /cob/', 'hang')
  const { method } = confirmed(await bank.open(order))
  assert.equal(method, 'pix')
  assert.equal(psp.count('PUT /cob/'), 2)
  assert.deepEqual(psp.calls.at(-1), psp.calls.at(-2))
  assert.equal(psp.books.charges.size, 1)
  psp.trouble('GET /cob/', 'half')
  const impatient = connect({}, { timeoutMs: 200 })
  assert.deepEqual(await impatient.read(order.txid), {
    outcome: 'unknown',
    reason: 'the bank timed out',
  })
})

test('a read is not repeated', async (t) => {
  const made = await pixBank(t)
  const txid = await openCharge(made)
  made.psp.trouble('GET /cob/', 'reset')
  assert.equal((await made.bank.read(txid)).outcome, 'unknown')
  assert.equal(made.psp.count('GET /cob/'), 1)
})

test('without a response the outcome is unknown', async (t) => {
  const { psp, bank } = await pixBank(t)
  const order = pixOrder()
  psp.trouble('PUT /cob/', 'reset', 'reset')
  assert.equal((await bank.open(order)).outcome, 'unknown')
  assert.equal(psp.count('PUT /cob/'), 2)
  assert.equal(psp.books.charges.size, 1, 'though it happened')
})

test('a slow response counts', async (t) => {
  const { psp, bank } = await pixBank(t)
  psp.trouble('PUT /cob/', 'hold')
  const opening = bank.open(pixOrder())
  await eventually('the bank was asked', () => psp.count('PUT /cob/') > 0)
  psp.release()
  confirmed(await opening)
})

test('if the bank already knows the txid, the charge is read', async (t) => {
  const { psp, bank } = await pixBank(t)
  psp.books.refusesKnownIds = true
  const order = pixOrder()
  psp.trouble('PUT /cob/', 'reset')
  const first = confirmed(await bank.open(order))
  assert.equal(psp.count('PUT /cob/'), 2)
  assert.equal(psp.count('GET /cob/'), 1)
  assert.deepEqual(confirmed(await bank.open(order)), first, 'also long after')
  const another = await bank.open({ ...order, amountCents: 1n })
  assert.deepEqual(another, { outcome: 'rejected', reason: 'the bank has another charge with this txid' })
  assert.equal(psp.books.charges.get(order.txid)?.status, 'ATIVA', 'which is not ours to withdraw')
  psp.trouble('GET /cob/', changed('chave', 'outra@example.com'))
  assert.equal((await bank.open(order)).outcome, 'rejected')
  psp.trouble('GET /cob/', 500)
  assert.equal((await bank.open(order)).outcome, 'unknown', 'it may be there')
})

test('a refund with a lost response is requested again', async (t) => {
  const made = await pixBank(t)
  const { endToEndId } = made.psp.pay(await openCharge(made))
  made.psp.books.refusesKnownIds = true
  made.psp.trouble('PUT /pix/', 'reset')
  const refund = confirmed(await made.bank.refund(endToEndId, 'devolucao1', 1n))
  assert.deepEqual(refund, { status: 'processing' })
  assert.equal(made.psp.books.payments[0]?.devolucoes?.length, 1)
  made.psp.trouble('GET /pix/', 500)
  assert.equal((await made.bank.refund(endToEndId, 'devolucao1', 1n)).outcome, 'unknown')
})

test("a refusal has the bank's text, without the values", async (t) => {
  const { psp, connect } = await pixBank(t)
  const response = await connect({ pix_key: 'outra@example.com' }).open(pixOrder())
  assert.deepEqual(response, {
    outcome: 'rejected',
    reason: 'Operação inválida.: A cobrança não respeita o schema.: cob.chave: Não respeita o schema.',
  })
  psp.trouble('GET /cob/', () => ({
    status: 400,
    body: { title: 'a\u0000\n\tb', detail: 'x'.repeat(1_000) },
  }))
  const { reason } = (await connect().read(pixOrder().txid)) as { reason: string }
  assert.ok(reason.startsWith('a b: xxx') && reason.length === 300, reason)
  psp.trouble('GET /cob/', () => ({ status: 400, body: {} }))
  const bare = await connect().read(pixOrder().txid)
  assert.deepEqual(bare, { outcome: 'rejected', reason: 'the bank answered 400' })
})

test('without a payable code the charge is withdrawn and refused', async (t) => {
  const { psp, bank } = await pixBank(t)
  const wrong = [undefined, null, 7, '', '00020126', 'https://bank.example/pay']
  for (const code of wrong) {
    const order = pixOrder()
    const nowhere = changed('location', undefined)
    psp.trouble('PUT /cob/', (response) => changed('pixCopiaECola', code)(nowhere(response)))
    const { outcome, reason } = (await bank.open(order)) as { outcome: string; reason: string }
    assert.equal(outcome, 'rejected')
    assert.match(reason, /^the bank sent (?:no code|a code that nobody can pay)/)
    assert.equal(psp.books.charges.get(order.txid)?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  }
  const order = pixOrder()
  const good = confirmed(await bank.open(order)) as { copyPaste: string }
  const spoilt = good.copyPaste.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const both = (response: FakeAnswer) =>
    changed('location', 'psp.com')(changed('pixCopiaECola', spoilt)(response))
  psp.trouble('PUT /cob/', both)
  psp.trouble('PATCH /cob/', 500)
  assert.equal((await bank.open(order)).outcome, 'rejected', 'even if it cannot be withdrawn')
})

test('a charge that differs from its order is withdrawn and refused', async (t) => {
  const { psp, bank } = await pixBank(t)
  for (const change of [changed('valor.original', '0.01'), changed('chave', 'outra@example.com')]) {
    const order = pixOrder()
    psp.trouble('PUT /cob/', change)
    const response = await bank.open(order)
    assert.deepEqual(response, {
      outcome: 'rejected',
      reason: 'the bank made another charge than was ordered',
    })
    assert.equal(psp.books.charges.get(order.txid)?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
  }
  psp.trouble('PUT /cob/', changed('txid', pixOrder().txid))
  assert.equal((await bank.open(pixOrder())).outcome, 'unknown')
})

test('a charge that is read must be for the own key and match the API', async (t) => {
  const made = await pixBank(t)
  const txid = await openCharge(made)
  made.psp.pay(txid)
  const read = () => made.bank.read(txid)
  made.psp.trouble('GET /cob/', changed('chave', 'outra@example.com'))
  assert.deepEqual(await read(), { outcome: 'rejected', reason: 'the charge is for another Pix key' })
  made.psp.trouble('GET /cob/', changed('chave', made.psp.settings.pix_key.toUpperCase()))
  assert.equal((await read()).outcome, 'confirmed')
  made.psp.trouble('GET /cob/', changed('pix', undefined))
  assert.deepEqual(await read(), {
    outcome: 'unknown',
    reason: 'the bank says that it is paid, but not yet by which payment',
  })
  const unfit: [path: string, values: unknown[]][] = [
    ['txid', [undefined, 7, pixOrder().txid]],
    ['chave', [undefined, 7]],
    ['status', [undefined, 7, 'NOVA', 'ativa', 'constructor', '__proto__']],
    ['valor', [undefined, '1500.00', []]],
    ['valor.original', [undefined, 1500, '', '-1.00', '1.500,00', '1500.005', '0.00', '1e3', ' 1.00']],
    ['pix', [{}, 'x', [null], [7]]],
    ['pix.0.endToEndId', [undefined, 7, '', '../x']],
    ['pix.0.txid', [null, 7, pixOrder().txid]],
    ['pix.0.valor', [undefined, 1500, '0.00', 'NaN', '1,00']],
    ['pix.0.horario', [undefined, 0, '', '2026-11-16', '2026-11-16T12:00:00', '2026-02-30T12:00:00Z', 'now']],
  ]
  for (const [path, values] of unfit) {
    for (const value of values) {
      made.psp.trouble('GET /cob/', changed(path, value))
      const response = await read()
      assert.deepEqual(
        response,
        { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' },
        `${path}: ${value}`,
      )
    }
  }
  made.psp.trouble('GET /cob/', changed('pix.0.horario', '2026-11-16T09:00:00.123456-03:00'))
  assert.deepEqual(confirmed(await read()).payments[0]?.paidAt, new Date('2026-11-16T12:00:00.123Z'))
})

test('a withdrawal that the bank did not confirm is read back', async (t) => {
  const made = await pixBank(t)
  const txid = await openCharge(made)
  made.psp.trouble('PATCH /cob/', 400)
  assert.equal((await made.bank.withdraw(txid)).outcome, 'rejected', 'it is still open')
  made.psp.trouble('PATCH /cob/', 503)
  assert.equal((await made.bank.withdraw(txid)).outcome, 'unknown')
  made.psp.trouble('PATCH /cob/', () => ({ status: 200, body: '' }))
  assert.equal(confirmed(await made.bank.withdraw(txid)).status, 'removed')
})

test('received payments are complete or unknown', async (t) => {
  const made = await pixBank(t)
  const txid = await openCharge(made)
  made.psp.books.pageSizeMax = 1
  for (let count = 0; count < 3; count++) made.psp.pay(txid)
  const received = () => made.bank.received(NOON, NOON)
  assert.equal(confirmed(await received()).payments.length, 3)
  const paging = 'parametros.paginacao'
  const unfit = [
    changed('pix', {}),
    changed('pix', Array(101).fill({})),
    changed('parametros', undefined),
    changed(paging, undefined),
    changed(`${paging}.paginaAtual`, 7),
    changed(`${paging}.paginaAtual`, '0'),
    changed(`${paging}.quantidadeDePaginas`, undefined),
    changed(`${paging}.quantidadeDePaginas`, 1.5),
    changed(`${paging}.quantidadeDePaginas`, 101),
    500,
    'garbage',
  ] as const
  for (const trouble of unfit) {
    // A failure in the middle: pages read before are not reported as complete.
    made.psp.trouble('GET /pix', 'none', trouble)
    assert.equal((await received()).outcome, 'unknown')
  }
  // An unreadable payment is named, and the others are returned.
  for (const strange of [
    changed('pix.0.valor', 1500),
    changed('pix.0.valor', '0.00'),
    changed('pix.0.horario', 'x'),
    changed('pix.0.endToEndId', undefined),
  ]) {
    made.psp.trouble('GET /pix', 'none', strange)
    const { payments, unreadable } = confirmed(await received())
    assert.deepEqual([payments.length, unreadable], [2, [txid]])
  }
  const before = made.psp.count('GET /pix')
  made.psp.trouble('GET /pix', changed(`${paging}.quantidadeDePaginas`, 101))
  assert.deepEqual(await received(), { outcome: 'unknown', reason: 'more than 100 pages of payments' })
  assert.equal(made.psp.count('GET /pix') - before, 1)
  // New payments may show the same payment on two pages.
  const same = changed('pix', [made.psp.books.payments[0]])
  made.psp.trouble('GET /pix', same, same)
  assert.equal(confirmed(await received()).payments.length, 2)
})

test('a refund must match the API', async (t) => {
  const made = await pixBank(t)
  const { endToEndId } = made.psp.pay(await openCharge(made))
  const unfit: [path: string, values: unknown[]][] = [
    ['id', [undefined, 'devolucao2']],
    ['status', [undefined, 'DEVOLVIDA', 'toString']],
    ['valor', [undefined, 0.01, '0,01']],
  ]
  for (const [path, values] of unfit) {
    for (const value of values) {
      made.psp.trouble('PUT /pix/', changed(path, value))
      assert.equal(
        (await made.bank.refund(endToEndId, 'devolucao1', 1n)).outcome,
        'unknown',
        `${path}: ${value}`,
      )
    }
  }
})

test('a closed connection sends nothing more', async (t) => {
  const { psp, bank } = await pixBank(t)
  confirmed(await bank.open(pixOrder()))
  await bank.close()
  const before = psp.count('')
  const response = await bank.read(pixOrder().txid)
  assert.deepEqual(response, { outcome: 'unknown', reason: 'the service is stopping' })
  assert.equal(psp.count(''), before)
})
