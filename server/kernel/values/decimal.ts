// Exact decimals for rates, percentages, quantities and unit prices, which binary fractions cannot represent.

/** The value digits / 10^scale, always normalised: scale is 0 or more and as small as it can be. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

// Bounds on input: far beyond any rate or quantity, and small enough to compute quickly.
const SIGNIFICANT_DIGITS_MAX = 30
const EXPONENT_MAX = 30
const TEXT_LENGTH_MAX = 80

// The number grammar of JSON: no plus sign in front, no bare dot, no needless leading zeros.
const JSON_NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Reads a number as JSON writes it; null if it is anything else, or out of bounds. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > TEXT_LENGTH_MAX) return null
  const parts = readParts(text)
  if (parts === null) return null
  if (Math.abs(parts.exponent) > EXPONENT_MAX) return null
  if (countSignificant(parts.digits) > SIGNIFICANT_DIGITS_MAX) return null
  return shift(parts)
}

/** Reads a decimal that we wrote ourselves, so anything else is a bug. */
export function parseOwnDecimal(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === null) throw new RangeError(`not a decimal: ${text}`)
  return decimal
}

/**
 * The decimal that this number was written as: its shortest text that reads back the same. 0.1 becomes one
 * tenth, not the nearest binary fraction.
 */
export function decimalFromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  const parts = readParts(String(value))
  if (parts === null) throw new RangeError(`not a decimal: ${value}`)
  return shift(parts)
}

/** The value digits / 10^scale in its normal form. */
export function makeDecimal(digits: bigint, scale = 0): Decimal {
  if (!Number.isSafeInteger(scale)) throw new RangeError(`scale is not a whole number: ${scale}`)
  if (digits === 0n) return { digits: 0n, scale: 0 }
  if (scale < 0) return { digits: digits * powerOfTen(-scale), scale: 0 }
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale -= 1
  }
  return { digits, scale }
}

/** Plain text without exponent, leading plus or trailing zeros: "5.1", "-0.001", "0". */
export function formatDecimal(value: Decimal): string {
  return formatScaled(value.digits, value.scale)
}

/** The text of digits / 10^scale with exactly `scale` decimals. */
export function formatScaled(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + text
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/**
 * The nearest JSON number, for fields the contract marks number. Up to 15 significant digits it shows, and
 * reads back, as the same decimal.
 */
export function numberFromDecimal(value: Decimal): number {
  return Number(formatDecimal(value))
}

/** How many decimals the value needs, however it was written: 1 for 1.50, 0 for 2.00. */
export function decimalPlaces(value: Decimal): number {
  return value.scale
}

/** -1, 0 or 1 as a is below, equal to or above b; fits Array.sort. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const left = a.digits * powerOfTen(b.scale)
  const right = b.digits * powerOfTen(a.scale)
  if (left === right) return 0
  return left < right ? -1 : 1
}

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

interface Parts {
  readonly negative: boolean
  /** All digits before and after the dot, as written. */
  readonly digits: string
  readonly fractionLength: number
  readonly exponent: number
}

function readParts(text: string): Parts | null {
  const match = JSON_NUMBER.exec(text)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  return {
    negative: sign === '-',
    digits: whole + fraction,
    fractionLength: fraction.length,
    exponent: Number(exponent),
  }
}

// Zeros in front and behind only place the dot, so 1.000 and 0.001 have one significant digit each.
function countSignificant(digits: string): number {
  return digits.replace(/^0+/, '').replace(/0+$/, '').length
}

function shift(parts: Parts): Decimal {
  const digits = BigInt(parts.digits)
  return makeDecimal(parts.negative ? -digits : digits, parts.fractionLength - parts.exponent)
}
