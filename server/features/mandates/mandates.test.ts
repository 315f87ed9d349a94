// /api/v1/mandates with the simulated bank and the test clock: offered with the first invoice, debited, refused, retried,
// cancelled by either side; and what does not fit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import {
  eventsOf,
  INVOICES,
  newClient,
  newInvoice,
  newRecurring,
  RECURRING,
  read,
} from '../../../test/support/invoicing.ts'
import {
  debitedRecurring,
  liveMandate,
  MANDATES,
  MARIA,
  offeredMandate,
  play,
} from '../../../test/support/mandates.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

// 09:00 in São Paulo.
const app = await startApp({ wall: fixedClock(new Date('2026-11-16T12:00:00.000Z')) })

// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
type Data = any

const FIRST = '2026-11-20'

async function accepted(agency: Agency, fields: object = {}): Promise<Data> {
  const { id } = await offeredMandate(agency, FIRST, fields)
  return play(agency.test, id, 'accept')
}

/** The invoices of a recurring invoice, oldest first. */
async function invoicesOf({ test: client }: Agency, { client_id }: Data): Promise<Data[]> {
  return (await read(client, `${INVOICES}?client_id=${client_id}`)).toReversed()
}

const statusesOf = ({ attempts }: Data) => attempts.map(({ status }: Data) => status)

const mandateOf = ({ test: client }: Agency, id: string) => read(client, `${MANDATES}/${id}`)

test('accepted with the first invoice, the second debited, the third refused and retried, then cancelled', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const offered = await offeredMandate(agency, FIRST)
  assert.deepEqual(
    [offered.status, offered.amount, offered.frequency, offered.retries, offered.starts_on],
    ['created', 150, 'monthly', 'three_in_seven_days', '2026-12-20'],
  )
  const first = await read(client, `${INVOICES}/${offered.first_invoice_id}`)
  assert.notEqual(first.pix, null, 'it can be paid by an ordinary code too')
  const active = await play(client, offered.id, 'accept')
  assert.deepEqual([active.status, active.accepted_at !== null], ['active', true])
  const paid = await read(client, `${INVOICES}/${offered.first_invoice_id}`)
  assert.deepEqual([paid.payment_status, paid.payments[0].method], ['paid', 'pix_automatic'])

  // The second invoice is created seven days before, and debited on its day.
  await agency.advance('P28D')
  const [, second] = await invoicesOf(agency, offered)
  assert.deepEqual([second.due_date, second.mandate_id, second.pix], ['2026-12-20', offered.id, null])
  assert.deepEqual((await mandateOf(agency, offered.id)).charges[0], {
    invoice_id: second.id,
    status: 'scheduled',
    amount: 150,
    due_date: '2026-12-20',
    // Banks are closed on the Sunday on which it is due.
    attempts: [{ on: '2026-12-21', status: 'scheduled', code: null, reason: null }],
    obstacle: null,
    is_owed: true,
  })
  await agency.advance('P6D')
  assert.equal((await read(client, `${INVOICES}/${second.id}`)).payment_status, 'pending')
  await agency.advance('P1D')
  const debited = await read(client, `${INVOICES}/${second.id}`)
  assert.deepEqual([debited.payment_status, debited.mandate_id], ['paid', null])

  // The third is refused twice, and paid by the second of its retries.
  await agency.advance('P24D')
  const [, , third] = await invoicesOf(agency, offered)
  assert.deepEqual([third.due_date, third.mandate_id], ['2027-01-20', offered.id])
  const refused = await play(client, offered.id, 'refuse-debit')
  assert.deepEqual(
    refused.charges[0].attempts.map(({ on, status }: Data) => [on, status]),
    [
      ['2027-01-20', 'refused'],
      ['2027-01-22', 'scheduled'],
    ],
  )
  assert.equal(refused.charges[0].status, 'retrying')
  await play(client, offered.id, 'refuse-debit', { code: 'AM02' })
  await agency.advance('P10D')
  const retried = (await mandateOf(agency, offered.id)).charges[0]
  assert.deepEqual(
    retried.attempts.map(({ on, status, code }: Data) => [on, status, code]),
    [
      ['2027-01-20', 'refused', null],
      ['2027-01-22', 'refused', 'AM02'],
      ['2027-01-24', 'paid', null],
    ],
  )
  assert.match(retried.attempts[1].reason, /limit/)
  assert.equal((await read(client, `${INVOICES}/${third.id}`)).payment_status, 'paid')

  const cancelled = await play(client, offered.id, 'cancel')
  assert.deepEqual([cancelled.status, cancelled.ended_by], ['cancelled', 'payer'])
  assert.deepEqual(await eventsOf(client, offered.id), [
    'mandate.created',
    'mandate.activated',
    'mandate.cancelled',
  ])
})

