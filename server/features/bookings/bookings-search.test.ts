// Additions to the contract's bookings: search in the list, the receipt as a PDF, and the timeline.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Agency, assertError, newAgency } from '../../../test/support/agency.ts'
import {
  anyOffer,
  BOOKINGS,
  booked,
  confirm,
  holdBody,
  instantBody,
  passengersOf,
  zzOffer,
} from '../../../test/support/bookings.ts'
import { assertRefused } from '../../../test/support/list-queries.ts'
import { readPdf } from '../../../test/support/read-pdf.ts'
import { startApp, TEST_KEY } from '../../../test/support/start-app.ts'
import { fill } from '../../../test/support/wallet.ts'
import { fixedClock } from '../../kernel/process/clock.ts'

const app = await startApp({ wall: fixedClock(new Date('2026-11-15T12:00:00.000Z')) })

describe('search', () => {
  let agency: Agency
  const made: Record<'ana' | 'trip' | 'firm', { id: string; booking_reference: string }> = Object.create(null)
  before(async () => {
    agency = await newAgency(app)
    const forTwo = await zzOffer(agency.test, { passengers: [{ type: 'adult', count: 2 }] })
    const [first, second] = passengersOf(forTwo)
    const travel = (a: object, b: object) => ({
      passengers: [
        { ...first, ...a },
        { ...second, ...b },
      ],
    })
    made.ana = await booked(agency.test, holdBody(forTwo, travel({ family_name: 'Gonçalves' }, {})))
    const pair = travel({ given_name: 'Otto', email: 'otto@praia.example' }, { given_name: 'Zélia' })
    made.trip = await booked(agency.test, instantBody(forTwo, pair))
    const company = { client_type: 'company', full_name: 'Aurora Viagens', email: 'fin@aurora.example' }
    const { data } = (await agency.test.post('/api/v1/clients', { ...company, company_name: 'Aurora S.A.' }))
      .body
    const others = travel({ given_name: 'Ivo' }, { given_name: 'Eva' })
    made.firm = await booked(agency.test, holdBody(forTwo, { ...others, client_id: data.id }))
  })

  const found = async (query: string) => {
    const { body } = await agency.test.get(`${BOOKINGS}?search=${encodeURIComponent(query)}`)
    assert.equal(body.pagination.total, body.data.length)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const ROWS: [name: string, query: () => string, who: (keyof typeof made)[]][] = [
    ['the locator', () => made.ana.booking_reference, ['ana']],
    ['the locator in small letters', () => made.trip.booking_reference.toLowerCase(), ['trip']],
    ['a part of the locator', () => made.firm.booking_reference.slice(1, 5), ['firm']],
    ["a passenger's family name without its accents", () => 'goncalves', ['ana']],
    ["the second passenger's given name", () => 'ZÉLIA', ['trip']],
    ['given and family name', () => 'otto  souza', ['trip']],
    ["the client's name, who does not travel", () => 'aurora viagens', ['firm']],
    ["the client's e-mail", () => 'fin@aurora', ['firm']],
    ['the e-mail of the client who travels', () => 'otto@praia.example', ['trip']],
    ['what several have', () => 'souza', ['firm', 'trip', 'ana']],
    ['nothing that anybody has', () => 'nobody', []],
    ['a sign that SQL knows', () => '%', []],
    ['another one', () => '_', []],
    ['a line break', () => '\n', ['firm', 'trip', 'ana']],
  ]
  for (const [name, query, who] of ROWS) {
    test(`by ${name}`, async () => {
      assert.deepEqual(
        await found(query()),
        who.map((key) => made[key].id),
      )
    })
  }

  test('a booking is found by the new name of its client at once', async () => {
    const { client } = (await agency.test.get(`${BOOKINGS}/${made.firm.id}`)).body
    await agency.test.patch(`/api/v1/clients/${client.id}`, { full_name: 'Poente Viagens' })
    assert.deepEqual(await found('poente'), [made.firm.id])
    assert.deepEqual(await found('aurora viagens'), [])
  })

  test('search combines with other filters, and finds only bookings of the team', async () => {
    const ticketed = await agency.test.get(`${BOOKINGS}?search=souza&status=ticketed`)
    assert.deepEqual([ticketed.body.data.length, ticketed.body.data[0].id], [1, made.trip.id])
    const other = await newAgency(app)
    assert.equal((await other.test.get(`${BOOKINGS}?search=souza`)).body.pagination.total, 0)
  })

  test('an empty search, or one of 101 characters: 400', async () => {
    await assertRefused(agency.test, BOOKINGS, 'search', ['', 'x'.repeat(101)])
  })

  test('client_id lists the bookings of one client, by either form of its id', async () => {
    const { client } = (await agency.test.get(`${BOOKINGS}/${made.firm.id}`)).body
    const uuid = client.id.replace(/^cli_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    for (const id of [client.id, uuid]) {
      const { data, pagination } = (await agency.test.get(`${BOOKINGS}?client_id=${id}`)).body
      assert.deepEqual([data.length, data[0].id, pagination.total], [1, made.firm.id, 1])
    }
    const response = await agency.test.get(`${BOOKINGS}?client_id=aurora`)
    assertError(response, 400, 'Invalid request parameters', 'client_id')
  })
})

describe('the receipt', () => {
  test('a ticketed booking has a PDF receipt with locator, passenger and ticket', async () => {
    const made = await booked(app.test, instantBody(await zzOffer(app.test)))
    const { status, headers } = await app.test.get(`${BOOKINGS}/${made.id}/receipt.pdf`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="recibo-${made.booking_reference}.pdf"`,
    )
    const texts = readPdf(await bytesOf(made.id))
      .texts.map(({ text }) => text)
      .join('\n')
    for (const wanted of [made.booking_reference, 'Ana Souza', made.documents[0].unique_identifier])
      assert.ok(texts.includes(wanted), `${wanted} in ${texts}`)
  })

  test('outside production a live receipt and its mails are marked as a simulation too', async () => {
    const agency = await newAgency(app)
    await fill(agency.live, '50000.00')
    const made = await booked(agency.live, instantBody(await anyOffer(agency.live)))
    const diary = agency.diary('live')
    assert.deepEqual((await diary.money()).length, 2)
    const words = readPdf(await bytesOf(made.id, agency.liveKey)).texts.map(({ text }) => text)
    assert.ok(words.includes('SIMULAÇÃO SEM VALOR: reserva de teste'))
    await diary.mails()
    const { rows } = await app.service.world.pool.query(
      'select subject, text from mails where team_id = $1',
      [agency.id],
    )
    assert.ok(rows.length >= 2)
    for (const { subject, text } of rows)
      assert.ok(subject.startsWith('[SIMULAÇÃO] ') && text.includes('SIMULAÇÃO: '), subject)
  })

  test('the receipt has the language of the request, or else of the client', async () => {
    const agency = await newAgency(app)
    const readable = async (metadata: object) => {
      const body = { ...instantBody(await zzOffer(agency.test)), metadata }
      const { id } = await booked(agency.test, body)
      return readPdf(await bytesOf(id, agency.testKey)).texts.map(({ text }) => text)
    }
    assert.ok((await readable({ language: 'en' })).includes('Passengers and tickets'))
    assert.ok((await readable({})).includes('Passageiros e bilhetes'))
    const [client] = (await agency.test.get('/api/v1/clients')).body.data
    await agency.test.patch(`/api/v1/clients/${client.id}`, { language: 'en' })
    assert.ok((await readable({})).includes('Total amount'))
  })

  test('a receipt of an unticketed or foreign booking: 404 Booking not found', async () => {
    const { id } = await booked(app.test, holdBody(await zzOffer(app.test)))
    const response = await app.test.get(`${BOOKINGS}/${id}/receipt.pdf`)
    assertError(response, 404, 'Booking not found')
    assert.match(response.body.message, /once the tickets are issued/)
    const other = await newAgency(app)
    const theirs = await booked(other.test, instantBody(await zzOffer(other.test)))
    assertError(await app.test.get(`${BOOKINGS}/${theirs.id}/receipt.pdf`), 404, 'Booking not found')
  })

  async function bytesOf(id: string, key = TEST_KEY): Promise<Buffer> {
    const path = new URL(`${BOOKINGS}/${id}/receipt.pdf`, app.url)
    const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } })
    return Buffer.from(await response.arrayBuffer())
  }
})

describe('the timeline', () => {
  test('the timeline lists every event, wallet movement and mail, oldest first, with times', async () => {
    const agency = await newAgency(app)
    const offer = await zzOffer(agency.test)
    const { id } = await booked(agency.test, holdBody(offer))
    const diary = agency.diary()
    await diary.types()
    await agency.advance('PT1H')
    await confirm(agency.test, id, offer)
    await diary.types()
    await agency.advance('PT1H')
    await agency.test.delete(`${BOOKINGS}/${id}`)
    await diary.types()
    const { status, body } = await agency.test.get(`${BOOKINGS}/${id}/timeline`)
    assert.equal(status, 200)
    const entries = body.data.map((entry: Record<string, string>) =>
      [
        entry.at!.slice(11, 16),
        entry.kind,
        entry.kind === 'email' ? '' : entry.name,
        entry.status ?? '',
      ].join(' '),
    )
    assert.deepEqual(entries, [
      '12:00 event booking.created pending',
      '12:00 email  stored',
      '12:00 email  stored',
      '13:00 event booking.confirmed confirmed',
      '13:00 transaction debit ',
      '13:00 event booking.updated confirmed',
      '13:00 event booking.ticketed ticketed',
      '13:00 event booking.updated ticketed',
      '13:00 email  stored',
      '13:00 email  stored',
      '14:00 event booking.cancelled cancelled',
      '14:00 transaction credit ',
      '14:00 event booking.updated cancelled',
      '14:00 email  stored',
      '14:00 email  stored',
    ])
    assert.match(body.data[0].id, /^evt_/)
    assert.match(body.data[1].name, /\S/)
  })

  test('the timeline of a booking of another team: 404 Booking not found', async () => {
    const other = await newAgency(app)
    const { id } = await booked(other.test, holdBody(await zzOffer(other.test)))
    assertError(await app.test.get(`${BOOKINGS}/${id}/timeline`), 404, 'Booking not found')
    assertError(await other.live.get(`${BOOKINGS}/${id}/timeline`), 404, 'Booking not found')
  })
})
