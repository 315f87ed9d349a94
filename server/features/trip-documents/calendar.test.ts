// Calendar files: what RFC 5545 asks of lines, texts, times and zones, and what calendars need to replace an event.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleItem, sampleTripParts } from '../../../test/support/samples/sample-family-trip.ts'
import type { ShownItemRow } from '../trips/document-store.ts'
import type { World } from '../world.ts'
import { tripCalendar } from './calendar.ts'

const WORLD = { address: { url: 'https://viagens.example' } } as World

const calendar = (items?: ShownItemRow[], itemId?: string) =>
  tripCalendar(WORLD, sampleTripParts('pt-BR', items && { items }), itemId)

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** The properties of each event by name, parameters included in the value. */
function eventsIn(text: string): Map<string, string>[] {
  const blocks = unfolded(text).join('\n').split('BEGIN:VEVENT\n').slice(1)
  return blocks.map(
    (block) =>
      new Map(
        block
          .split('END:VEVENT')[0]!
          .trim()
          .split('\n')
          .map((line) => {
            const [, name = '', rest = ''] = /^([A-Z-]+)(.*)$/.exec(line) ?? []
            return [name, rest.replace(/^:/, '')]
          }),
      ),
  )
}

const eventOf = (changes: Partial<ShownItemRow>) => eventsIn(calendar([sampleItem(changes)]))[0]!

test('lines end in CRLF, have at most 75 octets, and split no character', () => {
  const text = calendar()
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
  assert.ok(!/[^\r]\n/.test(text))
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.equal(Buffer.from(line).toString(), line)
  }
  assert.ok(text.includes('\r\n '), 'some are folded')
})

test('commas, semicolons, backslashes and line breaks are escaped', () => {
  const event = eventOf({
    starts_at: '2026-12-20',
    description: 'Um; dois, três\\quatro',
    instructions: 'A\nB',
  })
  assert.equal(event.get('SUMMARY'), 'Serviço: Um\\; dois\\, três\\\\quatro')
  assert.match(event.get('DESCRIPTION') ?? '', /A\\nB\\nhttps:\/\/viagens\.example/)
})

test('each event has what RFC 5545 requires, and a stable id', () => {
  const events = eventsIn(calendar())
  assert.equal(events.length, 9, 'three flights and six items; no fee, and nothing without a day')
  for (const event of events) {
    for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'SEQUENCE', 'STATUS'])
      assert.ok(event.has(name), name)
    assert.match(event.get('DTSTAMP') ?? '', /^\d{8}T\d{6}Z$/)
  }
  const ids = events.map((event) => event.get('UID'))
  assert.equal(new Set(ids).size, ids.length)
  const before = sampleItem({ id: 'tri_9', starts_at: '2026-12-20T10:00' })
  const later = { ...before, starts_at: '2026-12-21T11:00', updated_at: new Date('2026-11-20T00:00:00Z') }
  const [one, other] = [eventsIn(calendar([before]))[0]!, eventsIn(calendar([later]))[0]!]
  assert.equal(one.get('UID'), other.get('UID'))
  assert.ok(Number(other.get('SEQUENCE')) > Number(one.get('SEQUENCE')))
})

test('flights are in UTC, with the local times of their airports as text', () => {
  const [, over] = eventsIn(calendar())
  assert.deepEqual([over?.get('DTSTART'), over?.get('DTEND')], ['20261220T210500Z', '20261221T064000Z'])
  const local =
    'Horário local: 20/12/2026\\, 18:05 (America/Sao_Paulo) a 21/12/2026\\, 06:40 (Europe/Lisbon)\\n'
  assert.equal(over?.get('DESCRIPTION')?.slice(0, local.length), local)
})

test('times before and after a change of clocks are in UTC', () => {
  const stay = { kind: 'lodging', starts_at: '2027-03-20T15:00', ends_at: '2027-04-05T12:00' } as const
  const event = eventOf({ ...stay, starts_zone: 'Europe/Lisbon' })
  assert.deepEqual([event.get('DTSTART'), event.get('DTEND')], ['20270320T150000Z', '20270405T110000Z'])
})

test('zones without a change of clocks since local mean time are correct', () => {
  const at = { starts_at: '2027-01-02T10:00' }
  const startIn = (starts_zone: string) => eventOf({ ...at, starts_zone }).get('DTSTART')
  assert.deepEqual(['America/Panama', 'America/La_Paz', 'Africa/Dakar', 'Africa/Accra'].map(startIn), [
    '20270102T150000Z',
    '20270102T140000Z',
    '20270102T100000Z',
    '20270102T100000Z',
  ])
})

test('no time zones are defined, even for many zones and late years', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 150)
  const items = zones.map((starts_zone) => sampleItem({ starts_at: '9999-12-20T10:00', starts_zone }))
  const text = calendar(items)
  assert.equal(eventsIn(text).length, zones.length)
  assert.doesNotMatch(text, /VTIMEZONE|TZID/)
})

test('days include the last one, times without a zone are floating, and a missing end is omitted', () => {
  const days = eventOf({ kind: 'car', starts_at: '2027-01-02', ends_at: '2027-01-03' })
  assert.deepEqual([days.get('DTSTART'), days.get('DTEND')], [';VALUE=DATE:20270102', ';VALUE=DATE:20270104'])
  const mixed = eventOf({ kind: 'car', starts_at: '2027-01-02', ends_at: '2027-01-03T10:00' })
  assert.equal(mixed.get('DTEND'), ';VALUE=DATE:20270104')
  const local = eventOf({ starts_at: '2027-01-02T10:00', ends_at: '2027-01-02T09:00' })
  assert.deepEqual([local.get('DTSTART'), local.has('DTEND')], ['20270102T100000', false])
})

test('quoted items are tentative, cancelled ones cancelled, and nights do not block time', () => {
  const at = { starts_at: '2027-01-02T10:00' }
  assert.equal(eventOf({ ...at, status: 'quoted' }).get('STATUS'), 'TENTATIVE')
  assert.equal(eventOf({ ...at, status: 'cancelled' }).get('STATUS'), 'CANCELLED')
  assert.equal(eventOf({ ...at, kind: 'tour' }).get('TRANSP'), 'OPAQUE')
  assert.equal(eventOf({ ...at, kind: 'lodging' }).get('TRANSP'), 'TRANSPARENT')
})

test('the file of one item has only its events', () => {
  const ids = eventsIn(calendar(undefined, 'tri_flight')).map((event) => event.get('UID'))
  assert.deepEqual(
    ids,
    [1, 2, 3].map((n) => `tri_flight-${n}@viagens.example`),
  )
})