test('after four refusals the invoice is paid like any other, and the agency is notified', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const mandate = await accepted(agency)
  await agency.advance('P28D')
  for (const status of ['retrying', 'retrying', 'retrying', 'failed']) {
    const { charges } = await play(client, mandate.id, 'refuse-debit')
    assert.equal(charges[0].status, status)
  }
  const [, second] = await invoicesOf(agency, mandate)
  assert.equal(second.mandate_id, null)
  assert.notEqual(second.pix, null)
  const { charges } = await mandateOf(agency, mandate.id)
  assert.deepEqual([charges[0].obstacle, charges[0].attempts.length], ['debit_refused', 4])
  assert.deepEqual((await eventsOf(client, mandate.id)).slice(-1), ['mandate.debit_failed'])
  await agency.advance('PT5M')
  const mails = await read(client, '/api/v1/mails')
  assert.ok(
    mails.some(({ subject }: Data) => /débito|Pix Automático/.test(subject)),
    JSON.stringify(mails),
  )
})

test('a mandate without retries fails at the first refusal, as does a closed account', async () => {
  for (const [fields, body] of [
    [{ mandate_retries: 'none' }, {}],
    [{}, { code: 'AC05' }],
  ] as const) {
    const agency = await newAgency(app)
    const mandate = await accepted(agency, fields)
    await agency.advance('P28D')
    const { charges } = await play(agency.test, mandate.id, 'refuse-debit', body)
    assert.equal(charges[0].status, 'failed')
    const [, second] = await invoicesOf(agency, mandate)
    assert.notEqual(second.pix, null)
  }
})

test('cancelled before the debit by payer or agency: the invoice is paid like any other', async () => {
  for (const by of ['payer', 'agency']) {
    const agency = await newAgency(app)
    const { test: client } = agency
    const mandate = await accepted(agency)
    await agency.advance('P28D')
    const ended =
      by === 'payer'
        ? await play(client, mandate.id, 'cancel')
        : (await client.post(`${MANDATES}/${mandate.id}/cancel`, {})).body.data
    assert.deepEqual([ended.status, ended.ended_by], ['cancelled', by])
    await agency.advance('PT1M')
    const [, second] = await invoicesOf(agency, mandate)
    assert.equal(second.mandate_id, null)
    assert.notEqual(second.pix, null)
    const { charges } = await mandateOf(agency, mandate.id)
    assert.deepEqual([charges[0].status, charges[0].obstacle], ['failed', 'mandate_ended'])
    assert.deepEqual(statusesOf(charges[0]), ['cancelled'])
    await agency.advance('P10D')
    assert.notEqual((await read(client, `${INVOICES}/${second.id}`)).payment_status, 'paid')
    // The next invoice offers another one.
    await agency.advance('P20D')
    const again = await liveMandate(client, mandate.recurring_invoice_id)
    assert.notEqual(again.id, mandate.id)
  }
})

/** The public page of an invoice, and another with a query. */
async function pageOf({ test: client }: Agency, invoiceId: string, query = ''): Promise<string> {
  const { payment_url } = await read(client, `${INVOICES}/${invoiceId}`)
  return (await fetch(`${payment_url}${query}`)).text()
}

