// /api/v1/quotes: every row of the contract's tables and every decision about quotes, and their public page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { QUOTE_STATUSES } from '../../../contract/invoicing-states.ts'
import { assertError, newAgency } from '../../../test/support/agency.ts'
import { patchesAt } from '../../../test/support/client.ts'
import {
  allEvents,
  clientOfDocument,
  eventsOf,
  INVOICES,
  ITEM,
  newClient,
  newQuote,
  QUOTES,
  read,
} from '../../../test/support/invoicing.ts'
import { pageNumbers } from '../../../test/support/list-queries.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { whileHeld } from '../../../test/support/while-held.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { clientIdFromUuid } from '../clients/store.ts'

const wall = fixedClock(new Date('2026-11-15T15:00:00.000Z'))
const app = await startApp({ wall })
const { live } = app
const { patch, patched } = patchesAt(live, QUOTES)
const invoice = (id: string, body?: object) => live.post(`${QUOTES}/${id}/invoice`, body)

test('POST creates a quote: 201 and all fields', async () => {
  const client = clientOfDocument(await newClient(live))
  const quote = await newQuote(live, {
    client_id: clientIdFromUuid(client.id),
    issue_date: '2026-11-10',
    valid_until: '2026-11-30',
    items: [{ description: 'Pacote', quantity: 3, unit_price: 33.335 }],
    discount_rate: 10,
    notes: 'Inclui café',
  })
  const { id, items, public_url, pdf_url, created_at, updated_at, ...rest } = quote
  assert.deepEqual(rest, {
    client_id: client.id,
    client,
    issue_date: '2026-11-10',
    valid_until: '2026-11-30',
    is_expired: false,
    status: 'draft',
    subtotal: 100.01,
    discount_rate: 10,
    discount_amount: 10,
    total: 90.01,
    notes: 'Inclui café',
    currency: 'BRL',
    number: null,
    options: [],
    chosen_option_id: null,
    responded_at: null,
    responded_by: null,
    decline_reason: null,
    invoice_id: null,
    trip_id: null,
    metadata: {},
    external_reference: null,
  })
  assert.equal(items[0].total, 100.01)
  assert.ok(public_url.startsWith(app.url) && pdf_url.startsWith(app.url))
  assert.deepEqual(await read(live, `${QUOTES}/${id}`), quote)
})

test('POST: an invalid field is 400, an unknown client 404', async () => {
  const { id } = await newClient(live)
  const good = { client_id: id, issue_date: '2026-11-10', items: [ITEM] }
  for (const [fields, field] of [
    [{ client_id: undefined }, 'client_id'],
    [{ issue_date: '2026-13-01' }, 'issue_date'],
    [{ items: [] }, 'items'],
    [{ valid_until: 'soon' }, 'valid_until'],
    [{ discount_rate: 101 }, 'discount_rate'],
    [{ status: 'paid' }, 'status'],
    [{ responded_at: 'x' }, 'responded_at'],
  ] as const) {
    const { status, body } = await live.post(QUOTES, { ...good, ...fields })
    assert.deepEqual([status, body.details[0].field], [400, field])
  }
  const unknownClient = await live.post(QUOTES, { ...good, client_id: 'x' })
  assert.deepEqual([unknownClient.status, unknownClient.body.error], [404, 'Client not found'])
})

test('creation accepts every status, and every change is allowed until it became an invoice', async () => {
  for (const status of QUOTE_STATUSES) assert.equal((await newQuote(live, { status })).status, status)
  for (const from of QUOTE_STATUSES) {
    for (const to of QUOTE_STATUSES) {
      const { id } = await newQuote(live, { status: from })
      assert.equal((await patched(id, { status: to })).status, to)
    }
  }
})

test('responded_at is set on accepted and declined, unless it is given', async () => {
  const { id } = await newQuote(live, { status: 'sent' })
  assert.equal((await patched(id, { status: 'accepted' })).responded_at, '2026-11-15T15:00:00.000Z')
  assert.equal((await patched(id, { status: 'sent' })).responded_at, null)
  const given = { status: 'declined', responded_at: '2026-11-14T09:00:00-03:00' }
  assert.equal((await patched(id, given)).responded_at, '2026-11-14T12:00:00.000Z')
  assert.equal(
    (await patched(id, { responded_at: '2026-11-13T00:00:00Z' })).responded_at,
    '2026-11-13T00:00:00.000Z',
  )
  assert.deepEqual(await eventsOf(live, id), ['quote.sent', 'quote.accepted', 'quote.sent', 'quote.declined'])
})

