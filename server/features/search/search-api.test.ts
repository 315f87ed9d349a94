// GET /api/v1/search: everything a team has is found by what people type, the surest first, and nothing else is.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { SearchResult } from '../../../contract/search.ts'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import {
  BOOKINGS,
  booked,
  holdBody,
  instantBody,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { type Client, makeClient } from '../../../test/support/client.ts'
import { newClient, newInvoice, newQuote, newRecurring } from '../../../test/support/invoicing.ts'
import { assertRefused } from '../../../test/support/list-queries.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const SEARCH = '/api/v1/search'

async function find(client: Client, q: string, limit = 5): Promise<SearchResult[]> {
  const { status, text, body } = await client.get(`${SEARCH}?q=${encodeURIComponent(q)}&limit=${limit}`)
  assert.equal(status, 200, text)
  return body.data
}
const typesOf = async (client: Client, q: string) =>
  (await find(client, q)).map(({ type, matched, exact }) => `${type} ${matched}${exact ? '!' : ''}`)

describe('results', () => {
  let agency: Agency
  let booking: Awaited<ReturnType<typeof booked>>
  let held: Awaited<ReturnType<typeof booked>>
  const made: Record<string, { id: string }> = {}
  before(async () => {
    agency = await newAgency(app)
    const offer = await zzOffer(agency.test)
    const passengers = passengersOf(offer, { given_name: 'Antônia', family_name: 'Quaresma' })
    booking = await booked(agency.test, instantBody(offer, { passengers }))
    held = await booked(agency.test, holdBody(offer))
    await agency.diary().types()
    const company = { client_type: 'company', cnpj: '12.345.678/0001-95', company_name: 'Café & Cia' }
    made.client = await newClient(agency.test, {
      full_name: 'Padaria São Bento',
      email: 'Contato@saobento.example',
      ...company,
    })
    const client_id = made.client?.id
    const items = [{ description: 'Pacote', quantity: 1, unit_price: 1234.56 }]
    made.invoice = await newInvoice(agency.test, { client_id, items, status: 'sent' })
    made.quote = await newQuote(agency.test, { client_id, items })
    made.recurring = await newRecurring(agency.test, { client_id, items, name: 'Manutenção' })
  })

  test('a booking is found by locator and ticket, whole or in part, in any spelling', async () => {
    const { booking_reference: locator, documents } = (await agency.test.get(`${BOOKINGS}/${booking.id}`))
      .body
    const ticket: string = documents[0].unique_identifier
    const cases = {
      [locator]: 'booking locator!',
      [` ${locator.toLowerCase()} `]: 'booking locator!',
      [locator.slice(0, 4)]: 'booking locator',
      [ticket]: 'booking ticket!',
      [`${ticket.slice(0, 3)}-${ticket.slice(3)}`]: 'booking ticket!',
      [ticket.slice(4)]: 'booking ticket',
      [booking.id]: 'booking id!',
    }
    for (const [q, expected] of Object.entries(cases)) {
      const [first] = await find(agency.test, q)
      assert.equal(`${first?.type} ${first?.matched}${first?.exact ? '!' : ''}`, expected, q)
      assert.equal(first?.id, booking.id, q)
    }
    const listed = (await agency.test.get(`${BOOKINGS}?search=${ticket}`)).body
    assert.deepEqual(
      listed.data.map(({ id }: { id: string }) => id),
      [booking.id],
    )
  })

  test('travellers are found ignoring accents and case; the result has names, route and price', async () => {
    const [client, traveller] = await find(agency.test, 'ANTONIA quaresma')
    assert.deepEqual([client?.type, client?.matched, client?.exact], ['client', 'name', true])
    assert.match(traveller?.subtitle ?? '', /^Antônia Quaresma · FEN–MCP · 2026-12-20$/)
    assert.deepEqual(
      [traveller?.id, traveller?.title, traveller?.status, traveller?.amount, traveller?.matched],
      [booking.id, booking.booking_reference, 'ticketed', booking.client_amount, 'traveller'],
    )
  })

  test('a client is found by name, trade name, e-mail and tax id, with its records', async () => {
    const theirs = ['invoice client', 'quote client', 'recurring_invoice client']
    const cases = {
      'sao bento': ['client name', ...theirs],
      'cafe & cia': ['client name!', ...theirs],
      'CONTATO@saobento.example': ['client email!', ...theirs],
      '12345678000195': ['client tax_id!', ...theirs],
      '345.678/0001': ['client tax_id', ...theirs],
      [made.client?.id ?? '']: ['client id!', ...theirs],
    }
    for (const [q, expected] of Object.entries(cases)) {
      assert.deepEqual((await typesOf(agency.test, q)).toSorted(), expected.toSorted(), q)
      assert.equal((await find(agency.test, q))[0]?.type, 'client', q)
    }
  })

  test('an invoice is found by number, with or without year, and every document by its amount', async () => {
    const number = (await agency.test.get(`/api/v1/invoices/${made.invoice?.id}`)).body.data.number
    for (const q of [number, number.replace('-', '/'), `#${Number(number.slice(5))}`]) {
      const [first] = await find(agency.test, q)
      assert.deepEqual(
        [first?.type, first?.title, first?.matched, first?.status, first?.amount],
        ['invoice', number, 'number', 'pending', '1234.56'],
        q,
      )
    }
    for (const q of ['1.234,56', '1234.56', '1,234.56', 'R$ 1.234,56', 'r$1234,56'])
      assert.deepEqual(
        (await typesOf(agency.test, q)).toSorted(),
        ['invoice amount!', 'quote amount!', 'recurring_invoice amount!'],
        q,
      )
    assert.ok((await typesOf(agency.test, held.client_amount)).includes('booking amount!'))
    assert.deepEqual(await typesOf(agency.test, '1.234,57'), [])
    assert.deepEqual(await typesOf(agency.test, 'manutencao'), ['recurring_invoice name!'])
    assert.deepEqual(await typesOf(agency.test, made.quote?.id ?? ''), ['quote id!'])
  })

  test("results are limited to the caller's permissions, team and mode", async () => {
    const keyWith = async (permissions: string[]) => {
      const { data } = (await agency.test.post('/api/v1/api-keys', { name: 'x', permissions })).body
      return makeClient(app.url, data.secret)
    }
    const invoices = await keyWith(['team.read', 'invoices.read'])
    assert.deepEqual(await typesOf(invoices, 'sao bento'), ['invoice client'])
    assert.deepEqual(await typesOf(invoices, booking.id), [])
    assert.deepEqual(await typesOf(await keyWith(['team.read']), 'sao bento'), [])
    // Digit by digit it would disclose a tax id without permission to read one.
    const documents = await keyWith(['team.read', 'invoices.read', 'quotes.read', 'bookings.read'])
    for (const q of ['12345678000195', '345.678/0001', '34567']) {
      assert.deepEqual(await typesOf(documents, q), [], q)
      assert.ok((await typesOf(agency.test, q)).includes('invoice client'), q)
    }
    assert.deepEqual((await typesOf(documents, 'contato@saobento')).toSorted(), [
      'invoice client',
      'quote client',
    ])
    const other = await newAgency(app)
    for (const client of [agency.live, other.test])
      for (const q of ['sao bento', booking.id, booking.booking_reference, '1234.56', '12345678000195'])
        assert.deepEqual(await find(client, q), [], q)
  })
})

