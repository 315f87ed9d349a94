// Boletos of invoices at a real bank. A registered boleto is shown to its payer by their own bank, so whatever goes
// wrong between asking for it and storing the invoice, exactly one is left that can be paid, and it is the invoice's.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CheckContext } from '../../server/app/checks/check.ts'
import { INVOICE_CHECKS } from '../../server/app/cli/checks/data-checks.ts'
import { fixedClock } from '../../server/kernel/process/clock.ts'
import { makeLog } from '../../server/kernel/process/log.ts'
import { eventually } from '../support/eventually.ts'
import { PROVIDERS } from '../support/fakes/connected-bank.ts'
import { startFakeAsaas } from '../support/fakes/fake-asaas.ts'
import {
  INVOICES,
  ITEM,
  newClient,
  newInvoice,
  newQuote,
  newRecurring,
  QUOTES,
  RECURRING,
  read,
} from '../support/invoicing.ts'
import { AT_ONCE, startApp } from '../support/start-app.ts'

const MINUTE_MS = 60_000
const wall = fixedClock(new Date('2026-11-16T15:00:00.000Z'))
const asaas = await startFakeAsaas({ clock: wall })
after(() => asaas.close())
const logged: Record<string, unknown>[] = []
const log = makeLog({ level: 'info', destination: { write: (line) => logged.push(JSON.parse(line)) } })
const PUBLIC_URL = 'https://embarque.example.test'
const app = await startApp({ wall, log, settings: { ...AT_ONCE, PUBLIC_URL } })
const { live } = app
const { world } = app.service
const connected = await live.post(PROVIDERS, { provider: 'asaas', settings: asaas.settings })
assert.equal(connected.status, 201, connected.text)
const { id: providerId } = connected.body.data
beforeEach(() => asaas.calm())

const invoiceOf = (id: string) => read(live, `${INVOICES}/${id}`)
const pass = (ms: number) => {
  wall.advance(ms)
  world.jobsAdded()
}
/** Worked off, too: minutes that pile up would each cost what their banks are asked in them. */
const passed = (ms: number) => {
  pass(ms)
  return app.service.worker!.idle()
}
/** By their amounts the tests know theirs. */
const boletosOf = (amount: number) => asaas.books.payments.filter(({ value }) => value === amount)
const alive = (amount: number) => boletosOf(amount).filter((one) => !one.deleted && one.status === 'PENDING')
const terms = async (amount: number) => ({
  client_id: (await newClient(live, { full_name: 'Ana Souza', cpf: '529.982.247-25' })).id,
  items: [{ ...ITEM, unit_price: amount }],
  payment_methods: ['boleto'],
})
const sentInvoice = async (amount: number) =>
  newInvoice(live, { ...(await terms(amount)), status: 'sent', due_date: '2026-12-10' })

/** What the bank has begun is not answered before so many have come: they all got so far. */
function together(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return Array.from({ length: count }, () => async <T>(answer: T): Promise<T> => {
    if (++come === count) resolve()
    await promise
    return answer
  })
}

/** In the end there is one boleto, the invoice shows it, and paying it pays the invoice. */
async function endsWithOne(id: string, amount: number): Promise<void> {
  const { boleto } = await eventually('the boleto', async () => {
    await passed(15_000)
    const invoice = await invoiceOf(id)
    return invoice.boleto !== null && invoice
  })
  await eventually('one is left', async () => {
    await passed(MINUTE_MS)
    return alive(amount).length === 1
  })
  await passed(10 * MINUTE_MS)
  assert.deepEqual(
    alive(amount).map(({ externalReference }) => externalReference),
    [boleto.txid],
  )
  asaas.books.pay(boleto.txid)
  await eventually('paid', async () => {
    await passed(6 * MINUTE_MS)
    return (await invoiceOf(id)).payment_status === 'paid'
  })
}

for (const [name, amount, start, trouble] of [
  ['made, but its numbers were not to be had', 101, 'GET /payments/', 503],
  ['made, but the answer was lost', 102, 'POST /payments', 'lost'],
  ['not made', 103, 'POST /payments', 503],
] as const)
  test(`a boleto that was ${name}: the invoice gets it, and no second one is created`, async () => {
    asaas.trouble(start, trouble)
    const { id, boleto } = await sentInvoice(amount)
    assert.equal(boleto, null)
    await endsWithOne(id, amount)
    assert.equal(boletosOf(amount).length, 1)
  })