test('content can change until the client responds', async () => {
  const { id, client_id } = await newQuote(live, { status: 'sent' })
  const changed = await patched(id, {
    items: [{ ...ITEM, quantity: 2 }],
    discount_rate: 50,
    valid_until: null,
    notes: 'x',
  })
  assert.deepEqual([changed.total, changed.valid_until, changed.notes], [150, null, 'x'])
  const other = await newClient(live, { full_name: 'Eva Lima' })
  const { client } = await patched(id, { client_id: other.id })
  assert.deepEqual(client, clientOfDocument(other))
  assertError(await patch(id, { client_id: id }), 404, 'Client not found')
  for (const status of ['accepted', 'declined', 'cancelled']) {
    await patched(id, { status })
    for (const change of [{ notes: 'y' }, { client_id }]) {
      const refused = await patch(id, change)
      assertError(refused, 400, 'Invalid request parameters', Object.keys(change)[0])
      assert.equal(refused.body.details[0].issue, `cannot be changed: the quote is ${status}`)
    }
    assert.equal((await patched(id, { notes: 'x' })).notes, 'x', 'the same is no change')
  }
  assert.equal((await patched(id, { status: 'draft', notes: 'y' })).notes, 'y')
})

test('GET lists newest first, by status and client', async () => {
  const list = await startApp({ wall })
  const ana = await newClient(list.live)
  for (const status of [...QUOTE_STATUSES, 'sent']) await newQuote(list.live, { status, client_id: ana.id })
  const newest = await newQuote(list.live)
  const { body } = await list.live.get(QUOTES)
  assert.equal(body.data[0].id, newest.id)
  assert.deepEqual(pageNumbers(body.pagination), { page: 1, limit: 20, total: 7, pages: 1 })
  for (const [query, total] of [
    ['status=sent', 2],
    ['status=draft', 2],
    ['status=cancelled', 1],
    [`client_id=${ana.id}`, 6],
    [`client_id=${clientIdFromUuid(ana.id)}&status=draft`, 1],
    ['client_id=x', 0],
  ] as const) {
    const response = (await list.live.get(`${QUOTES}?${query}`)).body
    assert.deepEqual([response.data.length, response.pagination.total], [total, total], query)
  }
  assert.equal((await list.live.get(`${QUOTES}?status=x`)).status, 400)
})

test('DELETE removes a draft; any other is 409; an unknown one, or of the other mode, 404', async () => {
  const { id } = await newQuote(live)
  const { status, body } = await live.delete(`${QUOTES}/${id}`)
  assert.deepEqual([status, body], [200, { success: true, data: { id, deleted: true } }])
  for (const state of ['sent', 'accepted', 'declined', 'cancelled']) {
    const kept = await newQuote(live, { status: state })
    const refused = await live.delete(`${QUOTES}/${kept.id}`)
    assert.deepEqual([refused.status, refused.body.error], [409, 'Only draft quotes can be deleted'])
  }
  const sandbox = await newQuote(app.test)
  for (const unknown of [id, 'x', sandbox.id]) {
    for (const response of [
      await live.get(`${QUOTES}/${unknown}`),
      await patch(unknown, {}),
      await live.delete(`${QUOTES}/${unknown}`),
      await invoice(unknown),
    ])
      assert.deepEqual([response.status, response.body.error], [404, 'Quote not found'])
  }
})

