// Computes the totals of an invoice or quote while it is edited, with the server's rule: lines are rounded to the cent,
// then the discount of their sum, then the tax of the rest, each half up.
import { amountOf } from './money.ts'

export interface LineInput {
  /** A decimal with up to four places, as `typedDecimal` reads it; anything else counts as zero. */
  readonly quantity: string
  readonly unitPrice: string
}

export interface DocumentTotals {
  /** One for each line, in order. */
  readonly lines: readonly string[]
  readonly subtotal: string
  readonly discount: string
  readonly tax: string
  readonly total: string
}

const PLACES = 4
const UNIT = 10n ** BigInt(PLACES)

/** Rates are in percent. */
export function documentTotals(
  written: readonly LineInput[],
  discountRate: string,
  taxRate: string,
): DocumentTotals {
  const cents = written.map(({ quantity, unitPrice }) =>
    halfUp(unitsOf(quantity) * unitsOf(unitPrice) * 100n, UNIT * UNIT),
  )
  const subtotal = cents.reduce((sum, one) => sum + one, 0n)
  const discount = percentOf(subtotal, discountRate)
  const tax = percentOf(subtotal - discount, taxRate)
  return {
    lines: cents.map(amountOf),
    subtotal: amountOf(subtotal),
    discount: amountOf(discount),
    tax: amountOf(tax),
    total: amountOf(subtotal - discount + tax),
  }
}

/**
 * Parses user input such as `1,5` or `1.234,5678` into a plain decimal with up to four places; undefined if invalid.
 */
export function parseDecimal(text: string): string | undefined {
  const bare = text.replace(/[R$%\s]/g, '')
  const found = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,4}))?$/.exec(bare) ?? /^(\d+)\.(\d{1,4})$/.exec(bare)
  if (found === null) return undefined
  const [, whole = '0', part = ''] = found
  const digits = part.replace(/0+$/, '')
  return `${BigInt(whole.replaceAll('.', ''))}${digits && `.${digits}`}`
}

/**
 * Formats a number so that `typedDecimal` reads it back. It uses a comma, because three digits after a point could be
 * thousands.
 */
export function formatDecimal(value: number, placesMin = 0): string {
  const [whole = '0', part = ''] = String(value).split('.')
  const places = part.padEnd(placesMin, '0')
  return places === '' ? whole : `${whole},${places}`
}

function percentOf(cents: bigint, rate: string): bigint {
  return halfUp(cents * unitsOf(rate), UNIT * 100n)
}

/** In ten-thousandths. */
function unitsOf(text: string): bigint {
  const found = /^(\d+)(?:\.(\d{1,4}))?$/.exec(text)
  return found === null ? 0n : BigInt(`${found[1]}${(found[2] ?? '').padEnd(PLACES, '0')}`)
}

function halfUp(top: bigint, bottom: bigint): bigint {
  return (2n * top + bottom) / (2n * bottom)
}