const JUST_CANCELLED = /Pix Automático cancelado/

test("the page of an invoice shows its own client's mandate, not that of the next client", async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const before = await accepted(agency)
  const next = await newClient(client, { ...MARIA, full_name: 'Yara de Exemplo', cpf: '111.444.777-35' })
  const items = [{ description: 'Parcela', quantity: 1, unit_price: 777.77 }]
  const change = { client_id: next.id, items }
  const changed = await client.patch(`${RECURRING}/${before.recurring_invoice_id}`, change)
  assert.equal(changed.status, 200, changed.text)
  await agency.advance('P28D')
  const { id, first_invoice_id } = await liveMandate(client, before.recurring_invoice_id)
  await play(client, id, 'accept')
  const active = /Pix Automático está ativo: R\$\s777,77 por mês/
  const cancel = 'mandate/cancel'
  const ofNext = await pageOf(agency, first_invoice_id)
  assert.ok(active.test(ofNext) && ofNext.includes(cancel))
  const old = await pageOf(agency, before.first_invoice_id)
  assert.ok(!active.test(old) && !old.includes(cancel))
  assert.match(old, /Pix Automático encerrado/)
})

test("the page confirms a cancellation only if this client's mandate is cancelled", async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const plain = await newInvoice(client, { status: 'sent' })
  const mandate = await accepted(agency)
  await agency.advance('P28D')
  const [first, second] = await invoicesOf(agency, mandate)
  const says = async ({ id }: Data) => JUST_CANCELLED.test(await pageOf(agency, id, '?mandate=cancelled'))
  assert.deepEqual([await says(plain), await says(first), await says(second)], [false, false, false])
  const { payment_url } = second
  await fetch(`${payment_url}/mandate/cancel`, { method: 'POST', redirect: 'manual' })
  assert.equal((await mandateOf(agency, mandate.id)).status, 'cancelled')
  assert.deepEqual([await says(plain), await says(first), await says(second)], [false, true, true])
})

test('an invoice of another amount is not debited, and shows why', async () => {
  const agency = await newAgency(app)
  const mandate = await accepted(agency)
  const items = [{ description: 'Pacote', quantity: 1, unit_price: 160 }]
  await agency.test.patch(`${RECURRING}/${mandate.recurring_invoice_id}`, { items })
  await agency.advance('P28D')
  const [, second] = await invoicesOf(agency, mandate)
  assert.deepEqual([second.total, second.mandate_id, second.pix?.amount], [160, null, 160])
  const { charges, status } = await mandateOf(agency, mandate.id)
  assert.deepEqual([status, charges[0].status, charges[0].obstacle], ['active', 'failed', 'amount_differs'])
})

test('a draft sent in time is debited; sent too late it is paid like any other', async () => {
  for (const [wait, mandateId] of [
    ['P30D', true],
    ['P32D', false],
  ] as const) {
    const agency = await newAgency(app)
    const { test: client } = agency
    const mandate = await accepted(agency)
    await client.patch(`${RECURRING}/${mandate.recurring_invoice_id}`, { auto_send: false })
    await agency.advance(wait)
    const [, draft] = await invoicesOf(agency, mandate)
    assert.deepEqual([draft.status, draft.pix], ['draft', null])
    await client.patch(`${INVOICES}/${draft.id}`, { status: 'sent' })
    await agency.advance('PT1M')
    const sent = await read(client, `${INVOICES}/${draft.id}`)
    assert.equal(sent.mandate_id !== null, mandateId, wait)
    assert.equal(sent.pix === null, mandateId)
  }
})