test('an accepted quote becomes an invoice, once; after that it is fixed', async () => {
  const quote = await newQuote(live, {
    items: [{ ...ITEM, quantity: 2 }],
    discount_rate: 10,
    notes: 'n',
    status: 'sent',
  })
  const early = await invoice(quote.id)
  assert.deepEqual([early.status, early.body.error], [409, 'Invalid status transition'])
  await patched(quote.id, { status: 'accepted' })
  const { status, body } = await invoice(quote.id, { status: 'sent', tax_rate: 10 })
  assert.equal(status, 201)
  const made = body.data
  assert.deepEqual(
    [
      made.quote_id,
      made.subtotal,
      made.discount_amount,
      made.tax_amount,
      made.total,
      made.status,
      made.notes,
    ],
    [quote.id, 300, 30, 27, 297, 'sent', 'n'],
  )
  assert.deepEqual([made.issue_date, made.due_date], ['2026-11-15', '2026-11-22'])
  assert.match(made.pix.copy_paste, /5406297\.00/)
  assert.equal((await read(live, `${QUOTES}/${quote.id}`)).invoice_id, made.id)
  const again = await invoice(quote.id)
  assert.deepEqual([again.status, again.body.error], [409, 'Invalid status transition'])
  for (const to of ['draft', 'sent', 'declined', 'cancelled'])
    assert.equal((await patch(quote.id, { status: to })).status, 409, to)
  assert.equal((await patch(quote.id, { status: 'accepted' })).status, 200)
  assertError(await patch(quote.id, { notes: 'z' }), 400, 'Invalid request parameters', 'notes')
})

test('20 simultaneous conversions create one invoice', async () => {
  const { id } = await newQuote(live, { status: 'accepted' })
  const responses = await Promise.all(Array.from({ length: 20 }, () => invoice(id)))
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
  const { data } = (await live.get(`${INVOICES}?limit=100`)).body
  assert.equal(data.filter((one: { quote_id: string }) => one.quote_id === id).length, 1)
})

test('expiry by valid_until is shown after that day, while the quote awaits a response', async () => {
  const valid_until = '2026-11-15'
  const { id } = await newQuote(app.test, { valid_until, status: 'sent' })
  const responded = await newQuote(app.test, { valid_until, status: 'accepted' })
  await app.advance('PT11H59M')
  assert.equal((await read(app.test, `${QUOTES}/${id}`)).is_expired, false, '23:59 in São Paulo')
  await app.advance('PT1M')
  assert.equal((await read(app.test, `${QUOTES}/${id}`)).is_expired, true)
  assert.equal(
    (await app.test.get(QUOTES)).body.data.find((quote: { id: string }) => quote.id === id).is_expired,
    true,
  )
  assert.equal((await read(app.test, `${QUOTES}/${responded.id}`)).is_expired, false)
  const page = await app.anybody.get(new URL((await read(app.test, `${QUOTES}/${id}`)).public_url).pathname)
  assert.match(page.text, /Orçamento vencido/)
  assert.doesNotMatch(page.text, /Aceitar/)
})

const post = async (url: string, fields: Record<string, string> = {}) => {
  const { statusCode, headers, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-encoding': 'br' },
    body: new URLSearchParams(fields).toString(),
  })
  await body.dump()
  return { status: statusCode, location: headers.location }
}
/** A step of the page, and the address of its form. */
const step = async (public_url: string, query: string) => {
  const { text } = await app.anybody.get(`${new URL(public_url).pathname}?${query}`)
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? []
  return { text, action: app.url + action.replaceAll('&amp;', '&') }
}

test("an acceptance recorded by the agency is not shown as the client's", async () => {
  const { public_url } = await newQuote(live, { status: 'accepted' })
  const { text } = await app.anybody.get(new URL(public_url).pathname)
  assert.match(text, /Orçamento aceito<p>Em 15\/11\/2026\. Registrado por Demo Agency\.<\/p>/)
  assert.doesNotMatch(text, /já recebeu a sua resposta/)
})

test('on the public page the client responds in two steps: with a name, or with a reason', async () => {
  for (const [response, fields, status, words] of [
    [
      'accept',
      { name: ' Zé <b>Lima</b> ' },
      'accepted',
      /Orçamento aceito<p>Por Zé &lt;b&gt;Lima&lt;\/b&gt;, em 15\/11/,
    ],
    [
      'decline',
      { reason: 'Caro & longe' },
      'declined',
      /Orçamento recusado<p>Em 15[^<]*Motivo: Caro &amp; longe/,
    ],
  ] as const) {
    const { id, public_url, number } = await newQuote(live, { status: 'sent', notes: '<b>x</b>' })
    const { pathname } = new URL(public_url)
    const page = await app.anybody.get(pathname)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self'/)
    assert.ok(page.text.includes('&lt;b&gt;x&lt;/b&gt;') && page.text.includes(`Orçamento ${number}`))
    assert.ok(page.text.includes('R$ 150,00') && !page.text.includes('method="post"'), 'the first step asks')
    const { action } = await step(public_url, `step=${response}`)
    for (let times = 1; times <= 2; times++) {
      const sent = await post(action, fields)
      assert.deepEqual([sent.status, sent.location], [303, pathname])
    }
    const quote = await read(live, `${QUOTES}/${id}`)
    assert.deepEqual([quote.status, quote.responded_at], [status, '2026-11-15T15:00:00.000Z'])
    assert.deepEqual(
      [quote.responded_by, quote.decline_reason],
      response === 'accept' ? ['Zé <b>Lima</b>', null] : [null, 'Caro & longe'],
    )
    const after = await app.anybody.get(pathname)
    assert.match(after.text, words)
    assert.doesNotMatch(after.text, /<form/)
    assert.deepEqual(await eventsOf(live, id), ['quote.sent', `quote.${status}`])
  }
})

