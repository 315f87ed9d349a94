// Writes and checks the text of a Pix QR code (BR Code): static ones, and dynamic ones for a charge at a
// bank.
import { type Cents, formatAmount } from './money.ts'

export interface StaticPix {
  /** As banks register it: a UUID, an e-mail, a phone with +55, or a CPF or CNPJ without punctuation. */
  key: string
  merchantName: string
  city: string
  amountCents: Cents
  txid: string
}

const PIX = 'br.gov.bcb.pix'
const NAME_MAX = 25
const CITY_MAX = 15
/** The amount's field holds 13 characters, dot and decimals included. */
const CODE_CENTS_MAX: Cents = 999_999_999_999n
const TXID = /^[A-Za-z0-9]{1,25}$/
const KEY_LENGTH_MAX = 77
const LOCATION_LENGTH_MAX = 77
const LOCATION = /^[a-z0-9.-]+(?::\d+)?\/[\x21-\x7e]+$/i
const KEYS = {
  random: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/,
  phone: /^\+[1-9]\d{1,14}$/,
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
}

/**
 * A static code with this amount. Names lose characters that the standard forbids, and never become empty;
 * anything else invalid is a RangeError. Field 01 is omitted, because some readers take its value 12 for a
 * dynamic code.
 */
export function brCode({ key, merchantName, city, amountCents, txid }: StaticPix): string {
  // The key is not quoted: it may be a CPF or a phone.
  if (!isPixKey(key)) throw new RangeError('not a Pix key in the form banks register it')
  if (!TXID.test(txid)) throw new RangeError(`not 1 to 25 letters and digits: ${JSON.stringify(txid)}`)
  if (amountCents < 1n || amountCents > CODE_CENTS_MAX) {
    throw new RangeError(`not an amount for a Pix code: ${amountCents} cents`)
  }
  const receiver = field('26', field('00', PIX) + field('01', key))
  return withCrc({
    begin: field('00', '01') + receiver,
    amount: field('54', formatAmount(amountCents)),
    name: merchantName,
    city,
    txid,
  })
}

/**
 * A code for a charge that the bank stores at this location, with its amount. RangeError for a location that
 * fits no code.
 */
export function dynamicBrCode(location: string, receiver: { name: string; city: string }): string {
  if (!isPixLocation(location)) throw new RangeError('not a location for a Pix code')
  const begin = field('00', '01') + field('01', '12')
  return withCrc({
    begin: begin + field('26', field('00', PIX) + field('25', location)),
    amount: '',
    name: receiver.name,
    city: receiver.city,
    txid: '***',
  })
}

/** A host, optionally with a port, and a path, without the scheme, within the code's length. */
export function isPixLocation(text: string): boolean {
  return text.length <= LOCATION_LENGTH_MAX && LOCATION.test(text)
}

function withCrc({
  begin,
  amount,
  name,
  city,
  txid,
}: {
  readonly begin: string
  readonly amount: string
  readonly name: string
  readonly city: string
  readonly txid: string
}): string {
  const fields = [
    begin,
    field('52', '0000'),
    field('53', '986'),
    amount,
    field('58', 'BR'),
    field('59', plainText(name, NAME_MAX) || 'Recebedor'),
    field('60', plainText(city, CITY_MAX) || 'Brasil'),
    field('62', field('05', txid)),
  ]
  const covered = `${fields.join('')}6304`
  return covered + crc16(covered)
}

/** CRC-16/CCITT-FALSE of a text of single bytes, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function isPixKey(text: string): boolean {
  return text.length <= KEY_LENGTH_MAX && Object.values(KEYS).some((form) => form.test(text))
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

/** Characters that do not decompose into an ASCII letter and its accent. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
}

/** The text in printable ASCII: letters lose their accents, and other characters become a space. */
function plainText(text: string, lengthMax: number): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[^\x20-\x7e]/g, (character) => SPELLINGS[character] ?? ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()
}

// Checks that a payer's bank can read the BR Code that our bank sent.

/** Readers need not accept more (EMV). */
const CODE_LENGTH_MAX = 512

/**
 * Whether this is a readable Pix code, static or dynamic: consecutive fields, mandatory ones present, CRC
 * right. Long names and accents are accepted, because such codes are in use.
 */
export function isBrCode(text: string): boolean {
  if (text.length > CODE_LENGTH_MAX || !/^[^\p{Cc}\p{Cs}]+$/u.test(text)) return false
  // Outside ASCII banks disagree whether lengths and the CRC count characters or bytes of UTF-8.
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
  // Some banks omit it although it is mandatory; payers' banks read such codes.
  const additional = fields.get('62')
  const isNamed = additional === undefined || readFields(additional)?.has('05') === true
  return COMMON_FIELDS.every(fits) && present.every(fits) && isNamed
}

/** Fields 26 to 51 name receivers, one for each payment scheme: exactly one may be Pix, by key or by address. */
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