test('an invoice paid by hand or cancelled is not debited', async () => {
  for (const how of ['paid', 'cancelled']) {
    const agency = await newAgency(app)
    const { test: client } = agency
    const mandate = await accepted(agency)
    await agency.advance('P28D')
    const [, second] = await invoicesOf(agency, mandate)
    if (how === 'paid') await client.post(`${INVOICES}/${second.id}/payments`, { amount: 150 })
    else await client.patch(`${INVOICES}/${second.id}`, { status: 'cancelled' })
    await agency.advance('P20D')
    const after = await read(client, `${INVOICES}/${second.id}`)
    assert.equal(after.amount_paid, how === 'paid' ? 150 : 0)
    const debit = (await mandateOf(agency, mandate.id)).charges.at(-1)
    assert.deepEqual([debit.status, ...statusesOf(debit)], ['cancelled', 'cancelled'])
  }
})

test('an offer ends if it is refused, paid another way, left without response, or repeated', async () => {
  const statusAfter = async (act: (agency: Agency, mandate: Data) => Promise<unknown>) => {
    const agency = await newAgency(app)
    const mandate = await offeredMandate(agency, FIRST)
    await act(agency, mandate)
    await agency.advance('PT1M')
    return (await mandateOf(agency, mandate.id)).status
  }
  assert.equal(await statusAfter(({ test: client }, { id }) => play(client, id, 'refuse')), 'rejected')
  const pay = ({ test: client }: Agency, { first_invoice_id: id }: Data) =>
    client.post(`/api/v1/test/charges/${id}/pay`, { method: 'pix' })
  assert.equal(await statusAfter(pay), 'expired')
  assert.equal(await statusAfter(({ advance }) => advance('P6D')), 'expired')
  const cancel = ({ test: client }: Agency, { recurring_invoice_id: id }: Data) =>
    client.delete(`${RECURRING}/${id}`)
  assert.equal(await statusAfter(cancel), 'cancelled')
})

test('unsupported frequencies are refused, and clients without a tax id get no offer', async () => {
  const { test: client, advance } = await newAgency(app)
  for (const frequency of ['bimonthly', 'custom']) {
    const body = {
      client_id: (await newClient(client, MARIA)).id,
      name: 'Plano',
      frequency,
      custom_interval_days: 10,
      billing_day: 10,
      start_date: FIRST,
      items: [{ description: 'Pacote', quantity: 1, unit_price: 150 }],
      payment_methods: ['pix_automatic'],
    }
    const { status, body: response } = await client.post(RECURRING, body)
    assert.equal(status, 400)
    assert.match(JSON.stringify(response.details), /monthly, quarterly, semiannual, annual/)
  }
  const { id } = await newRecurring(client)
  await client.patch(`${RECURRING}/${id}`, { payment_methods: ['pix', 'pix_automatic'] })
  assert.equal((await client.patch(`${RECURRING}/${id}`, { frequency: 'bimonthly' })).status, 400)
  const { id: other } = await debitedRecurring(client, {
    client_id: (await newClient(client)).id,
    start_date: FIRST,
    billing_day: 20,
  })
  await advance('P1D')
  assert.deepEqual(await read(client, `${MANDATES}?recurring_invoice_id=${other}`), [])
})

