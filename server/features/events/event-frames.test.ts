// The text of a stream: whatever stands in an event, one event is one frame, and reads as it was written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PERMISSIONS, type Permission } from '../../../contract/permissions.ts'
import { anyCharacters } from '../../../test/support/any-characters.ts'
import { eventFrames, HEARTBEAT, type ResetReason, resetFrame, startFrame } from './feed.ts'
import type { EventRow } from './store.ts'

const EVERYTHING = new Set(PERMISSIONS)

function storedAs(sequence: bigint, object: object, type = 'wallet.credit'): EventRow {
  const payload = JSON.stringify({ id: `evt_${sequence}`, type, data: { object } })
  return { id: `evt_${sequence}`, sequence, payload, personal: null, actor: null }
}

/** As the standard says that a stream is read: lines that end in any way, and a blank one ends the event. */
function readStream(frames: Buffer): Record<string, string>[] {
  const read: Record<string, string>[] = []
  let fields: Record<string, string> = {}
  for (const line of frames.toString().split(/\r\n|\r|\n/)) {
    if (line === '') {
      if (Object.keys(fields).length > 0) read.push(fields)
      fields = {}
    } else if (!line.startsWith(':')) {
      const colon = line.indexOf(':')
      fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '')
    }
  }
  return read
}

test('any text, with line ends of every kind, stays within one frame', () => {
  const texts = fc.array(fc.oneof(anyCharacters(), fc.constantFrom('\n\n', '\r', '\r\nid: 9\r\n', '\u2028')))
  fc.assert(
    fc.property(texts, (names) => {
      const events = names.map((name, index) => storedAs(BigInt(index + 1), { name: name.toWellFormed() }))
      const read = readStream(eventFrames(events, EVERYTHING))
      assert.deepEqual(
        read.map(({ id, event, data = '' }) => [id, event, JSON.parse(data).data.object.name]),
        names.map((name, index) => [String(index + 1), 'wallet.credit', name.toWellFormed()]),
      )
    }),
  )
})

test('a frame has what the list shows: no passengers, and nothing the caller may not read', () => {
  const event = storedAs(3n, { id: 'ord_1', passengers: [{ name: 'Ana' }] }, 'booking.created')
  const dataOf = (permissions: ReadonlySet<Permission>) =>
    JSON.parse(readStream(eventFrames([event], permissions))[0]?.data ?? '').data
  assert.deepEqual(dataOf(EVERYTHING), { object: { id: 'ord_1' } })
  assert.deepEqual(dataOf(new Set(['events.read'])), { object: null, needs: 'bookings.read' })
})

test('no events give no bytes, and sequences beyond 32 bits are exact', () => {
  assert.equal(eventFrames([], EVERYTHING).length, 0)
  const [frame] = readStream(eventFrames([storedAs(9_007_199_254_740_991n, {})], EVERYTHING))
  assert.equal(frame?.id, '9007199254740991')
  assert.equal(JSON.parse(frame?.data ?? '').sequence, Number.MAX_SAFE_INTEGER)
})

test('a start frame has no event, so that browsers store the id without an event', () => {
  assert.deepEqual(readStream(startFrame(41, 1_617)), [{ retry: '1617', id: '41' }])
})

for (const reason of ['unknown', 'forgotten', 'too_many'] satisfies ResetReason[])
  test(`a reset because it is ${reason} has its start and end`, () => {
    const [{ id, event, data = '' } = {}] = readStream(resetFrame(reason, 2, 1_003))
    assert.deepEqual([id, event], ['1003', 'reset'])
    assert.deepEqual(JSON.parse(data), { reason, after: 2, sequence: 1_003 })
  })

test('a heartbeat between two frames changes neither', () => {
  const frames = [startFrame(1, 1_000), HEARTBEAT, HEARTBEAT, resetFrame('unknown', 5, 2), HEARTBEAT]
  assert.deepEqual(
    readStream(Buffer.concat(frames)).map(({ id }) => id),
    ['1', '2'],
  )
})
