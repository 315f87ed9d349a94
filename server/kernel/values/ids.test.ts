// Ids are well formed, sort by creation, contain their time and are refused in any other spelling.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ID_PREFIXES, type MadeIdKind } from '../../../contract/ids.ts'
import {
  BASE32_ALPHABET,
  encodeBase32,
  ID_TIME_MAX_MS,
  idSequence,
  idTime,
  isId,
  isUuid,
  makeId,
  makeUuid,
} from './ids.ts'

const KINDS = Object.keys(ID_PREFIXES).filter((kind): kind is MadeIdKind => kind !== 'client')
const CANONICAL_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

// All ids of the process share one sequence, so each test uses a later time than those before.
let laterMs = Date.UTC(2026, 10, 15)
function laterTime(): Date {
  laterMs += 3_600_000
  return new Date(laterMs)
}

test('the catalogue has the contract’s prefixes and internal ones, each once', () => {
  const prefixes: string[] = Object.values(ID_PREFIXES)
  const theirs = 'txn rch ord orq off sli seg pas wh evt team'
  const ours =
    'key req dlv mail chg msg rfd dsp hpm era bch usr ses ivt psk idn prl note trip tri pax file trv doc crn cre mdt mdc cli'
  const expected = `${theirs} ${ours}`
  assert.deepEqual(prefixes, expected.split(' '))
  assert.equal(new Set(prefixes).size, KINDS.length + 1)
  for (const prefix of prefixes) assert.match(prefix, /^[a-z]+$/)
})