test('ended and failed mandates need attention until handled', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const asking = async () =>
    (await read(client, `${MANDATES}?needs_attention=true`)).map(({ id, charges }: Data) => [
      id,
      charges.filter(({ is_owed }: Data) => is_owed).map(({ obstacle }: Data) => obstacle),
    ])
  const mandate = await accepted(agency, { mandate_retries: 'none' })
  const ended = await accepted(agency)
  assert.deepEqual(await asking(), [])
  await agency.advance('P28D')
  await play(client, mandate.id, 'refuse-debit')
  assert.deepEqual(await asking(), [[mandate.id, ['debit_refused']]])
  const [, second] = await invoicesOf(agency, mandate)
  await client.post(`${INVOICES}/${second.id}/payments`, { amount: 150 })
  assert.deepEqual(await asking(), [])
  // The client ends it in the bank's app: the recurring invoice goes on without.
  await play(client, ended.id, 'cancel')
  await agency.advance('PT1M')
  assert.deepEqual(await asking(), [[ended.id, ['mandate_ended']]])
  const [, owed] = await invoicesOf(agency, ended)
  await client.post(`${INVOICES}/${owed.id}/payments`, { amount: 150 })
  assert.deepEqual(await asking(), [[ended.id, []]])
  // The agency no longer offers it: nothing is left to do.
  const offers = (...payment_methods: string[]) =>
    client.patch(`${RECURRING}/${ended.recurring_invoice_id}`, { payment_methods })
  await offers('pix')
  assert.deepEqual(await asking(), [])
  await offers('pix', 'pix_automatic')
  assert.deepEqual(await asking(), [[ended.id, []]])
  await client.delete(`${RECURRING}/${ended.recurring_invoice_id}`)
  assert.deepEqual(await asking(), [])
  // What the agency cancelled itself is no news.
  const own = await client.post(`${MANDATES}/${mandate.id}/cancel`, {})
  assert.equal(own.status, 200)
  assert.deepEqual(await asking(), [])
  assert.equal((await read(client, `${MANDATES}?needs_attention=false`)).length, 2)
})

test('messages name the day of the debit, and do not ask the client to pay', async () => {
  const agency = await newAgency(app)
  const mandate = await accepted(agency, { notify_on_generation: true, reminder_days_before_due: [3] })
  await agency.advance('P32D')
  const [, second] = await invoicesOf(agency, mandate)
  const messages = await read(agency.test, `/api/v1/messages?invoice_id=${second.id}`)
  assert.deepEqual(messages.map(({ kind }: Data) => kind).toSorted(), ['generated', 'reminder'])
  for (const { text } of messages) {
    assert.match(text, /R\$\s150,00 \(débito por Pix Automático em 21\/12\/2026\)/)
    assert.match(text, /Você não precisa fazer nada/)
    assert.match(text, /Ver a fatura:/)
  }
})

test('the first code has the early discount; without acceptance another code has the full amount', async () => {
  const early_payment = { discount_percent: 10, days_before_due: 2 }
  const codeOf = async ({ test: client }: Agency, id: string) => {
    const { charges } = await read(client, `${INVOICES}/${id}`)
    return charges.find(({ method }: Data) => method === 'pix_automatic')
  }
  const agency = await newAgency(app)
  const early = await offeredMandate(agency, FIRST, { early_payment })
  const asked = await codeOf(agency, early.first_invoice_id)
  assert.deepEqual([asked.amount, asked.expires_at], [135, '2026-11-19T02:59:59.999Z'])
  await play(agency.test, early.id, 'accept')
  const paid = await read(agency.test, `${INVOICES}/${early.first_invoice_id}`)
  assert.deepEqual(
    [paid.payment_status, paid.amount_paid, paid.early_payment.amount_taken],
    ['paid', 135, 15],
  )
  const late = await newAgency(app)
  const first = await offeredMandate(late, FIRST, { early_payment })
  await late.advance('P3D')
  assert.equal((await mandateOf(late, first.id)).status, 'expired')
  const again = await liveMandate(late.test, first.recurring_invoice_id)
  assert.notEqual(again.id, first.id)
  assert.equal(again.first_invoice_id, first.first_invoice_id)
  assert.equal((await codeOf(late, first.first_invoice_id)).amount, 150)
  await play(late.test, again.id, 'accept')
  const whole = await read(late.test, `${INVOICES}/${first.first_invoice_id}`)
  assert.deepEqual([whole.payment_status, whole.amount_paid, whole.amount_overpaid], ['paid', 150, 0])
})

