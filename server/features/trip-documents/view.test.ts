// What travellers read of a trip: its days in order, changes by the airline, periods, and the mail that brings the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRODUCT_TEXTS } from '../../../contract/message-texts.ts'
import type { TripItemStatus } from '../../../contract/trips.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { sampleItem, sampleTripParts } from '../../../test/support/samples/sample-family-trip.ts'
import { itineraryPdf } from '../../render/trip/trip-pdf.ts'
import type { World } from '../world.ts'
import { tripLetter, tripMessage } from './notify.ts'
import { type TripParts, tripView, voucherView } from './view.ts'

const WORLD = { address: { url: 'https://viagens.example' } } as World
const PARTS = sampleTripParts('pt-BR')
const view = (changes: Partial<TripParts> = {}) => tripView(WORLD, { ...PARTS, ...changes })

test('each day lists its parts in order of time', () => {
  const days = view().days.map(({ title, entries }) => [
    title,
    entries.map(({ time, label, title: name }) => [time, label, name].filter(Boolean).join(' ')),
  ])
  assert.deepEqual(days.slice(0, 2), [
    [
      'domingo, 20 de dezembro',
      ['11:20 Voo Recife → Lisboa', 'Seguro viagem · Início da vigência Seguro Europa 60 mil'],
    ],
    [
      'segunda-feira, 21 de dezembro',
      [
        '07:30 Transfer Aeroporto de Lisboa → Hotel Avenida',
        '15:00 Hospedagem · Check-in Hotel Avenida, 12 noites',
      ],
    ],
  ])
  assert.deepEqual(days.at(-1), [
    'domingo, 3 de janeiro',
    [
      'Locação de carro · Devolução Carro médio automático',
      'Seguro viagem · Fim da vigência Seguro Europa 60 mil',
      '13:10 Voo Lisboa → São Paulo',
    ],
  ])
  assert.deepEqual(
    view().undated.map(({ title }) => title),
    ['Assessoria para a autorização de viagem das crianças'],
  )
})

test('a changed flight shows before and after, on its day only', () => {
  const flights = view().days.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'flight'))
  assert.deepEqual(
    flights.map(({ changes }) => changes.map(({ before, after }) => [before, after])),
    [
      [
        [
          ['TP 88, dom., 20/12/2026: 16:30 GRU – 05:05 LIS'],
          ['TP 88, dom., 20/12/2026: 18:05 GRU – 06:40 LIS'],
        ],
      ],
      [],
    ],
  )
})

test('an older change stays only while its flights are current', () => {
  const [change] = PARTS.changes.get('book_1') ?? []
  const after = change!.after.map((flight) => ({ ...flight, departing_at: '2026-12-20T19:00:00' }))
  const older = { ...change!, id: 'bch_0', after }
  const changed = new Map([['book_1', [older, change!]]])
  const [first] = view({ changes: changed }).days[0]!.entries
  assert.equal(first!.changes.length, 1)
  assert.match(first!.changes[0]!.after[0]!, /18:05/)
})

test('changes of a cancelled flight are not shown', () => {
  const items = PARTS.items.map((item) => ({ ...item, status: 'cancelled' as const }))
  for (const { entries } of view({ items }).days)
    for (const { changes } of entries) assert.deepEqual(changes, [])
})

test('a period within a day names it once, and one of days has no times', () => {
  const periodOf = (starts_at: string, ends_at: string) =>
    voucherView(WORLD, PARTS, sampleItem({ starts_at, ends_at })).facts.find(
      ({ label }) => label === 'Período',
    )?.value
  assert.equal(periodOf('2026-12-23T08:30', '2026-12-23T17:30'), '23/12/2026, 08:30 a 17:30')
  assert.equal(periodOf('2026-12-23', '2026-12-24'), '23/12/2026 a 24/12/2026')
  assert.equal(periodOf('2026-12-23', '2026-12-23'), undefined)
})

