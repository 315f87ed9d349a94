// The rows that show a change of the audit log: each field with its value before and after, in the reader's language.
import type { Formats } from './formats.ts'
import { isDecimal } from './money.ts'

type Named = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>

export interface FieldWords {
  readonly fields: Named
  /** The name of a field of which only a fingerprint is stored. */
  readonly fingerprint: (field: string) => string
  readonly rule: string
  readonly yes: string
  readonly no: string
  readonly or: string
  /** What a value means, by `object.field` or by field. */
  readonly values: Readonly<Record<string, Named>>
}

interface Change {
  readonly object: string
  readonly before: Values | null
  readonly after: Values | null
}

export interface AuditRow {
  readonly name: string
  readonly before: string
  readonly after: string
}

const DASH = '—'

const MONEY = new Set([
  'adjustment',
  'amount',
  'amount_paid',
  'balance',
  'discount_amount',
  'excess_amount',
  'fee_amount',
  'payment',
  'penalty',
  'returned_amount',
  'total',
])
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

export function auditRows(change: Change, words: FieldWords, formats: Formats): AuditRow[] {
  const reader = { object: change.object, words, formats }
  const before = change.before ?? {}
  const after = change.after ?? {}
  return Object.keys({ ...before, ...after }).map((field) => ({
    name: nameOf(field, words),
    before: shown(reader, field, before),
    after: shown(reader, field, after),
  }))
}

function nameOf(field: string, { fields, fingerprint, rule }: FieldWords): string {
  if (field.startsWith('prl_')) return `${rule} ${field}`
  const [, marked] = /^(.+)_fingerprint$/.exec(field) ?? []
  return marked === undefined ? (fields[field] ?? field) : fingerprint(fields[marked] ?? marked)
}

interface Reader {
  readonly object: string
  readonly words: FieldWords
  readonly formats: Formats
}

function shown(reader: Reader, field: string, values: Values): string {
  const value = values[field]
  if (!isObject(value)) return textOf(reader, field, value, values.currency)
  return linesOf(reader, field, value).join('\n') || DASH
}

/** One line for each value of an object; those without a value are left out. */
function linesOf(reader: Reader, field: string, value: Values): string[] {
  const meanings = reader.words.values[field]
  return Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => {
      const label = meanings?.[name] ?? nameOf(name, reader.words)
      return isObject(one)
        ? `${label} (${linesOf(reader, name, one).join(', ')})`
        : `${label}: ${textOf(reader, name, one)}`
    })
}

function textOf(reader: Reader, field: string, value: unknown, currency?: unknown): string {
  const { object, words, formats } = reader
  if (value === null || value === undefined || value === '') return DASH
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return listOf(reader, field, value)
  if (isObject(value)) return linesOf(reader, field, value).join(', ')
  const text = String(value)
  if (MONEY.has(field) && isDecimal(text))
    return formats.money(text, typeof currency === 'string' ? currency : undefined)
  if (typeof value === 'number') return formats.number(value)
  if (field.endsWith('percent') && isDecimal(text)) return formats.number(Number(text))
  if (DAY.test(text)) return formats.date(text)
  if (MOMENT.test(text)) return formats.stamp(text)
  if (field === 'changed_fields') return nameOf(text, words)
  return meaningOf(text, words.values[`${object}.${field}`] ?? words.values[field], words.or)
}

function listOf(reader: Reader, field: string, values: readonly unknown[]): string {
  // Several columns may have one name, such as the parts of a number.
  const texts = [...new Set(values.map((value) => textOf(reader, field, value)))]
  return texts.length === 0 ? DASH : texts.join(', ')
}

/** A status before a change may be one of several: "pending or expired". */
function meaningOf(text: string, meanings: Named | undefined, or: string): string {
  if (meanings === undefined) return text
  const whole = meanings[text]
  return (
    whole ??
    text
      .split(' or ')
      .map((one) => meanings[one] ?? one)
      .join(` ${or} `)
  )
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