test('a mandate expires after its last day, but not before a retried debit has ended', async () => {
  const agency = await newAgency(app)
  const mandate = await accepted(agency, { end_date: '2027-01-25' })
  assert.equal(mandate.ends_on, '2027-01-25')
  await agency.advance('P59D')
  await play(agency.test, mandate.id, 'refuse-debit')
  await play(agency.test, mandate.id, 'refuse-debit')
  await play(agency.test, mandate.id, 'refuse-debit')
  const statusOf = async () => (await mandateOf(agency, mandate.id)).status
  // Its last attempt is on 27 January.
  await agency.advance('P12D')
  assert.deepEqual(
    [await statusOf(), (await mandateOf(agency, mandate.id)).charges[0].status],
    ['active', 'retrying'],
  )
  await agency.advance('P2D')
  const ended = await mandateOf(agency, mandate.id)
  assert.deepEqual([ended.status, ended.ended_by, ended.charges[0].status], ['expired', null, 'paid'])
  assert.equal((await eventsOf(agency.test, mandate.id)).at(-1), 'mandate.expired')
})

test('a mandate ends with an expired recurring invoice, once no invoice awaits its debit', async () => {
  const agency = await newAgency(app)
  const { test: client } = agency
  const [retried, idle] = [await accepted(agency), await accepted(agency)]
  for (const [{ recurring_invoice_id: id }, end_date] of [
    [retried, '2027-01-21'],
    [idle, '2026-11-30'],
  ])
    assert.equal((await client.patch(`${RECURRING}/${id}`, { end_date })).status, 200)
  const stateOf = async ({ id }: Data) => {
    const { status, ended_by, ends_on } = await mandateOf(agency, id)
    return [status, ended_by, ends_on]
  }
  await agency.advance('P16D')
  assert.deepEqual(await stateOf(idle), ['expired', null, null])
  assert.equal((await eventsOf(client, idle.id)).at(-1), 'mandate.expired')
  await agency.advance('P43D')
  for (let refused = 0; refused < 3; refused++) await play(client, retried.id, 'refuse-debit')
  // The recurring invoice ends on 22 January, and the last attempt is on 27 January.
  await agency.advance('P12D')
  assert.equal((await read(client, `${RECURRING}/${retried.recurring_invoice_id}`)).status, 'expired')
  assert.deepEqual(await stateOf(retried), ['active', null, null])
  await agency.advance('P3D')
  assert.deepEqual(await stateOf(retried), ['expired', null, null])
  assert.equal((await mandateOf(agency, retried.id)).charges[0].status, 'paid')
})

test('a client that gets a CPF after the invoice is offered a mandate with it', async () => {
  const { test: client, advance } = await newAgency(app)
  const client_id = (await newClient(client)).id
  const { id } = await debitedRecurring(client, { client_id, start_date: FIRST, billing_day: 20 })
  await advance('P1D')
  assert.equal((await client.patch(`/api/v1/clients/${client_id}`, { cpf: MARIA.cpf })).status, 200)
  await advance('PT1M')
  const [mandate] = await read(client, `${MANDATES}?recurring_invoice_id=${id}`)
  assert.equal(mandate?.status, 'created')
})

test('mandates are listed by status, client and recurring invoice; team and mode are separate', async () => {
  const [agency, stranger] = [await newAgency(app), await newAgency(app)]
  const { test: client } = agency
  const mandate = await accepted(agency)
  const count = async (query: string) => (await read(client, `${MANDATES}?${query}`)).length
  assert.equal(await count('status=active'), 1)
  assert.equal(await count('status=created'), 0)
  assert.equal(await count(`client_id=${mandate.client_id}`), 1)
  assert.equal(await count(`recurring_invoice_id=${mandate.recurring_invoice_id}`), 1)
  assert.equal(await count('recurring_invoice_id=nothing'), 0)
  for (const other of [stranger.test, agency.live]) {
    assertError(await other.get(`${MANDATES}/${mandate.id}`), 404, 'Mandate not found')
    assertError(await other.post(`${MANDATES}/${mandate.id}/cancel`, {}), 404, 'Mandate not found')
  }
  const once = await client.post(`${MANDATES}/${mandate.id}/cancel`, {})
  const twice = await client.post(`${MANDATES}/${mandate.id}/cancel`, {})
  assert.deepEqual(once.body.data, twice.body.data)
})
