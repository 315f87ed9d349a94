// Balance and statement of account of a client: JSON, CSV and PDF say the same, to the cent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { balanceOf, credited, sentInvoice } from '../../../test/support/credit.ts'
import { INVOICES, newClient, newInvoice, read } from '../../../test/support/invoicing.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { AT_ONCE, startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// Late evening in São Paulo: the next day at Greenwich.
const wall = fixedClock(new Date('2026-11-16T01:00:00.000Z'))
const app = await startApp({ wall, settings: AT_ONCE })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const at = (id: string, rest = '') => `/api/v1/clients/${id}/statement${rest}`

/** A year of a client, by the test clock of a new agency. */
async function story() {
  const agency = await newAgency(app)
  const { test: client } = agency
  await client.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  await agency.live.patch('/api/v1/team', { late_payment: { fine_percent: 2, interest_percent: 1 } })
  const { id: client_id } = await newClient(client, { cpf: '529.982.247-25' })
  const dates = { issue_date: '2026-11-10', due_date: '2026-11-20', client_id }
  const [late, kept, gone] = [
    await sentInvoice(client, 100, dates),
    await sentInvoice(client, 200, { ...dates, issue_date: '2026-11-12', due_date: '2027-03-01' }),
    await sentInvoice(client, 70, { ...dates, issue_date: '2026-11-13', due_date: '2027-03-01' }),
  ]
  const record = (id: string, body: object) => client.post(`${INVOICES}/${id}/payments`, body)
  await agency.advance('P20D')
  await record(late.id, { amount: 102.5, paid_at: '2026-12-05', manual_method: 'cheque', reference: 'nº 17' })
  await record(kept.id, { amount: 250, paid_at: '2026-12-05', manual_method: 'cash' })
  await record(gone.id, { amount: 20, paid_at: '2026-12-05' })
  await client.patch(`${INVOICES}/${gone.id}`, { status: 'cancelled' })
  await client.post(`${INVOICES}/${kept.id}/overpayment-credit`, { expires_on: '2026-12-10' })
  const next = await sentInvoice(client, 30, { ...dates, issue_date: '2026-12-05', due_date: '2026-12-20' })
  await client.post(`${INVOICES}/${next.id}/credit`, { amount: 12 })
  const note = await credited(client, kept.id, { amount: 60, excess: 'credit' })
  await agency.advance('P10D')
  return { agency, client, client_id, late, kept, gone, next, note }
}

const { client, client_id, late, kept, gone, next, note } = await story()

test('the statement lists every debit and credit in order, with the balance after each', async () => {
  const statement = await read(client, at(client_id, '?start_date=2026-11-01&end_date=2026-12-31'))
  assert.deepEqual(
    statement.lines.map(({ date, type, amount, balance, invoice_number }: Data) => [
      ...[date, type, amount, balance, invoice_number],
    ]),
    [
      ['2026-11-10', 'invoice', 100, 100, late.number],
      ['2026-11-12', 'invoice', 200, 300, kept.number],
      ['2026-11-13', 'invoice', 70, 370, gone.number],
      ['2026-12-05', 'invoice', 30, 400, next.number],
      ['2026-12-05', 'late_charges', 2.5, 402.5, late.number],
      ['2026-12-05', 'payment', -102.5, 300, late.number],
      ['2026-12-05', 'payment', -250, 50, kept.number],
      ['2026-12-05', 'payment', -20, 30, gone.number],
      ['2026-12-05', 'credit_note', -60, -30, kept.number],
      ['2026-12-05', 'cancellation', -70, -100, gone.number],
      ['2026-12-11', 'credit_expired', 38, -62, null],
    ],
  )
  assert.deepEqual(
    [statement.opening_balance, statement.debits, statement.credits, statement.closing_balance],
    [0, 440.5, 502.5, -62],
  )
  const paid = statement.lines[5]
  assert.deepEqual([paid.payment_method, paid.manual_method, paid.reference], ['manual', 'cheque', 'nº 17'])
  const credit = statement.lines[8]
  assert.deepEqual([credit.credit_note_id, credit.credit_note_number], [note.id, note.number])
})

