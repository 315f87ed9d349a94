// Tests marked offers in a quote: trip, times, bags and conditions, as one sum or as options.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '../../contract/flights.ts'
import { formatsOf } from '../../panel/logic/formats.ts'
import { quotedOffer } from '../../panel/screens/flights/quoted-offer.ts'
import { EMPTY_DRAFT, quoteBody } from '../../panel/screens/invoicing/draft.ts'
import { quotedDraft } from '../../panel/screens/invoicing/quoted-draft.ts'
import { quotesWords } from '../../panel/screens/invoicing/quotes-words.ts'
import { flightWords } from '../../panel/words/flights.ts'

const formats = formatsOf('pt-BR', 'America/Sao_Paulo')
const CITIES = { GRU: 'São Paulo', SDU: 'Rio de Janeiro', LIS: 'Lisboa' }
type Code = keyof typeof CITIES
type Flight = readonly [from: string, to: string, at: string, until: string]

const place = (code: Code) => ({ iata_code: code, iata_city_code: code, city_name: CITIES[code] })
const slice = (from: Code, to: Code, flights: readonly Flight[]) => ({
  origin: place(from),
  destination: place(to),
  segments: flights.map(([begin, end, departing_at, arriving_at], index) => ({
    origin: { iata_code: begin },
    destination: { iata_code: end },
    departing_at,
    arriving_at,
    marketing_carrier: { iata_code: 'ZZ', name: 'Zigue' },
    marketing_carrier_flight_number: String(10 + index),
    passengers: [{ baggages: [{ type: 'carry_on', quantity: 1 }] }],
  })),
})
/** Only the fields that the tests need. */
const offer = (slices: readonly object[]): Offer =>
  Object({
    id: 'off_1',
    client_amount: '1234.50',
    owner: { iata_code: 'ZZ', name: 'Zigue' },
    passengers: [{ fare_brand_name: 'Light' }, { fare_brand_name: 'Light' }],
    slices,
    conditions: {
      refund_before_departure: { allowed: false, penalty_amount: null, penalty_currency: null },
      change_before_departure: { allowed: true, penalty_amount: '200.00', penalty_currency: 'BRL' },
    },
  })

const there = slice('GRU', 'SDU', [['GRU', 'SDU', '2026-12-20T06:40:00', '2026-12-20T07:45:00']])
const back = slice('SDU', 'GRU', [
  ['SDU', 'CNF', '2026-12-27T21:00:00', '2026-12-27T22:00:00'],
  ['CNF', 'GRU', '2026-12-27T23:30:00', '2026-12-28T00:40:00'],
])

test("a return trip with its fare conditions and without the agency's earnings", () => {
  const { trip, ...shown } = quotedOffer(offer([there, back]), flightWords.pt, formats)
  assert.deepEqual(shown, {
    id: 'off_1',
    amount: '1234.50',
    text: [
      'São Paulo – Rio de Janeiro · Zigue · Light',
      'Ida: dom, 20/12/2026, GRU 06:40 – SDU 07:45, ZZ 10, direto',
      'Volta: dom, 27/12/2026, SDU 21:00 – GRU 00:40 (+1 d), ZZ 10, ZZ 11, 1 conexão via CNF',
      '1 bagagem de mão, sem bagagem despachada',
      `Sem reembolso. Remarcação com multa de ${formats.money('200.00')}`,
      '2 passageiros',
    ].join('\n'),
  })
  assert.deepEqual(trip.legs[1], {
    origin: 'SDU',
    origin_city: 'Rio de Janeiro',
    destination: 'GRU',
    destination_city: 'São Paulo',
    departing_at: '2026-12-27T21:00',
    arriving_at: '2026-12-28T00:40',
    flights: ['ZZ 10', 'ZZ 11'],
    stops: ['CNF'],
  })
  assert.deepEqual(
    [trip.bags, trip.refund, trip.change, trip.travellers],
    [{ carry_on: 1, checked: 0 }, { allowed: false, fee: null }, { allowed: true, fee: 200 }, 2],
  )
})

test('all airlines are named, including operating ones, and fees stay in their currency', () => {
  const made = offer([there, back])
  const { segments } = made.slices[1] ?? assert.fail()
  Object.assign(segments[0] ?? {}, { operating_carrier: { iata_code: 'YY', name: 'Zague Regional' } })
  Object.assign(segments[1] ?? {}, { marketing_carrier: { iata_code: 'TP', name: 'TAP' } })
  Object.assign(made.conditions.change_before_departure, { penalty_currency: 'USD' })
  const { text, trip } = quotedOffer(made, flightWords.pt, formats)
  assert.equal(trip.airline, 'Zigue, Zigue (operado por Zague Regional), TAP')
  assert.match(text, /^São Paulo – Rio de Janeiro · Zigue, Zigue \(operado por Zague Regional\), TAP · Light/)
  assert.deepEqual(trip.change, { allowed: true, fee: 200, fee_currency: 'USD' })
})

test('several legs are numbered; a text that is too long ends with a whole line', () => {
  const onward = slice('SDU', 'LIS', [['GIG', 'LIS', '2026-12-22T22:00:00', '2026-12-23T11:00:00']])
  const { text } = quotedOffer(offer([there, onward]), flightWords.en, formatsOf('en', 'America/Sao_Paulo'))
  assert.match(text, /^São Paulo – Rio de Janeiro – Lisboa/)
  assert.match(text, /\nLeg 1: [\s\S]*\nLeg 2: /)
  const long = quotedOffer(offer(Array.from({ length: 30 }, () => there)), flightWords.pt, formats).text
  assert.ok(long.length <= 1_000 && long.endsWith('direto'), long.slice(-80))
})

test('marked offers become options with trips, or one sum', () => {
  const trip = { legs: [] }
  const offers = ['1000.00', '900.10'].map((amount, index) => ({
    id: String(index),
    text: `Voo ${index}`,
    amount,
    trip,
  }))
  const draft = { ...EMPTY_DRAFT, client_id: 'c', issue_date: '2026-11-16' }
  const options = { ...draft, ...quotedDraft(offers, false, quotesWords.pt) }
  assert.equal(options.notes, quotesWords.pt.mayChange)
  assert.deepEqual(quoteBody(options), {
    client_id: 'c',
    notes: options.notes,
    options: [
      { items: [{ description: 'Voo 0', quantity: 1, unit_price: 1000 }], trip },
      { items: [{ description: 'Voo 1', quantity: 1, unit_price: 900.1 }], trip },
    ],
    issue_date: '2026-11-16',
    valid_until: '',
  })
  const sum = quoteBody({ ...draft, ...quotedDraft(offers, true, quotesWords.pt) })
  assert.deepEqual('items' in sum && sum.items.map((item) => item.unit_price), [1000, 900.1])
})