test('an acceptance requires a name, and invalid form fields are refused', async () => {
  const { id, public_url } = await newQuote(live, { status: 'sent' })
  const { action } = await step(public_url, 'step=accept')
  const again = await post(action, { name: '  ' })
  assert.equal(again.location, `${new URL(public_url).pathname}?step=accept&option=&trouble=unnamed`)
  assert.match((await app.anybody.get(String(again.location))).text, /Escreva o seu nome para aceitar/)
  for (const option of ['€', 'a\r\nx: y', '#"<>&x=1']) {
    const { status, location } = await post(action, { name: '', option })
    assert.deepEqual([status, new URL(String(location), app.url).searchParams.get('option')], [303, option])
  }
  assert.equal((await post(action, { name: 'x'.repeat(101) })).status, 400)
  assert.equal((await post(action, { name: '\u0000' })).status, 400)
  assert.equal((await read(live, `${QUOTES}/${id}`)).status, 'sent')
  assert.equal((await post(`${app.url}/api/v1/quotes`, { name: 'x' })).status, 401)
})

test('an acceptance is for the version shown: after a change the client must look again', async () => {
  const { id, public_url } = await newQuote(live, { status: 'sent' })
  const { action } = await step(public_url, 'step=accept')
  // Within the same millisecond: the clock stands.
  const { updated_at } = await patched(id, { items: [{ ...ITEM, unit_price: 999 }] })
  const sent = await post(action, { name: 'Ana' })
  assert.equal(sent.location, `${new URL(public_url).pathname}?trouble=changed`)
  const older = action.replace(/version=.*$/, `version=${encodeURIComponent(updated_at)}`)
  assert.equal((await post(older, { name: 'Ana' })).location, sent.location, 'a page of an earlier release')
  assert.equal((await read(live, `${QUOTES}/${id}`)).status, 'sent')
  await patched(id, { notes: 'Para junho', items: [ITEM] })
  assert.equal((await post(action, { name: 'Ana' })).location, sent.location)
  await patched(id, { notes: null })
  assert.equal((await step(public_url, 'step=accept')).action, action, 'the same again is the same')
  assert.match((await app.anybody.get(sent.location as string)).text, /O orçamento foi alterado/)
  await patched(id, { status: 'cancelled' })
  await post(action, { name: 'Ana' })
  assert.equal((await read(live, `${QUOTES}/${id}`)).status, 'cancelled')
  assert.equal((await post(`${app.url}/q/${'0'.repeat(32)}/accept`)).status, 404)
})

test('the link of a draft has no page, no PDF and accepts no response, until it is sent', async () => {
  const { id, public_url, pdf_url } = await newQuote(live)
  const links = async () => {
    const { pathname } = new URL(public_url)
    const opened = [await app.anybody.get(pathname), await app.anybody.get(new URL(pdf_url).pathname)]
    const { updated_at } = await read(live, `${QUOTES}/${id}`)
    const responded = await post(`${app.url}${pathname}/decline?version=${updated_at}`)
    return [...opened.map(({ status }) => status), responded.status]
  }
  assert.deepEqual(await links(), [404, 404, 404])
  assert.equal((await patched(id, { status: 'sent' })).status, 'sent')
  assert.deepEqual(await links(), [200, 200, 303])
  assert.equal((await patched(id, { status: 'draft' })).status, 'draft')
  assert.deepEqual(await links(), [404, 404, 404], 'taken back, it is a draft again')
})