test("simultaneous duplicates: the duplicate's boleto is withdrawn, without personal data", async () => {
  const amount = 104
  const body = { ...(await terms(amount)), issue_date: '2026-11-16', due_date: '2026-12-10', status: 'sent' }
  asaas.trouble('POST /payments', ...together(2))
  const ask = () => live.post(INVOICES, body, { 'idempotency-key': 'twice' })
  const answers = await Promise.all([ask(), ask()])
  const made = answers.find(({ status }) => status === 201)!
  assert.equal(boletosOf(amount).length, 2, 'both were made')
  await endsWithOne(made.body.data.id, amount)
  const { rows } = await world.pool.query(
    "select payer_name, payer_document from charges where status = 'abandoned' and amount_cents = $1",
    [amount * 100],
  )
  assert.deepEqual(
    rows.map(({ payer_name, payer_document }) => [payer_name.includes('Ana'), payer_document]),
    [[false, null]],
  )
})

test('a quote converted twice at once: one boleto is left', async () => {
  const amount = 105
  const { payment_methods, ...offered } = await terms(amount)
  const quote = await newQuote(live, { ...offered, status: 'accepted' })
  asaas.trouble('POST /payments', ...together(2))
  const ask = () => live.post(`${QUOTES}/${quote.id}/invoice`, { payment_methods, status: 'sent' })
  const answers = await Promise.all([ask(), ask()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
  await endsWithOne(answers.find(({ status }) => status === 201)!.body.data.id, amount)
})

test('a recurring invoice paused while its bank is asked leaves nothing to pay', async () => {
  const amount = 106
  const { promise, resolve } = Promise.withResolvers<string>()
  asaas.trouble('POST /payments', async (answer) => {
    const paused = await live.patch(`${RECURRING}/${await promise}`, { status: 'paused' })
    assert.equal(paused.status, 200, paused.text)
    return answer
  })
  const { id } = await newRecurring(live, { ...(await terms(amount)), billing_day: 18, auto_send: true })
  resolve(id)
  await eventually('the boleto was requested', () => boletosOf(amount).length === 1)
  await eventually('withdrawn', async () => {
    await passed(MINUTE_MS)
    return alive(amount).length === 0
  })
  assert.equal((await read(live, `${RECURRING}/${id}`)).last_invoice_id, null)
})

const statusOf = async (amount: number) => {
  const sql = "select status from charges where amount_cents = $1 and method = 'boleto' order by id"
  return (await world.pool.query(sql, [amount * 100])).rows.map(({ status }) => status)
}

test('a change while a boleto is pending, which arrives before the change is stored: one is left', async () => {
  const amount = 107
  asaas.trouble('POST /payments', 503, 503)
  const { id } = await sentInvoice(amount)
  await eventually('the job has failed once too', async () => {
    const sql = "select from jobs where type = 'open-invoice-charge' and attempts = 1"
    return (await world.pool.query(sql)).rowCount === 1
  })
  asaas.trouble('POST /payments', async (answer) => {
    await eventually('the pending boleto is there', async () => {
      pass(5_000)
      return (await invoiceOf(id)).boleto !== null
    })
    return answer
  })
  const changed = await live.patch(`${INVOICES}/${id}`, { payment_status: 'pending' })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(boletosOf(amount).length, 2)
  await endsWithOne(id, amount)
})

for (const [when, amount, start] of [
  ['after it was made', 108, 'POST /payments'],
  ['before it was made', 110, 'GET /customers'],
] as const)
  test(`a boleto abandoned ${when} because its bank took too long: the invoice gets another`, async () => {
    asaas.trouble(start, async (answer) => {
      pass(3 * MINUTE_MS)
      await eventually('the charge is abandoned', async () => (await statusOf(amount))[0] === 'abandoned')
      await eventually('withdrawn', async () => {
        const sql = "select from jobs where type = 'withdraw-charge'"
        return (await world.pool.query(sql)).rowCount === 0
      })
      return answer
    })
    const { id } = await sentInvoice(amount)
    await endsWithOne(id, amount)
    assert.deepEqual(await statusOf(amount), ['abandoned', 'paid'])
  })

test('payments of unknown boletos are limited, logged in one line, and raise no alarm', async () => {
  const { boleto } = await sentInvoice(109)
  const [known] = asaas.books.of(boleto.txid)
  const txid = boleto.txid.replace(/.{8}$/, '00000000')
  asaas.books.payments.push({ ...known!, id: 'pay_0000000000000001', externalReference: txid })
  // A foreign charge in the same account.
  asaas.books.payments.push({ ...known!, id: 'pay_0000000000000002', externalReference: 'PEDIDO-4711' })
  for (const one of asaas.books.payments.slice(-2))
    Object.assign(one, { status: 'RECEIVED', paymentDate: '2026-11-16', clientPaymentDate: '2026-11-16' })
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...known!,
    id: `pay_1${String(n).padStart(15, '0')}`,
    externalReference: boleto.txid.replace(/.{8}$/, String(n).padStart(8, '0')),
    status: 'RECEIVED' as const,
    paymentDate: '2026-11-16',
    clientPaymentDate: '2026-11-16',
  }))
  asaas.books.payments.push(...many)
  const warnings = () => logged.filter(({ msg }) => `${msg}`.includes('charges that are not in our books'))
  for (let round = 1; round <= 3; round++) {
    const calls = asaas.count('GET /payments')
    await eventually('the bank was read', async () => {
      await passed(6 * MINUTE_MS)
      return asaas.count('GET /payments') > calls
    })
  }
  assert.deepEqual(
    warnings().map(({ level, provider, payments }) => [level, provider, payments]),
    [['info', providerId, 20]],
  )
  const rows = await app.asOwner(`select from payment_callbacks where event_id like 'unknown %'`)
  assert.equal(rows.length, 20)
  const check = INVOICE_CHECKS.find(({ name }) => name === 'unknown payments')!
  const finding = await check.run({ client: world.pool } as unknown as CheckContext)
  assert.equal(finding?.state, 'ok')
  assert.match(finding?.text ?? '', /banks of teams reported 20/)
  const kept = `select purpose, team_id from payment_providers where id = '${providerId}'`
  const [own] = (await app.asOwner(kept)) as { purpose: string; team_id: string }[]
  const belongs = (purpose: string, team: string) =>
    app.asOwner(
      `update payment_providers set purpose = '${purpose}', team_id = ${team} where id = '${providerId}'`,
    )
  await belongs('wallet', 'null')
  const alarm = await check.run({ client: world.pool } as unknown as CheckContext)
  await belongs(own!.purpose, `'${own!.team_id}'`)
  assert.deepEqual([alarm?.state, alarm?.text.includes(boleto.txid.slice(0, -8))], ['warning', true])
})