test('a voucher has day and time only of what has a start', () => {
  const dayOf = (starts_at: string | null, ends_at: string | null) =>
    voucherView(WORLD, PARTS, sampleItem({ starts_at, ends_at })).facts.find(({ label }) => label === 'Data')
      ?.value
  assert.equal(dayOf('2026-12-23T08:30', null), '23/12/2026, 08:30')
  assert.equal(dayOf('2026-12-23', null), '23/12/2026')
  assert.equal(dayOf('2026-12-23', '2026-12-23'), '23/12/2026')
  assert.equal(dayOf('2026-12-23', '2026-12-24'), undefined, 'that has a period')
  assert.equal(dayOf(null, null), undefined)
})

test('only the voucher of a confirmed item states who pays', () => {
  const paymentOf = (status: TripItemStatus) => voucherView(WORLD, PARTS, sampleItem({ status })).payment
  assert.equal(paymentOf('confirmed'), 'Pago pela agência')
  assert.equal(paymentOf('quoted'), null)
  assert.equal(paymentOf('cancelled'), null)
})

test('flights show only the places of their segments', () => {
  const flights = PARTS.items.filter(({ kind }) => kind === 'flight')
  const items = flights.map((item) => ({ ...item, place: 'Recife – Lisboa' }))
  assert.ok(items.length > 0)
  for (const { entries } of view({ items }).days)
    for (const { facts } of entries) assert.ok(!facts.some(({ label }) => label === 'Local'))
  for (const item of items)
    assert.ok(!voucherView(WORLD, PARTS, item).facts.some(({ label }) => label === 'Local'))
})

test('a voucher has who pays on site, and its travellers', () => {
  const [hotel, tour] = ['tri_hotel', 'tri_tour'].map((id) => PARTS.items.find((item) => item.id === id)!)
  assert.equal(voucherView(WORLD, PARTS, hotel!).payment, 'Pagamento no local, ao fornecedor')
  assert.equal(voucherView(WORLD, PARTS, { ...tour!, status: 'confirmed' }).payment, 'Pago pela agência')
  assert.deepEqual(voucherView(WORLD, PARTS, tour!).guests, ['Maria Souza', 'João Pedro Souza'])
  assert.equal(voucherView(WORLD, PARTS, hotel!).guests.length, 4)
  assert.deepEqual(
    [tour, hotel].map((item) => voucherView(WORLD, PARTS, item!).guestsLabel),
    ['Passageiros', 'Hóspedes'],
  )
})

test('a long itinerary continues on further pages, each with its name', async () => {
  const items = Array.from({ length: 40 }, (_, index) =>
    sampleItem({ id: `tri_${index}`, description: `Passeio ${index + 1}`, starts_at: '2026-12-23T10:00' }),
  )
  const { texts, pages } = readPdf(await itineraryPdf(view({ items })))
  assert.ok(pages > 1)
  assert.ok(texts.some(({ text }) => text.includes('Passeio 40')))
})

const FACTS = {
  clientName: 'Maria Souza',
  firstName: 'Maria',
  texts: PRODUCT_TEXTS,
  teamName: 'Aurora Viagens',
  title: 'Natal em Lisboa',
  number: '2026-000012',
  dates: '20/12/2026 a 03/01/2027',
  url: 'https://viagens.example/viagem/abc',
  isSimulated: false,
  isTest: false,
}

test("mail and message have the page's link, in both languages", () => {
  const sender = { name: 'Aurora Viagens', lines: [], logo: null, colours: null }
  const letter = tripLetter(FACTS, 'pt-BR', sender)
  assert.equal(letter.subject, 'Sua viagem com Aurora Viagens: Natal em Lisboa')
  for (const words of ['Olá, Maria Souza!', FACTS.dates, FACTS.url, '2026-000012'])
    assert.ok(letter.text.includes(words), words)
  const { text, parameters } = tripMessage({ ...FACTS, dates: null, isSimulated: true }, 'en')
  assert.ok(text.includes('dates to be confirmed') && text.includes(FACTS.url))
  assert.deepEqual(parameters.slice(2), ['Natal em Lisboa', 'dates to be confirmed'])
  assert.match(parameters[1] ?? '', /^Aurora Viagens \(.+\)$/, 'simulated data is marked in templates too')
})