const LEG = {
  origin: 'GRU',
  origin_city: 'São Paulo',
  destination: 'LIS',
  destination_city: 'Lisboa',
  departing_at: '2026-12-20T22:55',
  arriving_at: '2026-12-21T12:10:00',
  flights: ['TP 82'],
}
const TRIP = {
  airline: 'TAP',
  fare: 'Discount',
  legs: [
    LEG,
    { ...LEG, origin: 'LIS', origin_city: 'Lisboa', destination: 'GRU', destination_city: 'São Paulo' },
  ],
  bags: { carry_on: 1, checked: 0 },
  refund: { allowed: false, fee: null },
  change: { allowed: true, fee: 420.5 },
  travellers: 2,
}
const OPTIONS = [
  { title: 'Econômica', items: [{ ...ITEM, unit_price: 1000 }], trip: TRIP },
  { items: [{ ...ITEM, unit_price: 800 }, ITEM] },
]

test('a fee of a fare is shown in the currency of its airline', async () => {
  const change = { allowed: true, fee: 75.5, fee_currency: 'USD' }
  const options = [{ items: [ITEM], trip: { ...TRIP, change } }]
  const quote = await newQuote(live, { options, status: 'sent' })
  assert.deepEqual(quote.options[0].trip.change, change)
  const page = (await app.anybody.get(new URL(quote.public_url).pathname)).text
  assert.ok(page.replaceAll('\u00a0', ' ').includes('Remarcação com multa de USD 75,50'), page)
})

test('each option has its own items, sums and trip, and one of them is accepted', async () => {
  const quote = await newQuote(live, { options: OPTIONS, discount_rate: 10, status: 'sent' })
  const sums = (one: { subtotal: number; discount_amount: number; total: number }) => [
    one.subtotal,
    one.discount_amount,
    one.total,
  ]
  assert.deepEqual(quote.options.map(sums), [
    [1000, 100, 900],
    [950, 95, 855],
  ])
  assert.deepEqual(
    [sums(quote), quote.chosen_option_id],
    [[1000, 100, 900], null],
    'those of the first for now',
  )
  assert.deepEqual(quote.options[0].trip.legs[0], { ...LEG, arriving_at: '2026-12-21T12:10', stops: [] })
  const page = (await app.anybody.get(new URL(quote.public_url).pathname)).text
  for (const shown of [
    'A partir de</p>',
    '<p class="amount">R$ 855,00</p>',
    'Econômica',
    'Opção 2',
    'TAP · Discount',
    '<b>Ida</b> dom., 20/12/2026',
    '<b>Volta</b>',
    '<small>+1 dia</small>',
    'TP 82 · direto',
    '1 bagagem de mão',
    'Sem bagagem despachada',
    'Reembolso não permitido',
    'Remarcação com multa de R$ 420,50',
    '2 passageiros',
  ])
    assert.ok(page.includes(shown), shown)
  const pdfWords = async () => {
    const { body } = await request(quote.pdf_url)
    return readPdf(Buffer.from(await body.arrayBuffer())).texts.map(({ text }) => text)
  }
  const drawn = await pdfWords()
  for (const shown of [
    'A partir de',
    'R$ 855,00',
    'Econômica',
    'Opção 2',
    'Ida',
    '22:55',
    '+1 dia',
    'TP 82 · direto',
  ])
    assert.ok(drawn.includes(shown), shown)
  const [, { id: second }] = quote.options
  assert.match((await step(quote.public_url, 'step=accept')).text, /Escolha uma das opções/)
  const { action, text } = await step(quote.public_url, `step=accept&option=${second}`)
  assert.ok(text.includes('R$ 855,00') && !text.includes('Econômica'), 'what is confirmed is what was chosen')
  const lost = await post(action, { name: 'Ana', option: quote.id })
  assert.match(String(lost.location), /trouble=unchosen$/)
  await post(action, { name: 'Ana', option: second })
  const accepted = await read(live, `${QUOTES}/${quote.id}`)
  assert.deepEqual(
    [accepted.status, accepted.chosen_option_id, ...sums(accepted)],
    ['accepted', second, 950, 95, 855],
  )
  assert.deepEqual(accepted.items, quote.options[1].items)
  const event = (await allEvents(live)).find(
    ({ type, data }) => type === 'quote.accepted' && data.object.id === quote.id,
  )
  assert.deepEqual([event.data.object.chosen_option_id, event.data.object.responded_by], [second, 'Ana'])
  const responded = await pdfWords()
  for (const shown of ['ACEITO', 'Por Ana, em 15/11/2026.', 'Opção escolhida', 'Outras opções'])
    assert.ok(responded.includes(shown), shown)
  const made = (await invoice(quote.id, { status: 'sent' })).body.data
  assert.deepEqual([made.total, made.items.length], [855, 2], 'the chosen one becomes the invoice')
  const paid = (await app.anybody.get(new URL(quote.public_url).pathname)).text
  assert.ok(paid.includes(`href="${made.payment_url}"`) && paid.includes('Outras opções'))
})