test('a client with wrong check digits: the invoice shows why it has no boleto, until corrected', async () => {
  const client = await newClient(live, { cpf: '529.982.247-24' })
  const invoice = await newInvoice(live, {
    client_id: client.id,
    items: [{ ...ITEM, unit_price: 731 }],
    payment_methods: ['boleto'],
    status: 'sent',
    due_date: '2027-01-15',
  })
  assert.deepEqual(invoice.payment_problems, [{ method: 'boleto', reason: 'client_tax_id_invalid' }])
  assert.deepEqual((await invoiceOf(invoice.id)).payment_problems, invoice.payment_problems)
  await live.patch(`/api/v1/clients/${client.id}`, { cpf: null })
  await passed(0)
  assert.equal((await invoiceOf(invoice.id)).payment_problems[0].reason, 'client_tax_id_missing')
  await live.patch(`/api/v1/clients/${client.id}`, { cpf: '529.982.247-25' })
  await passed(0)
  const corrected = await invoiceOf(invoice.id)
  assert.ok(corrected.boleto !== null, 'it was asked for at once')
  assert.deepEqual(corrected.payment_problems, [])
  assert.equal(alive(731).length, 1)
})

test('a bank that refuses the CPF is asked again with the corrected one', async () => {
  asaas.books.refusedDocuments.push('11144477735')
  const client = await newClient(live, { cpf: '111.444.777-35' })
  const invoice = await newInvoice(live, {
    client_id: client.id,
    items: [{ ...ITEM, unit_price: 733 }],
    payment_methods: ['boleto'],
    status: 'sent',
    due_date: '2027-01-15',
  })
  assert.equal(invoice.boleto, null)
  assert.deepEqual(invoice.payment_problems, [{ method: 'boleto', reason: 'client_tax_id_refused' }])
  await live.patch(`/api/v1/clients/${client.id}`, { cpf: '529.982.247-25' })
  await passed(0)
  const corrected = await invoiceOf(invoice.id)
  assert.ok(corrected.boleto !== null, 'it was asked for at once')
  assert.deepEqual(corrected.payment_problems, [])
  assert.equal(alive(733).length, 1)
})
