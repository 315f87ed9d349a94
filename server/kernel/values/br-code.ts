// Writes the text behind a PIX QR code (BR Code): static ones, and dynamic ones for a charge that a bank keeps.
import { type Cents, formatAmount } from './money.ts'

export interface StaticPix {
  /** As banks register it: a UUID, an e-mail, a phone with +55, or a CPF or CNPJ without punctuation. */
  key: string
  merchantName: string
  city: string
  amountCents: Cents
  txid: string
}

export const PIX = 'br.gov.bcb.pix'
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
 * A static code that asks for this amount. Names lose what the standard does not allow, and never become
 * empty; all else that cannot be in a code is a RangeError. Field 01 is left out, as in Banco Central's own
 * example: with its value 12 some readers take the code for a dynamic one.
 */
export function brCode({ key, merchantName, city, amountCents, txid }: StaticPix): string {
  // The key is not quoted: it may be somebody's CPF or phone.
  if (!isPixKey(key)) throw new RangeError('not a PIX key in the form banks register it')
  if (!TXID.test(txid)) throw new RangeError(`not 1 to 25 letters and digits: ${JSON.stringify(txid)}`)
  if (amountCents < 1n || amountCents > CODE_CENTS_MAX) {
    throw new RangeError(`not an amount for a PIX code: ${amountCents} cents`)
  }
  const receiver = field('26', field('00', PIX) + field('01', key))
  return sealed(
    field('00', '01') + receiver,
    field('54', formatAmount(amountCents)),
    merchantName,
    city,
    txid,
  )
}

/**
 * A code for a charge that the bank keeps at this location, with the amount and all else. RangeError for a location
 * that fits no code.
 */
export function dynamicBrCode(location: string, receiver: { name: string; city: string }): string {
  if (!isPixLocation(location)) throw new RangeError('not a location for a PIX code')
  const begin = field('00', '01') + field('01', '12')
  return sealed(
    begin + field('26', field('00', PIX) + field('25', location)),
    '',
    receiver.name,
    receiver.city,
    '***',
  )
}

/** A host, perhaps with a port, and a path, without the scheme, as long as a code has room for. */
export function isPixLocation(text: string): boolean {
  return text.length <= LOCATION_LENGTH_MAX && LOCATION.test(text)
}

function sealed(begin: string, amount: string, name: string, city: string, txid: string): string {
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

/** Characters that do not come apart into an ASCII letter and its accent. */
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

/** The text in printable ASCII: letters lose their accents, and what has no likeness becomes a space. */
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
