// Reads a search term in every way it can be meant: ids, numbers, amounts and names.
import type { Match, SearchResult } from '../../../contract/search.ts'
import { bareTaxId } from '../../../contract/tax-ids.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { containing } from '../../kernel/db/db.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { foldText } from '../../kernel/values/text.ts'
import { bareNumber } from '../bookings/store.ts'
import type { Way } from './store.ts'

export interface Term {
  /** As typed, trimmed. */
  readonly typed: string
  /** Folded like names; null if no index helps: too short, or without letter and digit. */
  readonly folded: string | null
  /** Only letters and digits, in lower case, for locators and tickets. */
  readonly bare: string
  /** As part of a CPF or CNPJ; null if it cannot be one. */
  readonly taxId: string | null
  readonly amountCents: bigint | null
  /** The number of an invoice, of any year if none was typed. */
  readonly invoiceNumber: { readonly year: number | null; readonly sequence: number } | null
}

/** A trigram index needs at least this many. */
const PART_CHARACTERS_MIN = 3
const TAX_ID_PART_MIN = 5
/** 529.982, 529.982.24, 12.345.678 */
const TAX_ID_BEGINNING = /^\d{2,3}\.\d{3}(?:\.\d{1,3})?$/

export function readTerm(text: string): Term {
  const typed = text.replace(/\p{Control}+/gu, ' ').trim()
  const folded = foldText(typed)
  const taxId = bareTaxId(typed)
  const amountCents = amountFrom(typed)
  // With a point it is an amount and nothing else, unless it is the beginning of a CPF or CNPJ.
  const isAmount = amountCents !== null && /[.,]/.test(typed) && !TAX_ID_BEGINNING.test(typed)
  const isTaxId = taxId.length >= TAX_ID_PART_MIN && /^[0-9A-Z]*\d[0-9A-Z]*$/.test(taxId) && !isAmount
  return {
    typed,
    folded: folded.length >= PART_CHARACTERS_MIN && /[\p{L}\p{N}]/u.test(folded) ? folded : null,
    bare: bareNumber(typed),
    taxId: isTaxId ? taxId : null,
    amountCents,
    invoiceNumber: invoiceNumberFrom(typed),
  }
}

const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/

/** "R$ 1.234,56", "1.234", "1234,5", "1234.56"; null for anything else. */
function amountFrom(text: string): bigint | null {
  const bare = text.replace(/^R\$\s*/i, '')
  if (!/^[\d.,]+$/.test(bare)) return null
  const decimals = /^(.*)[.,](\d{1,2})$/.exec(bare)
  const [whole = '', fraction = ''] = decimals === null ? [bare] : decimals.slice(1)
  if (!/^\d+$/.test(whole) && !GROUPED.test(whole)) return null
  return parseAmount(`${whole.replace(/[.,]/g, '')}.${fraction.padEnd(2, '0')}`)
}

const NUMBER = /^(?:(\d{4})\s*[-/]\s*)?(\d{1,9})$/

function invoiceNumberFrom(text: string): Term['invoiceNumber'] {
  const match = NUMBER.exec(text.replace(/^#\s*/, ''))
  if (match === null) return null
  return { year: match[1] === undefined ? null : Number(match[1]), sequence: Number(match[2]) }
}

/** The caller's rights, the database, and the maximum of each type. */
export interface Asked {
  readonly db: Queryable
  readonly owner: Owner
  readonly limit: number
}

/** The object, and the field that matched. */
export type FoundObject = Omit<SearchResult, 'currency' | 'created_at'>

export interface Matched {
  readonly matched: Match
  readonly exact: boolean
}

export const within = (column: string, part: string | null): Way[] =>
  part === null ? [] : [{ where: `${column} like $4`, values: [containing(part)], isCommon: true }]

export const byUuid = (id: string | null): Way[] =>
  id !== null && isUuid(id) ? [{ where: 'found.id = $4', values: [id] }] : []

export const byAmount = (column: string, { amountCents }: Term): Way[] =>
  amountCents === null ? [] : [{ where: `${column} = $4`, values: [amountCents] }]

export const byClients = (ids: readonly string[]): Way[] =>
  ids.length === 0 ? [] : [{ where: 'true', values: [ids], isOfClients: true }]

/** The results of each way, without duplicates, up to the limit; the surest ways come first. */
export async function findAll<Row extends { id: string }>(
  { db, owner, limit }: Asked,
  find: (db: Queryable, owner: Owner, way: Way, limit: number) => Promise<Row[]>,
  ways: readonly Way[],
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for (const way of ways) {
    if (found.size >= limit) break
    for (const row of await find(db, owner, way, limit)) if (!found.has(row.id)) found.set(row.id, row)
  }
  return [...found.values()].slice(0, limit)
}

/** The text that matched: an exact match before a partial one. */
export function matchIn(
  texts: readonly (readonly [Match, string])[],
  parts: readonly (string | null)[],
): Matched | null {
  const wanted = parts.filter((part) => part !== null && part !== '')
  const whole = texts.find(([, text]) => wanted.includes(text))
  if (whole !== undefined) return { matched: whole[0], exact: true }
  const partly = texts.find(([, text]) => wanted.some((part) => part !== null && text.includes(part)))
  return partly === undefined ? null : { matched: partly[0], exact: false }
}
