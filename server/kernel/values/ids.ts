// Makes and reads every public id, so that ids sort by creation, name their kind and never collide.

import { randomFillSync } from 'node:crypto'
import { MADE_PREFIXES, type MadeIdKind } from '../../../contract/ids.ts'
import { BASE32_ALPHABET, encodeBase32 } from './base32.ts'
import { idSequence } from './id-sequence.ts'

const TIME_CHARS = 10
// The first of 26 characters carries 3 bits only: 128 bits in room for 130.
const ID_BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const PREFIXES = new Set<string>(Object.values(MADE_PREFIXES))

let nextNumber = idSequence(fillFromPool)

/**
 * A new id such as ord_01k..., above every id this process made before. `at` should be the wall clock's
 * time: all ids share one sequence, so one made at a sandbox's far future would carry that future into
 * every id after it.
 */
export function makeId(kind: MadeIdKind, at: Date): string {
  return `${MADE_PREFIXES[kind]}_${encodeBase32(nextNumber(at))}`
}

/**
 * For a process that is one installation after the other, as the tests' are: the next one's time may be earlier, and
 * so may its ids.
 */
export function restartIds(): void {
  nextNumber = idSequence(fillFromPool)
}

/** Whether the text is spelled exactly as makeId spells this kind. */
export function isId(kind: MadeIdKind, text: string): boolean {
  const prefix = `${MADE_PREFIXES[kind]}_`
  return text.startsWith(prefix) && ID_BODY.test(text.slice(prefix.length))
}

/** When the id was made, to the millisecond; a text that is no id of ours throws. */
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

/** A new UUIDv7 (RFC 9562), above every one this process made before; the same advice on `at` as makeId. */
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