test('the closing balance of the statement is the current balance', async () => {
  const balance = await balanceOf(client, client_id)
  assert.deepEqual(balance, {
    ...{
      client_id,
      as_of: '2026-12-15',
      currency: 'BRL',
      open: 18,
      open_count: 1,
      overdue: 0,
      overdue_count: 0,
    },
    ...{ overpaid: 20, credit: 60, credit_expires_on: null, credit_expiring: 0, uncovered: 0, balance: -62 },
  })
  assert.equal((await read(client, at(client_id))).closing_balance, -62)
})

test('returned money whose credit is already used is shown as uncovered, and leaves the balance', async () => {
  const { test: sandbox } = await newAgency(app)
  const one = await sentInvoice(sandbox, 50)
  const { client_id: id } = one
  const two = await sentInvoice(sandbox, 80, { client_id: id })
  await sandbox.post(`/api/v1/test/charges/${one.id}/pay`, { amount: 120 })
  await sandbox.post(`${INVOICES}/${one.id}/overpayment-credit`, {})
  await sandbox.post(`${INVOICES}/${two.id}/credit`, { amount: 60 })
  await sandbox.post(`/api/v1/test/charges/${one.id}/return`, {})
  const { uncovered, balance } = await balanceOf(sandbox, id)
  assert.deepEqual([uncovered, balance], [60, 70])
  const statement = await read(sandbox, at(id))
  assert.deepEqual([statement.uncovered, statement.closing_balance], [60, 70])
  await sandbox.patch(`${INVOICES}/${two.id}`, { status: 'cancelled' })
  assert.equal((await balanceOf(sandbox, id)).uncovered, 0)
})

test('lines of one day are in the order in which they happened', async () => {
  const agency = await newAgency(app)
  const { test: sandbox } = agency
  // 10 o'clock in the morning in São Paulo.
  await agency.advance('PT12H')
  const today = { issue_date: '2026-11-16', due_date: '2026-11-30' }
  const first = await sentInvoice(sandbox, 100, today)
  const { client_id } = first
  const wait = () => agency.advance('PT1H')
  await wait()
  await sandbox.post(`/api/v1/test/charges/${first.id}/pay`)
  await wait()
  await credited(sandbox, first.id, { amount: 40, excess: 'none' })
  await wait()
  const second = await sentInvoice(sandbox, 30, { client_id, ...today })
  await wait()
  await sandbox.post(`/api/v1/test/charges/${first.id}/return`, { amount: 40 })
  await wait()
  // The agency names an hour before the invoice, and a day alone.
  const paid = { amount: 10, paid_at: '2026-11-16T11:00:00Z' }
  await sandbox.post(`${INVOICES}/${second.id}/payments`, paid)
  await sandbox.post(`${INVOICES}/${second.id}/payments`, { amount: 20, paid_at: '2026-11-16' })
  const { lines } = await read(sandbox, at(client_id))
  assert.deepEqual(
    lines.map(({ type, amount, balance }: Data) => [type, amount, balance]),
    [
      ['invoice', 100, 100],
      ['payment', -100, 0],
      ['credit_note', -40, -40],
      ['invoice', 30, -10],
      ['refund', 40, 30],
      ['payment', -10, 20],
      ['payment', -20, 0],
    ],
  )
})

test('a statement of a period opens with the balance before it', async () => {
  const part = await read(client, at(client_id, '?start_date=2026-12-01&end_date=2026-12-10'))
  assert.deepEqual([part.opening_balance, part.closing_balance, part.lines.length], [370, -100, 7])
  const none = await read(client, at(client_id, '?start_date=2027-01-01&end_date=2027-01-31'))
  assert.deepEqual([none.opening_balance, none.closing_balance, none.lines], [-62, -62, []])
})

test('invalid periods are refused', async () => {
  for (const query of [
    'start_date=2026-12-02&end_date=2026-12-01',
    'start_date=2025-01-01&end_date=2026-12-01',
    'start_date=x',
  ])
    for (const suffix of ['', '.csv', '.pdf'])
      assertError(
        await client.get(at(client_id, `${suffix}?${query}`)),
        400,
        'Invalid request parameters',
        'start_date',
      )
  assertError(await app.live.get(at(client_id)), 404, 'Client not found')
  assertError(await app.live.get(at(client_id, '.pdf')), 404, 'Client not found')
})

