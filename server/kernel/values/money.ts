// Money as bigint cents with one rounding function, so that every amount adds up to the cent everywhere.

import { type Decimal, decimalFromNumber, formatScaled, powerOfTen } from './decimal.ts'

export type Cents = bigint

/**
 * The largest amount that is read or shown: 13 digits before the dot. A JSON number of 15 digits still holds
 * every cent, so strings and numbers in the contract agree.
 */
export const AMOUNT_CENTS_MAX: Cents = 999_999_999_999_999n

const AMOUNT = /^(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * The only rounding in the code: to the nearest whole, a half going up. For negatives it is symmetric, so
 * that a refund rounds like the charge it reverses.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const top = magnitude(numerator)
  const bottom = magnitude(denominator)
  const rounded = (2n * top + bottom) / (2n * bottom)
  return numerator < 0n === denominator < 0n ? rounded : -rounded
}

/** Reads a request's amount string ("100", "100.5", "100.50"); null for anything else, signs included. */
export function parseAmount(text: string): Cents | null {
  const match = AMOUNT.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  return BigInt(whole + fraction.padEnd(2, '0'))
}

const SIGNED_AMOUNT = /^(-?)(\d{1,40})(?:\.(\d{1,2}))?$/

/** Also accepts a sign and amounts beyond the limits, which are refused with their own message. */
export function parseSignedAmount(text: string): Cents | null {
  const match = SIGNED_AMOUNT.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  return BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`)
}

/** Reads an amount that we wrote ourselves, so anything else is a bug. */
export function parseOwnAmount(text: string): Cents {
  const cents = parseAmount(text)
  if (cents === null) throw new Error(`an amount of our own is none: ${text}`)
  return cents
}

/** The contract's amount string: two decimals, a dot, no thousands separator. */
export function formatAmount(cents: Cents): string {
  return formatScaled(cents, 2)
}

/** For people (pages, mails, PDFs): "R$ 1.234,50". Plain code, because Intl puts in a no-break space. */
export function formatBrl(cents: Cents): string {
  const sign = cents < 0n ? '-' : ''
  const [whole = '', fraction = ''] = formatAmount(magnitude(cents)).split('.')
  return `${sign}R$ ${whole.replace(/\B(?=(?:\d{3})+$)/g, '.')},${fraction}`
}

/** Reads a JSON number as money: null if it has more than two decimals or is beyond AMOUNT_CENTS_MAX. */
export function centsFromNumber(value: number): Cents | null {
  if (!Number.isFinite(value)) return null
  const { digits, scale } = decimalFromNumber(value)
  if (scale > 2) return null
  const cents = digits * powerOfTen(2 - scale)
  return magnitude(cents) > AMOUNT_CENTS_MAX ? null : cents
}

/** For fields the contract marks number. Beyond AMOUNT_CENTS_MAX it throws rather than lose a cent. */
export function numberFromCents(cents: Cents): number {
  if (magnitude(cents) > AMOUNT_CENTS_MAX) throw new RangeError(`too large for a JSON number: ${cents} cents`)
  return Number(formatAmount(cents))
}

/** cents x by, rounded once: a conversion by an exchange rate. */
export function multiplyToCents(cents: Cents, by: Decimal): Cents {
  return divideHalfUp(cents * by.digits, powerOfTen(by.scale))
}

/** cents x percent / 100, rounded once: a markup, discount or tax. */
export function percentOf(cents: Cents, percent: Decimal): Cents {
  return divideHalfUp(cents * percent.digits, powerOfTen(percent.scale + 2))
}

/** quantity x unit price (in reais, not cents), rounded once: the total of a line. */
export function multiplyDecimalsToCents(quantity: Decimal, unitPrice: Decimal): Cents {
  return divideHalfUp(
    quantity.digits * unitPrice.digits * powerOfTen(2),
    powerOfTen(quantity.scale + unitPrice.scale),
  )
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
