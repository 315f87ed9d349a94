// Creates and parses public ids, which sort by creation, name their type and never collide.
import { randomFillSync } from 'node:crypto'
import { MADE_PREFIXES, type MadeIdKind } from '../../../contract/ids.ts'

// Lower-case Crockford base32, shared by ids and secrets: no i, l, o, u to misread, and it sorts like bytes.

export const BASE32_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const CHARACTERS = Buffer.from(BASE32_ALPHABET, 'latin1')

/**
 * The bytes as one big-endian number, in as many characters as their bits need. Missing bits are zeros in
 * front, never behind: the last characters are full of entropy, and 16 bytes make a 26-character ULID.
 */
export function encodeBase32(bytes: Uint8Array): string {
  // Collected as bytes and turned to text once: a third faster than adding up characters.
  const text = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 5))
  let length = 0
  let pending = 0
  let pendingBits = (5 - ((bytes.length * 8) % 5)) % 5
  for (let index = 0; index < bytes.length; index++) {
    pending = ((pending << 8) | bytes[index]!) & 0xfff
    pendingBits += 8
    while (pendingBits >= 5) {
      pendingBits -= 5
      text[length++] = CHARACTERS[(pending >>> pendingBits) & 31]!
    }
  }
  return text.toString('latin1')
}

// The growing 128-bit numbers behind every id; randomness is a parameter, so that a test can exhaust it.

/** 48 bits hold the milliseconds of ids and of UUIDv7 until the year 10889. */
export const ID_TIME_MAX_MS = 2 ** 48 - 1

const TIME_BYTES = 6
const NUMBER_BYTES = 16

/** A step is never smaller than this, so that a UUIDv7, which has no room for the last 6 bits, grows too. */
const STEP_MIN = 64

/**
 * Returns a function that creates 16 bytes: 6 of time, 10 of randomness, each number above the last. In the
 * same millisecond, or if time goes back, the last number grows by a random step. The bytes are valid until
 * the next call.
 */
export function idSequence(fillRandom: (target: Uint8Array) => void): (at: Date) => Uint8Array {
  const number = new Uint8Array(NUMBER_BYTES)
  const randomPart = number.subarray(TIME_BYTES)
  const stepBytes = new Uint8Array(4)
  let lastMs = -1

  return (at) => {
    const ms = at.getTime()
    if (!(ms >= 0 && ms <= ID_TIME_MAX_MS)) throw new RangeError(`no id can carry this time: ${ms}`)
    if (ms > lastMs) {
      lastMs = ms
      fillRandom(randomPart)
    } else {
      fillRandom(stepBytes)
      lastMs += addTo(randomPart, readStep(stepBytes))
      if (lastMs > ID_TIME_MAX_MS) throw new RangeError('the id sequence is exhausted')
    }
    writeTime(number, lastMs)
    return number
  }
}

// 31 bits at most, so that the sums in addTo stay within what bit operations can hold.
function readStep(bytes: Uint8Array): number {
  return (((bytes[0]! & 0x7f) << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) + STEP_MIN
}

/** Adds in place to a big-endian number and returns the carry: 1 if it started again at zero. */
function addTo(bytes: Uint8Array, step: number): number {
  let carry = step
  for (let index = bytes.length - 1; index >= 0 && carry > 0; index--) {
    carry += bytes[index]!
    bytes[index] = carry & 0xff
    carry >>>= 8
  }
  return carry
}

function writeTime(bytes: Uint8Array, ms: number): void {
  let rest = ms
  for (let index = TIME_BYTES - 1; index >= 0; index--) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

const TIME_CHARS = 10
// The first of 26 characters carries 3 bits only: 128 bits in room for 130.
const ID_BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PREFIXES = new Set<string>(Object.values(MADE_PREFIXES))

let nextNumber = idSequence(fillFromPool)

/**
 * A new id such as ord_01k..., above every earlier id of this process. `at` should be real time: all ids
 * share one sequence, so a test clock's future would carry into later ids.
 */
export function makeId(kind: MadeIdKind, at: Date): string {
  return `${MADE_PREFIXES[kind]}_${encodeBase32(nextNumber(at))}`
}

/** For tests, where one process runs several installations: the next one's time may be earlier. */
export function restartIds(): void {
  nextNumber = idSequence(fillFromPool)
}

/** Whether the text is spelt exactly as makeId spells this type. */
export function isId(kind: MadeIdKind, text: string): boolean {
  const prefix = `${MADE_PREFIXES[kind]}_`
  return text.startsWith(prefix) && ID_BODY.test(text.slice(prefix.length))
}

/** When the id was created, to the millisecond; throws for a text that is no id of ours. */
export function idTime(id: string): Date {
  const cut = id.indexOf('_')
  const body = id.slice(cut + 1)
  if (cut < 0 || !PREFIXES.has(id.slice(0, cut)) || !ID_BODY.test(body)) {
    throw new RangeError(`not an id: ${id}`)
  }
  let ms = 0
  for (const character of body.slice(0, TIME_CHARS)) ms = ms * 32 + BASE32_ALPHABET.indexOf(character)
  return new Date(ms)
}

/** A new UUIDv7 (RFC 9562), above every earlier one of this process; `at` as in makeId. */
export function makeUuid(at: Date): string {
  return formatUuid(uuidBytes(nextNumber(at)).toString('hex'))
}

/** Whether the text is a UUID of any version, in either case: safe to compare with a uuid column. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** 48 bits of time, then the upper 74 of the 80 random bits around the version (7) and variant (2) marks. */
function uuidBytes(number: Uint8Array): Buffer {
  const uuid = Buffer.from(number)
  uuid[6] = 0x70 | (number[6]! >>> 4)
  uuid[7] = ((number[6]! << 4) | (number[7]! >>> 4)) & 0xff
  uuid[8] = 0x80 | ((number[7]! & 0x0f) << 2) | (number[8]! >>> 6)
  for (let index = 9; index < 16; index++) {
    uuid[index] = ((number[index - 1]! << 2) | (number[index]! >>> 6)) & 0xff
  }
  return uuid
}

function formatUuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

// One call to the system's generator costs more than a whole id, so bytes are fetched for hundreds at once.
const pool = Buffer.alloc(8192)
let poolUsed = pool.length

function fillFromPool(target: Uint8Array): void {
  if (poolUsed + target.length > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  for (let index = 0; index < target.length; index++) target[index] = pool[poolUsed + index]!
  poolUsed += target.length
}
