// Text as people compare it: without accents, case or spaces to spare. What is searched and what it is searched in go
// through the same function, so the two cannot disagree.
import { bareTaxId, looksLikeCpf } from '../../../contract/tax-ids.ts'

export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

// Names as mails and messages show them. They are free text of strangers, sent under the agency's name: nothing in one
// may become a link, a number to call, a line of its own, or longer than a name.

const CHARACTERS_MAX = 60
/** Of a reason. */
const WORDS_MAX = 300
/** All that is no letter, digit, space or common in names. */
const UNUSUAL = /[^\p{L}\p{M}\p{N} .,'’&()ºª-]+/gu
/** A domain, however it is written: no dot stands right before a letter. */
const DOT_INSIDE = /[.,](?=\S)/g
const WWW = /\bwww\b[.,]?/gi
const PHONE_NUMBER = /\d(?:[ .,()-]*\d){6,}/g

/** A dash where nothing is left of it. */
export function shownName(text: string): string {
  return cut(plainOf(text) || '—', CHARACTERS_MAX)
}

/** What a stranger wrote in more than a few words, by the same rules; empty where nothing is left of it. */
export function shownWords(text: string): string {
  return cut(plainOf(text), WORDS_MAX)
}

function plainOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(UNUSUAL, ' ')
    .replace(PHONE_NUMBER, ' ')
    .replace(WWW, ' ')
    .replace(DOT_INSIDE, '$& ')
    .replace(/ +/g, ' ')
    .trim()
}

function cut(text: string, charactersMax: number): string {
  const characters = [...text]
  if (characters.length <= charactersMax) return text
  const kept = characters.slice(0, charactersMax - 1).join('')
  return `${kept.trim()}…`
}

// Guesses which known name was meant by one that nobody knows: another spelling of it, a part of it, or a slip.

/** Names that share this much of their letters are near. */
const LETTERS_FOR_EACH_SLIP = 3
const PART_LETTERS_MIN = 3

export function nearestName(unknown: string, known: Iterable<string>): string | undefined {
  const asked = lettersOf(unknown)
  let nearest: { name: string; distance: number } | undefined
  for (const name of known) {
    const distance = distanceOf(asked, lettersOf(name))
    if (distance !== undefined && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance }
  }
  return nearest?.name
}

/** `offer_id`, `offerId` and `Offer-Id` are the same name. */
export function isSpeltOtherwise(name: string, known: Iterable<string>): boolean {
  const asked = lettersOf(name)
  return Iterator.from(known).some((one) => lettersOf(one) === asked)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Undefined where the two have too little in common. A part is nearer than a slip, and the longer part is nearer. */
function distanceOf(asked: string, name: string): number | undefined {
  if (asked === name) return 0
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked]
  const isPart = short.length >= PART_LETTERS_MIN && (long.startsWith(short) || long.endsWith(short))
  if (isPart) return (long.length - short.length) / long.length
  const most = Math.floor(long.length / LETTERS_FOR_EACH_SLIP)
  if (long.length - short.length > most) return undefined
  const slips = slipsBetween(asked, name)
  return slips <= most ? slips : undefined
}

/** Letters that are missing, too many, wrong, or in each other's place. */
function slipsBetween(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(before, j - 2) + 1 : Infinity,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return at(row, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}

// Dates and tax ids as people in Brazil read them.

/** 05/11/2026 */
export function brazilianDate({ day, month, year }: Temporal.PlainDate): string {
  return [String(day).padStart(2, '0'), String(month).padStart(2, '0'), String(year).padStart(4, '0')].join(
    '/',
  )
}

/** With the usual punctuation, and saying which of the two it is; what is neither stays as it was written. */
export function taxIdText(document: string): string {
  const bare = bareTaxId(document)
  if (looksLikeCpf(bare)) return `CPF ${bare.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')}`
  if (/^[0-9A-Z]{14}$/.test(bare)) return `CNPJ ${bare.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')}`
  return `CPF/CNPJ ${document}`
}