test('the statement as CSV, for programs and for spreadsheets', async () => {
  const period = 'start_date=2026-12-05&end_date=2026-12-31'
  const csv = await client.get(at(client_id, `.csv?${period}`))
  const [head, ...lines] = csv.text.trimEnd().split('\r\n')
  assert.match(head ?? '', /^date,type,invoice_number,/)
  assert.equal(lines.length, 8)
  assert.match(lines[1] ?? '', /^2026-12-05,late_charges,2026-\d{6},,,,,,2\.50,402\.50,/)
  const sheet = await client.get(at(client_id, `.csv?${period}&locale=pt-BR`))
  assert.match(sheet.text, /05\/12\/2026;Nota de crédito;2026-\d{6};2026-\d{6};;;;;-60,00;-30,00;/)
  assert.match(sheet.text, /registrado pela agência;cheque;nº 17;-102,50;300,00/)
})

test('the statement as PDF', async () => {
  const pdf = await client.get(at(client_id, '.pdf?start_date=2026-11-01&end_date=2026-12-31'))
  assert.equal(pdf.status, 200)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.match(String(pdf.headers['content-disposition']), /extrato-de-conta-2026-11-01-2026-12-31\.pdf/)
})

test('the PDF opens with the balance before, and prints long references in full', async () => {
  const reference =
    'TED do Banco do Brasil em nome de terceiros, comprovante 000987654321 de 5 de dezembro, conferido por Ana'
  const reader = await newAgency(app)
  const { id } = await newClient(reader.test)
  const invoice = await sentInvoice(reader.test, 100, { client_id: id })
  const paid = { amount: 40, manual_method: 'transfer', reference }
  assert.equal((await reader.test.post(`${INVOICES}/${invoice.id}/payments`, paid)).status, 201)
  const headers = { authorization: `Bearer ${reader.testKey}` }
  const response = await fetch(`${app.url}${at(id, '.pdf?start_date=2026-11-01')}`, { headers })
  const texts = readPdf(Buffer.from(await response.arrayBuffer())).texts.map(({ text }) => text)
  const all = texts.join(' ').replaceAll('\u00a0', ' ')
  assert.match(all, /01\/11\/2026 Saldo anterior R\$ 0,00/)
  assert.ok(all.includes('conferido por Ana)'), all)
  assert.ok(all.indexOf('Saldo anterior') < all.indexOf(invoice.number), all)
})

test('the balance counts overdue invoices, payments of a draft, and money before an invoice was sent', async () => {
  const { live } = await newAgency(app)
  const { id } = await newClient(live)
  const overdue = await sentInvoice(live, 40, {
    client_id: id,
    due_date: '2026-11-14',
    issue_date: '2026-11-01',
  })
  await sentInvoice(live, 60, { client_id: id, due_date: '2026-11-15', paid: 10 })
  const draft = await newInvoice(live, { client_id: id, amount_paid: 25 })
  const { open, open_count, overdue: late, overdue_count, overpaid, balance } = await balanceOf(live, id)
  assert.deepEqual([open, open_count, late, overdue_count, overpaid, balance], [90, 2, 40, 1, 25, 65])
  const statement = await read(live, at(id))
  assert.equal(statement.closing_balance, 65)
  assert.equal(statement.lines.find(({ invoice_id }: Data) => invoice_id === draft.id).invoice_number, null)
  assert.ok(overdue.number)
})

test('a payment recorded by hand has its method and its reference', async () => {
  const { live } = await newAgency(app)
  const { id } = await sentInvoice(live, 100)
  const record = (body: object) => live.post(`${INVOICES}/${id}/payments`, body)
  const { payments } = (await record({ amount: 40, manual_method: 'card_machine', reference: 'NSU 004711' }))
    .body.data
  assert.deepEqual(
    [payments[0].method, payments[0].manual_method, payments[0].reference],
    ['manual', 'card_machine', 'NSU 004711'],
  )
  const plain = (await record({ amount: 1 })).body.data.payments[1]
  assert.deepEqual([plain.manual_method, plain.reference], [null, null])
  assertError(
    await record({ amount: 1, manual_method: 'gold' }),
    400,
    'Invalid request parameters',
    'manual_method',
  )
})