test('limit applies per type, and exact matches come before newer partial ones', async () => {
  const { test: client } = await newAgency(app)
  const exact = await newClient(client, { full_name: 'Lia', email: 'first@example.com' })
  for (let n = 0; n < 7; n++)
    await newClient(client, { full_name: `Liandra ${n}`, email: `l${n}@example.com` })
  assert.deepEqual([(await find(client, 'lia')).length, (await find(client, 'lia', 20)).length], [5, 8])
  assert.equal((await find(client, 'lia', 1))[0]?.id, exact.id)
  await assertRefused(client, SEARCH, 'q', ['', '%20%20', 'x'.repeat(101)])
  assertError(await client.get(SEARCH), 400, 'Invalid request parameters', 'q')
  assertError(await client.get(`${SEARCH}?q=lia&limit=21`), 400, 'Invalid request parameters', 'limit')
})

test('the query is literal: wildcards, quotes, one character, huge numbers', async () => {
  const { test: client } = await newAgency(app)
  await newClient(client, { full_name: '100% Viagens_Ltda \\ "Sol"', email: 'cem@example.com' })
  for (const q of ['100% v', 'viagens_l', '\\ "sol"']) assert.equal((await find(client, q)).length, 1, q)
  const none = [
    '%%%',
    '___',
    '100_ v',
    '\\\\\\',
    "' or 1=1 --",
    'a',
    '%',
    '\x07\x07',
    '\u{1F600}',
    '١٢٣',
    '\ud800x',
  ]
  for (const q of [...none, '9'.repeat(100), '9999-999999999', `${'9'.repeat(14)},99`, '1,2,3', '.,', 'R$'])
    assert.deepEqual(await find(client, q.toWellFormed()), [], q)
})