test('the agency records the response with its option; withdrawing it clears the choice', async () => {
  const quote = await newQuote(live, { options: OPTIONS, status: 'sent' })
  const [{ id: first }, { id: second }] = quote.options
  assertError(
    await patch(quote.id, { status: 'accepted' }),
    400,
    'Invalid request parameters',
    'chosen_option_id',
  )
  for (const refused of [{ chosen_option_id: first }, { status: 'accepted', chosen_option_id: quote.id }])
    assertError(await patch(quote.id, refused), 400, 'Invalid request parameters', 'chosen_option_id')
  const said = { status: 'accepted', chosen_option_id: second, responded_by: 'Ana' }
  const accepted = await patched(quote.id, said)
  assert.deepEqual([accepted.total, accepted.responded_by], [950, 'Ana'])
  assert.equal((await patched(quote.id, { chosen_option_id: first })).total, 1000)
  const back = await patched(quote.id, { status: 'sent' })
  assert.deepEqual([back.total, back.chosen_option_id, back.responded_by], [1000, null, null])
  assert.deepEqual(
    (await patched(quote.id, { discount_rate: 50 })).options.map(({ total }: { total: number }) => total),
    [500, 475],
  )
  const plain = await patched(quote.id, { items: [ITEM], discount_rate: 0 })
  assert.deepEqual([plain.options, plain.total, plain.number], [[], 150, quote.number])
  const one = await newQuote(live, { options: OPTIONS.slice(0, 1), status: 'sent' })
  const only = await patched(one.id, { status: 'accepted' })
  assert.equal(only.chosen_option_id, one.options[0].id, 'where there is one it needs no saying')
  assertError(await patch(one.id, { options: OPTIONS }), 400, 'Invalid request parameters', 'options')
})

test('repeating the content of an answered quote changes neither price nor options', async () => {
  const quote = await newQuote(live, { options: OPTIONS, discount_rate: 10, status: 'sent' })
  const [, { id: second }] = quote.options
  const same = [{ discount_rate: 10 }, { options: OPTIONS }, { options: OPTIONS, discount_rate: 10 }]
  for (const repeated of same) assert.deepEqual(await patched(quote.id, repeated), quote, 'while it waits')
  const { action } = await step(quote.public_url, `step=accept&option=${second}`)
  const said = { status: 'accepted', chosen_option_id: second, discount_rate: 10, options: OPTIONS }
  const accepted = await patched(quote.id, said)
  assert.deepEqual([accepted.chosen_option_id, accepted.total], [second, 855])
  assert.deepEqual([accepted.items, accepted.options], [quote.options[1].items, quote.options])
  for (const repeated of same) assert.deepEqual(await patched(quote.id, repeated), accepted)
  assertError(
    await patch(quote.id, { discount_rate: 20 }),
    400,
    'Invalid request parameters',
    'discount_rate',
  )
  const emitted = (await allEvents(live)).filter(({ data }) => data.object.id === quote.id)
  assert.deepEqual(
    emitted.map(({ type, data }) => [type, data.object.total]),
    [
      ['quote.sent', 900],
      ['quote.accepted', 855],
    ],
  )
  await patched(quote.id, { status: 'sent' })
  await post(action, { name: 'Ana', option: second })
  const responded = await read(live, `${QUOTES}/${quote.id}`)
  assert.deepEqual(
    [responded.chosen_option_id, responded.total],
    [second, 855],
    'the page that was open holds',
  )
  assert.deepEqual(await patched(quote.id, { discount_rate: 10 }), responded)
  const made = (await invoice(quote.id, { status: 'sent' })).body.data
  assert.deepEqual([made.total, made.items.length], [855, 2])
  for (const repeated of same)
    assert.deepEqual(await patched(quote.id, repeated), { ...responded, invoice_id: made.id })
})

