// Checks the text behind a PIX QR code (BR Code) that a bank sends us: whether a payer's bank can read it.
import { crc16, isPixLocation, PIX } from './br-code.ts'

/** More than this no reader has to take (EMV). */
const CODE_LENGTH_MAX = 512

/**
 * Whether this is a PIX code, static or dynamic, that a payer's bank can read: its fields follow each other
 * to the end, the mandatory ones are there, and the CRC is right. Names may be longer than we would write
 * them, and have accents: such codes are in use.
 */
export function isBrCode(text: string): boolean {
  if (text.length > CODE_LENGTH_MAX || !/^[^\p{Cc}\p{Cs}]+$/u.test(text)) return false
  // Outside ASCII banks disagree about what a length counts, and what is summed up: characters, or bytes of UTF-8.
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  const sums = [bytes, text]
    .filter((covered) => !/[^\0-\xff]/.test(covered))
    .map((covered) => crc16(covered.slice(0, -4)))
  return [text, bytes].some((reading) => isReadAs(reading, sums))
}

function isReadAs(text: string, sums: readonly string[]): boolean {
  const fields = readFields(text)
  if (fields === null) return false
  const ids = [...fields.keys()]
  if (ids[0] !== '00' || ids.at(-1) !== '63') return false
  return sums.includes(fields.get('63') ?? '') && hasCommonFields(fields) && hasOneReceiver(fields)
}

type Fields = ReadonlyMap<string, string>

/** Null unless fields of at least one character, each id once, fill the text to its end. */
function readFields(text: string): Fields | null {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    if (head === null) return null
    const [, id = '', digits = ''] = head
    const length = Number(digits)
    const value = text.slice(at + 4, at + 4 + length)
    if (length === 0 || value.length < length || fields.has(id)) return null
    fields.set(id, value)
    at += 4 + length
  }
  return fields
}

const COMMON_FIELDS: [id: string, form: RegExp][] = [
  ['00', /^01$/],
  ['52', /^\d{4}$/],
  ['53', /^986$/],
  ['58', /^BR$/],
  ['59', /\S/],
  ['60', /\S/],
]
const OPTIONAL_FIELDS: [id: string, form: RegExp][] = [
  ['01', /^1[12]$/],
  ['54', /^(?=.{1,13}$)\d+(?:\.\d{0,2})?$/],
]

function hasCommonFields(fields: Fields): boolean {
  const fits = ([id, form]: [string, RegExp]) => form.test(fields.get(id) ?? '')
  const present = OPTIONAL_FIELDS.filter(([id]) => fields.has(id))
  // Some banks leave it out, though the standard wants it; payers' banks read such codes.
  const additional = fields.get('62')
  const isNamed = additional === undefined || readFields(additional)?.has('05') === true
  return COMMON_FIELDS.every(fits) && present.every(fits) && isNamed
}

/** Fields 26 to 51 name receivers, one for each payment scheme: exactly one may be PIX, by key or by address. */
function hasOneReceiver(fields: Fields): boolean {
  const receivers = [...fields]
    .filter(([id]) => id >= '26' && id <= '51')
    .map(([, value]) => readFields(value))
    .filter((receiver) => receiver?.get('00')?.toLowerCase() === PIX)
  const [receiver] = receivers
  if (receivers.length !== 1 || !receiver) return false
  const location = receiver.get('25')
  if (location === undefined) return receiver.has('01')
  return !receiver.has('01') && isPixLocation(location)
}
