// Times of changes out of the log, as the server lays it out; test/endurance/ has them of a real one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog, type TestRecord } from './test-support.ts'
import { changesIn } from './wal-changes.ts'

const START = 0x5_000_000n
const NOON = '2026-11-17T12:00:00.000Z'
const LATER = '2026-11-17T12:00:01.500Z'

const times = (log: Buffer, length = log.length) =>
  changesIn(log, START, length).map(({ atMs }) => new Date(atMs).toISOString())
const timesOf = (...records: TestRecord[]) => times(makeLog(START, records))

test('the ends of transactions are found among all else, with their addresses', () => {
  assert.deepEqual(timesOf({ bytes: 100 }, { at: NOON }, { bytes: 24 }, { at: LATER }), [NOON, LATER])
  const [change] = changesIn(makeLog(START, [{ bytes: 100 }, { at: NOON }]), START, 8_192)
  assert.equal(change?.address, START + 40n + 104n)
  assert.deepEqual(timesOf({ bytes: 100 }), [])
  assert.deepEqual(times(Buffer.alloc(0)), [])
})

test('commits and aborts count, prepared or not; what only prepares does not', () => {
  for (const info of [0x00, 0x80, 0x20, 0x30, 0x40]) assert.deepEqual(timesOf({ at: NOON, info }), [NOON])
  for (const info of [0x10, 0x50, 0x60]) assert.deepEqual(timesOf({ at: NOON, info }), [])
})

test('what a record has before its data is passed over', () => {
  assert.deepEqual(timesOf({ at: NOON, parts: [253, 1, 0, 252, 9, 0, 0, 0] }), [NOON])
})

test('records go over from page to page', () => {
  for (const bytes of [8_100, 8_112, 8_120, 8_128, 8_136, 8_144, 8_152, 12_000])
    assert.deepEqual(timesOf({ bytes }, { at: NOON }, { at: LATER }), [NOON, LATER], String(bytes))
})

test('a segment may begin with the rest of a record, of any length', () => {
  for (const rest of [1, 8, 500, 8_152, 9_000])
    assert.deepEqual(times(makeLog(START, [{ at: NOON }], 3, rest)), [NOON], String(rest))
})

test('of what comes after a segment only the rest of its last record is read', () => {
  const log = makeLog(START, [{ bytes: 8_120 }, { at: NOON }, { at: LATER }])
  assert.deepEqual(times(log, 8_192), [NOON])
  assert.deepEqual(times(log.subarray(0, 8_192), 8_192), [], 'its time is not there')
})

test('where the server died within a record, it goes on with the next page', () => {
  for (const bytes of [8_200, 20_000]) {
    const records = [{ at: NOON }, { bytes, isCut: true as const }, { bytes: 50 }, { at: LATER }]
    assert.deepEqual(timesOf(...records), [NOON, LATER], String(bytes))
  }
})

test('what is left of an earlier use of the file is not taken for a change', () => {
  const log = makeLog(START, [{ at: NOON }, { bytes: 8_200 }, { at: LATER }])
  const otherPage = Buffer.from(log)
  otherPage.writeBigUInt64LE(START - 0x1_000_000n, 8_192 + 8)
  assert.deepEqual(times(otherPage), [NOON])
  const notAfter = Buffer.from(log)
  notAfter.writeBigUInt64LE(7n, 40 + 40 + 8)
  assert.deepEqual(times(notAfter), [NOON])
  assert.deepEqual(changesIn(log, START + 0x1_000_000n, log.length), [], 'of another segment')
})