test('of two simultaneous acceptances one counts, and the other gets an error', async () => {
  const quote = await newQuote(live, { options: OPTIONS, status: 'sent' })
  const [{ id: first }, { id: second }] = quote.options
  const [{ pathname }, { action }] = [new URL(quote.public_url), await step(quote.public_url, 'step=decline')]
  const acceptance = action.replace('/decline?', '/accept?')
  const accept = async (fields: { name: string; option: string }) => ({
    fields,
    location: String((await post(acceptance, fields)).location),
  })
  const sent = await whileHeld(
    app,
    (tx) => tx.query('select from quotes where id = $1 for update', [quote.id]),
    () => Promise.all([accept({ name: 'Ana', option: first }), accept({ name: 'Bia', option: second })]),
  )
  const accepted = await read(live, `${QUOTES}/${quote.id}`)
  const isTheirs = ({ fields }: { fields: { name: string } }) => fields.name === accepted.responded_by
  const [won, lost] = [sent.find(isTheirs)!, sent.find((one) => !isTheirs(one))!]
  assert.equal(accepted.chosen_option_id, won.fields.option)
  const elsewhere = `${pathname}?trouble=closed`
  assert.deepEqual([won.location, lost.location], [pathname, elsewhere])
  const page = async (address: string) => (await app.anybody.get(address)).text
  const by = `Orçamento aceito<p>Por ${won.fields.name}, em 15/11/2026.`
  const theirs = await page(pathname)
  assert.ok(theirs.includes(`${by} Demo Agency já recebeu a sua resposta.</p>`), theirs)
  assert.doesNotMatch(theirs, /já tinha sido respondido/)
  const others = await page(elsewhere)
  assert.ok(others.includes(`O orçamento já tinha sido respondido. Vale a resposta abaixo.</div>`), others)
  assert.ok(others.includes(`${by}</p>`), others)
  assert.equal((await accept(won.fields)).location, pathname, 'the same again is theirs')
  assert.equal((await post(action, { reason: 'Caro' })).location, elsewhere)
  assert.deepEqual(await eventsOf(live, quote.id), ['quote.sent', 'quote.accepted'])
  await patched(quote.id, { status: 'cancelled' })
  assert.equal((await accept(lost.fields)).location, elsewhere)
  assert.doesNotMatch(await page(elsewhere), /já tinha sido respondido/, 'that it is cancelled says it all')
})

test('invalid options are refused by their field', async () => {
  const { id: client_id } = await newClient(live)
  const good = { client_id, issue_date: '2026-11-10' }
  const withLeg = (leg: object) => ({ options: [{ ...OPTIONS[0], trip: { legs: [{ ...LEG, ...leg }] } }] })
  for (const [fields, field] of [
    [{}, 'items'],
    [{ items: [ITEM], options: OPTIONS }, 'items'],
    [{ options: [] }, 'items'],
    [{ options: Array(7).fill(OPTIONS[1]) }, 'options'],
    [withLeg({ departing_at: '2026-02-30T10:00' }), 'options.0.trip.legs.0.departing_at'],
    [withLeg({ origin: 'gr1' }), 'options.0.trip.legs.0.origin'],
    [{ items: [ITEM], chosen_option_id: client_id }, 'chosen_option_id'],
  ] as const)
    assertError(await live.post(QUOTES, { ...good, ...fields }), 400, 'Invalid request parameters', field)
})

test('a number is given once when a quote leaves draft, by year of issue, and kept', async () => {
  const agency = await newAgency(app)
  const drafts = await Promise.all([1, 2, 3, 4, 5].map(() => newQuote(agency.live)))
  assert.ok(drafts.every(({ number }) => number === null))
  const sent = await Promise.all(
    drafts.map(({ id }) => agency.live.patch(`${QUOTES}/${id}`, { status: 'sent' })),
  )
  const numbers = sent.map(({ body }) => body.data.number)
  assert.deepEqual(
    numbers.toSorted(),
    [1, 2, 3, 4, 5].map((number) => `2026-00000${number}`),
  )
  const back = await agency.live.patch(`${QUOTES}/${drafts[0].id}`, { status: 'draft' })
  assert.equal(back.body.data.number, numbers[0])
  assert.equal(
    (await newQuote(agency.live, { status: 'sent', issue_date: '2027-01-02' })).number,
    '2027-000001',
  )
})
