// Pasted flights: what reservation systems write, and what people copy of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSegments } from './segments.ts'

const TODAY = Temporal.PlainDate.from('2026-11-15')

function only(line: string) {
  const { segments, unread } = readSegments(line, TODAY)
  assert.deepEqual(unread, [], line)
  assert.equal(segments.length, 1, line)
  return segments[0]!
}

const LATAM = {
  flight_number: 'LA 8084',
  origin: 'GRU',
  destination: 'LIS',
  departing_at: '2026-12-20T18:05',
  arriving_at: '2026-12-21T06:40',
}

const SAME_FLIGHT = [
  '1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1',
  '1  LA8084 Y 20DEC 7*GRULIS HK2  1805 0640  21DEC  E  0 789',
  '1 LA8084Y 20DEC Q GRULIS HK2  1805  0640  21DEC M',
  '1 . LA 8084 Y 20DEC GRULIS HK1 1805 #0640 O',
  '2. LA 8084 Y 20DEC26 7 GRULIS HK2 1805 0640 +1',
  '  la 8084 y 20dec 7 grulis hk2 1805 0640#1  ',
  '1 LA8084 Y 20DEC2026 GRU LIS HK2 18:05 06:40 +1',
  '1 LA8084 Y 20DEC 7 GRULIS HK2 18:05:00 06:40:00+1',
  '1 LA8084 Y 20DEC 7 GRULIS HK2 605P 640A+1',
  'LA8084 20DEC GRU-LIS 1805 0640',
  '1 LA8084 Y 20DEZ 7 GRULIS HK2 1805 0640  21DEZ',
  'LA8084 20DEZ DOM GRU-LIS 18:05 06:40',
]
for (const line of SAME_FLIGHT)
  test(`reads ${line.trim()}`, () => {
    assert.deepEqual(only(line), LATAM)
  })

test('a day without a year is the next such day', () => {
  assert.equal(only('2 . AD 8754 K 05JAN LISVCP HK1 1120 1815').departing_at, '2027-01-05T11:20')
  assert.equal(only('1 G3 1402 Y 15NOV CGHSDU HK1 0700 0800').departing_at, '2026-11-15T07:00')
  assert.equal(only('1 G31402Y 14NOV CGHSDU HK1 0700 0800').departing_at, '2027-11-14T07:00')
  assert.equal(only('1 LA 8084 Y 29FEB GRULIS HK2 1805 0640+1').departing_at, '2028-02-29T18:05')
})

test('months may be Portuguese', () => {
  for (const [month, number] of Object.entries({
    FEV: '02',
    ABR: '04',
    MAI: '05',
    AGO: '08',
    SET: '09',
    OUT: '10',
  }))
    assert.equal(only(`AD 8754 05${month} LISVCP 1120 1815`).departing_at, `2027-${number}-05T11:20`)
})

test('markers count the days until arrival', () => {
  const arrival = (rest: string) => only(`1 NZ 4 Y 20DEC AKLLAX HK1 ${rest}`).arriving_at
  assert.equal(arrival('1930 1200'), '2026-12-21T12:00', 'earlier by the clock: the next day')
  assert.equal(arrival('1930 1200+0'), '2026-12-20T12:00')
  assert.equal(arrival('0030 1500-1'), '2026-12-19T15:00')
  assert.equal(arrival('1930 0500+2'), '2026-12-22T05:00')
  assert.equal(arrival('1930 2200'), '2026-12-20T22:00')
})

test('lines without a flight are returned unchanged', () => {
  const text = [
    ' 1.SOUZA/ANA MRS',
    '1 LA8084 Y 20DEC 7 GRULIS HK2 1805 0640+1',
    '',
    '2 LA8084 Y 31FEB 7 GRULIS HK2 1805 0640',
    '3 LA8084 Y 20DEC 7 GRULIS HK2 2505 0640',
    'TK OK15NOV/GRU1A0980',
  ].join('\r\n')
  const { segments, unread } = readSegments(text, TODAY)
  assert.deepEqual(segments, [LATAM])
  assert.deepEqual(unread, [
    '1.SOUZA/ANA MRS',
    '2 LA8084 Y 31FEB 7 GRULIS HK2 1805 0640',
    '3 LA8084 Y 20DEC 7 GRULIS HK2 2505 0640',
    'TK OK15NOV/GRU1A0980',
  ])
})
