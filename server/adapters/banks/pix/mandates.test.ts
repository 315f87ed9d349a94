// Mandates of Pix Automático at a fake bank that keeps to Banco Central's schema: every state, lost responses, and what a
// bank refuses.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MANDATE_EXAMPLES } from '../../../../test/support/fakes/bacen-schema.ts'
import { confirmed, NOON, type PixBank, pixBank, pixOrder } from '../../../../test/support/fakes/pix-bank.ts'
import type { MandateChargeOrder, MandateOrder, Mandates } from '../port.ts'
import { readMandate, readMandateCharge } from './mandate-json.ts'

const PAYER = { name: 'Maria de Exemplo', document: '52998224725' }
const ACCOUNT = { receiving_account: '12345678', receiving_branch: '0001' }
const day = (text: string) => Temporal.PlainDate.from(text)

interface MandateBank extends PixBank {
  mandates: Mandates
}

async function mandateBank(t: TestContext): Promise<MandateBank> {
  const made = await pixBank(t)
  const bank = made.connect(ACCOUNT)
  return { ...made, bank, mandates: bank.mandates! }
}

let contracts = 0

function mandateOrder(changes: Partial<MandateOrder> = {}): MandateOrder {
  contracts++
  return {
    contract: `mdt${String(contracts).padStart(10, '0')}`,
    subject: 'Viagem Lisboa',
    payer: PAYER,
    frequency: 'monthly',
    amountCents: 50_000n,
    startsOn: day('2026-12-10'),
    endsOn: day('2027-04-10'),
    retries: 'three_in_seven_days',
    first: pixOrder({ amountCents: 50_000n, payer: PAYER, expiresAt: new Date('2026-12-09T00:00:00.000Z') }),
    sentSince: null,
    ...changes,
  }
}

let charges = 0

function chargeOrder(mandate: string, changes: Partial<MandateChargeOrder> = {}): MandateChargeOrder {
  charges++
  const txid = `cobranca${String(charges).padStart(20, '0')}`
  return {
    txid,
    mandate,
    amountCents: 50_000n,
    dueOn: day('2026-11-23'),
    payer: PAYER,
    description: 'Fatura',
    ...changes,
  }
}

async function accepted(bank: MandateBank, changes: Partial<MandateOrder> = {}): Promise<string> {
  const { id } = confirmed(await bank.mandates.create(mandateOrder(changes)))
  bank.psp.books.mandates.accept(id)
  return id
}

