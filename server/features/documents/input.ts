// Reads the input of documents, and finds the fields that a change touches.
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../../contract/errors.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { dateIn, dayStart, parseDate, parseTimestamp } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { type Cents, centsFromNumber } from '../../kernel/values/money.ts'
import { uuidFromClientId } from '../clients/store.ts'

/** Bounds for dates: no real invoice or payment lies outside them, and dates computed from them stay valid. */
const FIRST_DAY = '2000-01-01'

const LAST_DAY = '2199-12-31'

export function readDate(field: string, text: string): string {
  return withinBounds(field, parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15'))
}

function withinBounds(field: string, day: Temporal.PlainDate): string {
  const date = day.toString()
  if (date < FIRST_DAY || date > LAST_DAY)
    failField(field, issueWith('must be from {first} to {last}', { first: FIRST_DAY, last: LAST_DAY }))
  return date
}

export function readOptionalDate(field: string, text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : readDate(field, text)
}

/** Undefined means that the request does not have the field; null clears it. */
export function readTimestamp(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  return parseTimestamp(text) ?? failField(field, 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
}

/** A timestamp as in `readTimestamp`, or a day, which means its first moment in the team's time zone. */
export function readMoment(
  field: string,
  text: string | null | undefined,
  zone: string,
): Date | null | undefined {
  if (text === null || text === undefined) return text
  const day = parseDate(text)
  const moment =
    (day === null ? parseTimestamp(text) : dayStart(day, zone)) ??
    failField(field, 'must be a day or a timestamp such as 2026-11-15 or 2026-11-15T12:00:00.000Z')
  withinBounds(field, dateIn(moment, zone))
  return moment
}

export function readAmount(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}

/** Those of the team by default; always in the same order, without duplicates. */
export function readMethods(
  methods: readonly PaymentMethod[] | undefined,
  { payment_methods }: { readonly payment_methods: PaymentMethod[] },
): PaymentMethod[] {
  const wanted = methods ?? payment_methods
  return PAYMENT_METHODS.filter((method) => wanted.includes(method))
}

/** Fails with `missing` if there is no such row, or the id is not a UUID. */
export async function demandById<Row>(
  id: string,
  find: (uuid: string) => Promise<Row | undefined>,
  missing: ErrorCode,
): Promise<Row> {
  return (isUuid(id) ? await find(id) : undefined) ?? fail(missing)
}

/** The UUID of either spelling of a client id. */
export function readClientId(id: string): string {
  return uuidFromClientId(id) ?? fail('client_not_found')
}

type Content = Readonly<Record<string, unknown>>

/** Names of the fields that differ. */
export function changedFields(before: Content, after: Content): string[] {
  return Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
}

/** The same reason for each of the fields. */
export function unchangeable(fields: readonly string[], issue: Issue): { details: FieldIssue[] } {
  return { details: fields.map((field) => ({ field, issue })) }
}

/** An update that repeats the stored row causes no event and no new timestamp. */
export function isSameRow<Row extends { updated_at: Date }>(before: Row, after: Row): boolean {
  const [one, other] = [written(before), written(after)]
  // JSON columns come back with their fields in another order.
  return one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other))
}

function written({ updated_at, ...row }: { updated_at: Date }): string {
  const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
}