for (const kind of KINDS) {
  test(`an id of a ${kind} has its prefix and 26 characters, and is of no other kind`, () => {
    const id = makeId(kind, laterTime())
    assert.match(id, new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$`))
    assert.deepEqual(
      KINDS.filter((other) => isId(other, id)),
      [kind],
    )
  })
}

test('an id encodes its time of creation', () => {
  const at = laterTime()
  assert.equal(idTime(makeId('booking', at)).toISOString(), at.toISOString())
})

test('known ids have known times', () => {
  assert.equal(idTime('evt_00000000000000000000000000').getTime(), 0)
  assert.equal(idTime('evt_00000000010000000000000000').getTime(), 1)
  // The example of the ULID specification, in our spelling.
  assert.equal(idTime('ord_01arz3ndektsv4rrffq69g5fav').getTime(), 1469922850259)
  assert.equal(idTime('team_7zzzzzzzzzzzzzzzzzzzzzzzzz').getTime(), 2 ** 48 - 1)
})

test('an invalid id has no time', () => {
  const bad = ['', '_', 'ord_', 'ord', 'xyz_01arz3ndektsv4rrffq69g5fav', '01arz3ndektsv4rrffq69g5fav']
  for (const text of [...bad, 'ord_81arz3ndektsv4rrffq69g5fav', 'cli_01890a5dac96774bbcceb302099a8057']) {
    assert.throws(() => idTime(text), RangeError, text)
  }
})

test('ids of one millisecond are unique and sort by creation', () => {
  const at = laterTime()
  const ids = Array.from({ length: 20_000 }, () => makeId('event', at))
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(idTime(ids.at(-1) ?? '').getTime(), at.getTime())
})

test('ids increase even if the time goes back, across kinds', () => {
  const at = laterTime()
  const times = [0, 5, -3_000_000, 5, 4, 6, -1].map((offset) => new Date(at.getTime() + offset))
  const bodies = times.map((time, index) => makeId(index % 2 ? 'event' : 'delivery', time).slice(4))
  assert.deepEqual(bodies.toSorted(), bodies)
  assert.equal(new Set(bodies).size, bodies.length)
})

test('ids of one millisecond do not increase by one', () => {
  const at = laterTime()
  const tails = Array.from({ length: 100 }, () => makeId('event', at).slice(-6))
  assert.ok(new Set(tails).size > 90)
})

test('a time beyond the range throws', () => {
  for (const ms of [-1, 2 ** 48, Number.NaN]) {
    assert.throws(() => makeId('event', new Date(ms)), RangeError)
    assert.throws(() => makeUuid(new Date(ms)), RangeError)
  }
})

const GOOD = 'ord_01arz3ndektsv4rrffq69g5fav'
const NOT_BOOKINGS = [
  '',
  'ord_',
  GOOD.toUpperCase(),
  GOOD.replace('ord', 'ORD'),
  GOOD.replace('ord_', 'off_'),
  GOOD.replace('ord_', 'ord-'),
  GOOD.replace('ord_', 'ord'),
  GOOD.replace('ord_', 'ord__'),
  GOOD.slice(0, -1),
  `${GOOD}0`,
  `${GOOD}\n`,
  ` ${GOOD}`,
  `${GOOD.slice(0, -1)}i`,
  `${GOOD.slice(0, -1)}l`,
  `${GOOD.slice(0, -1)}o`,
  `${GOOD.slice(0, -1)}u`,
  `${GOOD.slice(0, -1)}V`,
  `${GOOD.slice(0, -1)}é`,
  GOOD.replace('_0', '_8'),
  GOOD.replace('_0', '_z'),
]

test('isId accepts only the canonical form', () => assert.equal(isId('booking', GOOD), true))
for (const text of NOT_BOOKINGS) {
  test(`isId refuses ${JSON.stringify(text)}`, () => assert.equal(isId('booking', text), false))
}

test('a UUID is version 7, encodes its time, and sorts by creation', () => {
  const at = laterTime()
  const times = Array.from({ length: 5000 }, (_, index) => new Date(at.getTime() + Math.floor(index / 1000)))
  const uuids = times.map(makeUuid)
  for (const uuid of uuids) assert.match(uuid, CANONICAL_UUID)
  assert.deepEqual(uuids.toSorted(), uuids)
  assert.equal(new Set(uuids).size, uuids.length)
  const firstMs = Number.parseInt((uuids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)
  assert.equal(firstMs, at.getTime())
})

test('each random bit of a UUID varies, and no two are the same bit', () => {
  const uuids = Array.from({ length: 200 }, () => BigInt(`0x${makeUuid(laterTime()).replaceAll('-', '')}`))
  // From the right: 62 bits, the variant's 2, 12 bits, the version's 4.
  const positions = Array.from({ length: 76 }, (_, position) => position).filter((p) => p !== 62 && p !== 63)
  const columns = positions.map((position) => uuids.map((uuid) => (uuid >> BigInt(position)) & 1n).join(''))
  for (const column of columns) assert.match(column, /01|10/)
  assert.equal(new Set(columns).size, 74)
})

const UUIDS: [text: string, valid: boolean][] = [
  ['01890a5d-ac96-774b-bcce-b302099a8057', true],
  ['01890A5D-AC96-774B-BCCE-B302099A8057', true],
  ['f47ac10b-58cc-4372-a567-0e02b2c3d479', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['', false],
  ['01890a5dac96774bbcceb302099a8057', false],
  ['{01890a5d-ac96-774b-bcce-b302099a8057}', false],
  ['urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057', false],
  ['01890a5d-ac96-774b-bcce-b302099a805', false],
  ['01890a5d-ac96-774b-bcce-b302099a80577', false],
  ['01890a5d-ac96-774b-bcce-b302099a805g', false],
  ['01890a5d-ac96-774b-bcceb-302099a8057', false],
  ['01890a5d-ac96-774b-bcce-b302099a8057\n', false],
  [' 01890a5d-ac96-774b-bcce-b302099a8057', false],
]

for (const [text, valid] of UUIDS) {
  test(`isUuid returns ${valid} for ${JSON.stringify(text)}`, () => assert.equal(isUuid(text), valid))
}

// The numbers behind ids only grow, whatever the time and the random bytes are.

const NOW_MS = Date.UTC(2026, 10, 15)

test('a number has 48 bits of time and 80 random bits', () => {
  const next = idSequence((target) => target.fill(0xab))
  assert.equal(hex(next(new Date(0x0102_0304_0506))), `010203040506${'ab'.repeat(10)}`)
})

test('both ends of the time range fit', () => {
  const next = idSequence(zeros)
  assert.equal(hex(next(new Date(0))), '0'.repeat(32))
  assert.equal(hex(next(new Date(ID_TIME_MAX_MS))), `ffffffffffff${'0'.repeat(20)}`)
})

test('a time out of range throws and changes nothing', () => {
  const next = idSequence(zeros)
  const before = hex(next(new Date(NOW_MS)))
  for (const ms of [-1, ID_TIME_MAX_MS + 1, Number.NaN]) {
    assert.throws(() => next(new Date(ms)), RangeError)
  }
  assert.ok(hex(next(new Date(NOW_MS))) > before)
})

test('the smallest step is 64, so that numbers differ above their last 6 bits', () => {
  const next = idSequence(zeros)
  const first = value(next(new Date(NOW_MS)))
  assert.equal(value(next(new Date(NOW_MS))) - first, 64n)
})

test('the largest step is just over 31 bits', () => {
  let calls = 0
  const next = idSequence((target) => target.fill(calls++ === 0 ? 0 : 0xff))
  const first = value(next(new Date(NOW_MS)))
  assert.equal(value(next(new Date(NOW_MS))) - first, 2n ** 31n - 1n + 64n)
})

test('a full random part carries into the time, and later times continue from there', () => {
  const next = idSequence((target) => target.fill(0xff))
  const first = value(next(new Date(NOW_MS)))
  const carried = value(next(new Date(NOW_MS)))
  assert.equal(carried - first, 2n ** 31n - 1n + 64n)
  assert.equal(carried >> 80n, BigInt(NOW_MS + 1))
  const following = value(next(new Date(NOW_MS + 1)))
  assert.ok(following > carried)
  assert.equal(following >> 80n, BigInt(NOW_MS + 1))
})

test('at the end of time it throws repeatedly instead of starting again', () => {
  const next = idSequence((target) => target.fill(0xff))
  assert.equal(hex(next(new Date(ID_TIME_MAX_MS))), 'f'.repeat(32))
  for (const ms of [ID_TIME_MAX_MS, NOW_MS, 0, ID_TIME_MAX_MS]) {
    assert.throws(() => next(new Date(ms)), /exhausted/)
  }
})

test('numbers strictly increase, and are never behind the time, for any times and random bytes', () => {
  const call = fc.record({
    // Few different times, so that they repeat and go back; full bytes often, so that they carry.
    ms: fc.integer({ min: 0, max: 5 }),
    random: fc.uint8Array({ minLength: 10, maxLength: 10 }),
    full: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(call, { minLength: 2, maxLength: 50 }), (calls) => {
      let random = new Uint8Array(10)
      const next = idSequence((target) => target.set(random.subarray(0, target.length)))
      let last = -1n
      for (const { ms, random: bytes, full } of calls) {
        random = full ? new Uint8Array(10).fill(0xff) : Uint8Array.from(bytes)
        const number = value(next(new Date(NOW_MS + ms)))
        assert.ok(number > last)
        assert.ok(number >> 6n > last >> 6n)
        assert.ok(number >> 80n >= BigInt(NOW_MS + ms))
        last = number
      }
    }),
  )
})

function zeros(target: Uint8Array): void {
  target.fill(0)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function value(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(bytes)}`)
}

// The encoder compared with bigint arithmetic; it keeps the order of the bytes.

test('the alphabet is Crockford’s in lower case', () => {
  assert.equal(BASE32_ALPHABET.length, 32)
  assert.equal(new Set(BASE32_ALPHABET).size, 32)
  assert.equal([...BASE32_ALPHABET].sort().join(''), BASE32_ALPHABET)
  assert.doesNotMatch(BASE32_ALPHABET, /[ilou]/)
})

const KNOWN: [number[], string][] = [
  [[], ''],
  [[0], '00'],
  [[31], '0z'],
  [[32], '10'],
  [[255], '7z'],
  [[0, 0, 0, 0, 1], '00000001'],
  [[255, 255, 255, 255, 255], 'zzzzzzzz'],
  [Array(16).fill(255), `7${'z'.repeat(25)}`],
  [Array(32).fill(255), `1${'z'.repeat(51)}`],
]

for (const [bytes, text] of KNOWN) {
  test(`${bytes.length} bytes ending in ${bytes.at(-1)} become "${text}"`, () => {
    assert.equal(encodeBase32(Uint8Array.from(bytes)), text)
  })
}

test('base 32 equals that of bigint', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      assert.equal(encodeBase32(bytes), byBigint(bytes))
    }),
  )
})

test('encoded text sorts like its bytes', () => {
  const pair = fc
    .integer({ min: 1, max: 20 })
    .chain((length) =>
      fc.tuple(
        fc.uint8Array({ minLength: length, maxLength: length }),
        fc.uint8Array({ minLength: length, maxLength: length }),
      ),
    )
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const [left, right] = [encodeBase32(a), encodeBase32(b)]
      assert.equal(left < right ? -1 : left > right ? 1 : 0, Buffer.compare(a, b))
    }),
  )
})

function byBigint(bytes: Uint8Array): string {
  if (bytes.length === 0) return ''
  const digits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString(32)
  const spelled = digits.replace(/./g, (digit) => BASE32_ALPHABET[Number.parseInt(digit, 32)] ?? '')
  return spelled.padStart(Math.ceil((bytes.length * 8) / 5), '0')
}