test('a composite code pays the first charge and accepts the mandate', async (t) => {
  const bank = await mandateBank(t)
  const { mandates, psp } = bank
  const order = mandateOrder()
  const offered = confirmed(await mandates.create(order))
  assert.equal(offered.status, 'created')
  assert.match(offered.copyPaste, /8080?.*br\.gov\.bcb\.pix.*rec\//)
  const { vinculo, calendario, valor, politicaRetentativa } = psp.books.mandates.only()
  assert.deepEqual(vinculo.devedor, { cpf: PAYER.document, nome: PAYER.name })
  assert.deepEqual(calendario, {
    dataInicial: '2026-12-10',
    dataFinal: '2027-04-10',
    periodicidade: 'MENSAL',
  })
  assert.equal(valor.valorRec, '500.00')
  assert.equal(politicaRetentativa, 'PERMITE_3R_7D')
  assert.equal(confirmed(await bank.bank.read(order.first.txid)).status, 'open')
  psp.books.mandates.accept(offered.id)
  assert.equal(confirmed(await mandates.read(offered.id)).status, 'active')
  assert.equal(confirmed(await bank.bank.read(order.first.txid)).status, 'paid')
})

test('after any lost response a repeated order finds its mandate', async (t) => {
  const bank = await mandateBank(t)
  const { mandates, psp } = bank
  for (const call of ['PUT /cob/', 'POST /locrec', 'POST /rec', 'GET /rec/']) {
    psp.trouble(call, 'reset', 'reset')
    const order = mandateOrder()
    const lost = await mandates.create(order)
    assert.equal(lost.outcome, 'unknown', call)
    psp.calm()
    const first = { ...order.first, isRepeated: true }
    const again = confirmed(await mandates.create({ ...order, first, sentSince: NOON }))
    const same = [...psp.books.mandates.mandates.values()].filter(
      ({ vinculo }) => vinculo.contrato === order.contract,
    )
    assert.deepEqual(
      same.map(({ idRec }) => idRec),
      [again.id],
      call,
    )
  }
})

test('mandates have a token of their own, and an account without them is recognised', async (t) => {
  const bank = await mandateBank(t)
  const { psp, connect } = bank
  assert.deepEqual(confirmed(await bank.bank.probe!()), { cobv: false, pixAutomatic: true })
  assert.equal(psp.count('POST /oauth/token'), 2)
  psp.hasMandates = false
  const other = connect(ACCOUNT)
  assert.deepEqual(confirmed(await other.probe!()), { cobv: false, pixAutomatic: false })
  assert.equal(confirmed(await other.open(pixOrder())).method, 'pix', 'ordinary charges go on')
  assert.deepEqual(
    confirmed(await connect().probe!()),
    { cobv: false, pixAutomatic: false },
    'no account to be paid into',
  )
  psp.trouble('POST /oauth/token', 'reset')
  assert.equal((await connect(ACCOUNT).probe!()).outcome, 'unknown')
})

test('the states of a mandate are recognised, with who ended it', async (t) => {
  const bank = await mandateBank(t)
  const { mandates, psp } = bank
  const { mandates: books } = psp.books
  const created = async () => confirmed(await mandates.create(mandateOrder())).id
  const refused = await created()
  books.refuse(refused)
  const rejection = confirmed(await mandates.read(refused))
  assert.deepEqual(
    [rejection.status, rejection.ending?.by, rejection.ending?.code],
    ['rejected', 'payer', 'AP13'],
  )
  const expired = await created()
  books.expire(expired)
  assert.equal(confirmed(await mandates.read(expired)).status, 'expired')
  for (const [solicitante, by] of [
    ['USUARIO_PAGADOR', 'payer'],
    ['PSP_PAGADOR', 'payer_bank'],
    ['PSP_RECEBEDOR', 'receiver_bank'],
  ]) {
    const id = await accepted(bank)
    books.cancel(id, solicitante)
    const { status, ending } = confirmed(await mandates.read(id))
    assert.deepEqual([status, ending?.by], ['cancelled', by])
    assert.equal(confirmed(await mandates.cancel(id)).ending?.by, by, 'it has ended already')
  }
  const ours = await accepted(bank)
  psp.trouble('PATCH /rec/', 'reset')
  assert.equal(confirmed(await mandates.cancel(ours)).ending?.by, 'agency', 'the lost request arrived')
  assert.equal((await mandates.read('RR000000002026111600000000000')).outcome, 'rejected')
})

test('a charge is created once, debited on its day and read with its payment', async (t) => {
  const bank = await mandateBank(t)
  const { mandates, psp, clock } = bank
  const id = await accepted(bank)
  const order = chargeOrder(id)
  psp.trouble('PUT /cobr/', 'reset', 'reset')
  assert.equal((await mandates.charge(order)).outcome, 'unknown')
  assert.deepEqual(confirmed(await mandates.charge(order)), { bankReference: id })
  assert.equal(psp.books.mandates.charges.size, 1)
  const open = confirmed(await bank.bank.read(order.txid, id))
  assert.deepEqual(open.attempts, [{ on: '2026-11-23', status: 'scheduled', code: null }])
  const other = await mandates.charge(chargeOrder(id, { dueOn: day('2026-11-24') }))
  assert.equal(other.outcome, 'rejected', 'a second charge in one cycle')
  clock.advance(7 * 86_400_000)
  const { endToEndId } = psp.books.mandates.debit(order.txid)
  const paid = confirmed(await bank.bank.read(order.txid, id))
  assert.deepEqual([paid.status, paid.payments.map(({ id: payment }) => payment)], ['paid', [endToEndId]])
})

test("the bank's refusals: another amount, too late, a mandate that is not accepted", async (t) => {
  const bank = await mandateBank(t)
  const { mandates } = bank
  const id = await accepted(bank)
  for (const changes of [
    { amountCents: 50_001n },
    { dueOn: day('2026-11-17') },
    { dueOn: day('2026-12-01') },
  ])
    assert.equal((await mandates.charge(chargeOrder(id, changes))).outcome, 'rejected')
  const created = confirmed(await mandates.create(mandateOrder())).id
  assert.equal((await mandates.charge(chargeOrder(created))).outcome, 'rejected')
})

test('a charge can be withdrawn before its day, and not from then on', async (t) => {
  const bank = await mandateBank(t)
  const { mandates, clock, psp } = bank
  const id = await accepted(bank)
  const order = chargeOrder(id)
  confirmed(await mandates.charge(order))
  psp.trouble('PATCH /cobr/', 'reset')
  assert.equal(confirmed(await bank.bank.withdraw(order.txid, id)).status, 'removed')
  const next = chargeOrder(id)
  confirmed(await mandates.charge(next))
  clock.advance(7 * 86_400_000)
  assert.equal(confirmed(await bank.bank.withdraw(next.txid, id)).status, 'open')
  psp.books.mandates.debit(next.txid)
  assert.equal(confirmed(await bank.bank.withdraw(next.txid, id)).status, 'paid')
})

test("retries are requested by day, as the mandate's policy allows", async (t) => {
  const bank = await mandateBank(t)
  const { mandates, clock, psp } = bank
  const id = await accepted(bank)
  const order = chargeOrder(id)
  confirmed(await mandates.charge(order))
  assert.equal(
    (await mandates.retry(order.txid, id, day('2026-11-25'))).outcome,
    'rejected',
    'an attempt is open',
  )
  clock.advance(7 * 86_400_000)
  psp.books.mandates.refuseDebit(order.txid)
  const refused = confirmed(await bank.bank.read(order.txid, id))
  assert.deepEqual(
    [refused.status, refused.attempts],
    ['open', [{ on: '2026-11-23', status: 'refused', code: null }]],
  )
  assert.equal(
    (await mandates.retry(order.txid, id, day('2026-11-23'))).outcome,
    'rejected',
    'not in the future',
  )
  psp.trouble('POST /cobr/', 'reset')
  const asked = confirmed(await mandates.retry(order.txid, id, day('2026-11-25')))
  assert.deepEqual(asked.attempts?.at(-1), { on: '2026-11-25', status: 'scheduled', code: null })
  psp.books.mandates.refuseDebit(order.txid, 'AC05')
  const ended = confirmed(await bank.bank.read(order.txid, id))
  assert.deepEqual([ended.status, ended.attempts?.at(-1)?.code], ['removed', 'AC05'])
  const none = await accepted(bank, { retries: 'none' })
  const once = chargeOrder(none, { dueOn: day('2026-11-30') })
  confirmed(await mandates.charge(once))
  psp.books.mandates.refuseDebit(once.txid, 'AM02')
  assert.equal(confirmed(await bank.bank.read(once.txid, none)).status, 'removed')
})

test('callbacks name the mandate or the charge, each change once', async (t) => {
  const bank = await mandateBank(t)
  const id = await accepted(bank)
  const rec = { recs: [{ idRec: id, status: 'APROVADA', atualizacao: [] }] }
  assert.deepEqual(bank.bank.readCallback(rec), [{ eventId: `${id}:APROVADA`, mandate: id }])
  const { txid } = chargeOrder(id)
  const cobr = { cobsr: [{ idRec: id, txid, status: 'ATIVA', tentativas: [{ status: 'AGENDADA' }] }] }
  assert.deepEqual(bank.bank.readCallback(cobr), [{ eventId: `cobr:${txid}:ATIVA:AGENDADA`, txid }])
  assert.deepEqual(bank.bank.readCallback({ recs: [{ idRec: 'RR1', status: 'X' }, null] }), [])
  assert.equal(bank.bank.readCallback({ cobs: [] }), null)
})

test('the examples of Banco Central are read', () => {
  const mandates = Object.entries(MANDATE_EXAMPLES).filter(([name]) => name.startsWith('recResponse'))
  for (const [name, { value }] of mandates) assert.ok(readMandate(value), name)
  const read = Object.entries(MANDATE_EXAMPLES).filter(([name]) => name.startsWith('cobRResponse'))
  for (const [name, { value }] of read) assert.ok(readMandateCharge(value), name)
  assert.equal(readMandate(MANDATE_EXAMPLES.recResponse5?.value)?.ending?.by, 'agency')
})
