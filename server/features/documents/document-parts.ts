// What the documents of invoices and quotes have in common, in the words of their language.

import { taxIdText } from '../../../contract/tax-ids.ts'
import { formatDecimal, parseOwnDecimal } from '../../kernel/values/decimal.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { ownerName, ownerOfRow } from '../../kernel/values/owner.ts'
import type { DocumentLine } from '../../render/document/document.ts'
import type { PageWords } from '../../render/words/page-words.ts'
import { letterheadOf } from '../teams/brand.ts'
import type { Team } from '../teams/store.ts'
import type { World } from '../world.ts'
import type { StoredItem } from './items.ts'
import type { StoredParties } from './view.ts'

export function commonOf(
  world: World,
  {
    team,
    parties: { issuer, client },
    content: { items, issue_date },
    words,
  }: {
    readonly team: Team
    readonly parties: StoredParties
    readonly content: { items: StoredItem[]; issue_date: string }
    readonly words: PageWords
  },
) {
  const { document } = client
  return {
    language: words.lang,
    team: letterheadOf(world, team, issuer),
    footer: issuer.footer ?? null,
    client: { ...client, document: document === null ? null : taxIdText(document) },
    lines: linesOf(items, words),
    issuedOn: Temporal.PlainDate.from(issue_date),
  }
}

export function linesOf(items: readonly StoredItem[], words: PageWords): DocumentLine[] {
  return items.map(({ description, quantity, unit_price, total_cents }) => ({
    description,
    quantity: plainNumber(quantity, words),
    unitPrice: unitPriceText(unit_price, words),
    total: words.money(BigInt(total_cents)),
  }))
}

interface Summed {
  subtotal_cents: Cents
  discount_rate: string
  discount_cents: Cents
  tax_rate: string
  tax_cents: Cents
}

/** Subtotal, discount and tax; empty if the total is the subtotal. */
export function sumsOf(
  { subtotal_cents, discount_rate, discount_cents, tax_rate, tax_cents }: Summed,
  words: PageWords,
): [string, string][] {
  const { discount, tax, subtotal } = words.document
  const rows: [string, string][] = []
  if (discount_cents > 0n)
    rows.push([discount(plainNumber(discount_rate, words)), words.money(-discount_cents)])
  if (tax_cents > 0n) rows.push([tax(plainNumber(tax_rate, words)), words.money(tax_cents)])
  return rows.length === 0 ? [] : [[subtotal, words.money(subtotal_cents)], ...rows]
}

export function dateText(date: string, words: PageWords): string {
  return words.date(Temporal.PlainDate.from(date))
}

/** "1,5" and "2": without trailing zeros. */
function plainNumber(decimal: string, words: PageWords): string {
  return formatDecimal(parseOwnDecimal(decimal)).replace('.', words.decimal)
}

/** At least two decimals. */
function unitPriceText(price: string, { money, decimal }: PageWords): string {
  const [whole = '', fraction = ''] = formatDecimal(parseOwnDecimal(price)).split('.')
  const reais = money(BigInt(whole) * 100n).slice(0, -3)
  return `${reais}${decimal}${fraction.padEnd(2, '0')}`
}

/** About forty lines of usual text. */
const SHORT_CHARACTERS = 8_000
const CHARACTERS_OF_LINE = 100

interface ItemLists {
  items: readonly StoredItem[]
  options?: readonly { items: readonly StoredItem[] }[]
}

/** Whether drawing the page takes so long that it needs a turn among heavy work. */
export function isLongDocument({ items, options = [] }: ItemLists): boolean {
  const all = [...items, ...options.flatMap((option) => option.items)]
  const lengths = all.map(({ description }) => description.length + CHARACTERS_OF_LINE)
  return lengths.reduce((sum, length) => sum + length, 0) > SHORT_CHARACTERS
}

/** Public links of an agency have turns of their own, so that they do not slow down its API keys. */
export function turnsOfLinks(row: Parameters<typeof ownerOfRow>[0]): string {
  return `links of ${ownerName(ownerOfRow(row))}`
}

export function pdfName(title: string): string {
  const name = title
    .normalize('NFD')
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
    .toLowerCase()
  return `${name}.pdf`
}
