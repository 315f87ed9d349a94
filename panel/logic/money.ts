// Arithmetic on decimal strings in whole cents: money never becomes a floating-point number.

type Decimal = `${number}`

export function isDecimal(text: string): text is Decimal {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

/** Undefined if invalid. Decimals after the second are cut off, since no amount has them. */
export function centsOf(amount: string | number): bigint | undefined {
  const text = String(amount)
  const found = /^(-?)(\d+)(?:\.(\d{1,2})\d*)?$/.exec(text)
  if (found === null) return undefined
  const [, sign = '', whole = '0', part = ''] = found
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0') || '0')
  return sign === '-' ? -cents : cents
}

export function amountOf(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function sumOf(amounts: readonly (string | number)[]): string {
  return amountOf(amounts.reduce((sum, amount) => sum + (centsOf(amount) ?? 0n), 0n))
}

/** The amount that is missing; undefined if none. */
export function missingAmount(have: string, need: string): string | undefined {
  const lack = (centsOf(need) ?? 0n) - (centsOf(have) ?? 0n)
  return lack > 0n ? amountOf(lack) : undefined
}

/** Fractions of a cent are dropped. */
export function meanOf(amount: string, count: number): string {
  return count === 0 ? '0.00' : amountOf((centsOf(amount) ?? 0n) / BigInt(count))
}

/** A ratio from 0 to 1, only for bars and gauges. */
export function shareOf(part: string | number, whole: string | number): number {
  const all = centsOf(whole) ?? 0n
  if (all <= 0n) return 0
  const thousandths = ((centsOf(part) ?? 0n) * 1_000n) / all
  return Math.min(1, Math.max(0, Number(thousandths) / 1_000))
}

/** Parses user input such as `1.234,5` or `1234.50` for the API; undefined if invalid. */
export function parseAmount(text: string): string | undefined {
  const bare = text.replace(/[R$\s]/g, '')
  if (bare === '') return undefined
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  // A separator before the last one or two digits is the decimal one; all others group thousands.
  const at = /[.,]\d{1,2}$/.test(bare) ? Math.max(comma, point) : bare.length
  const whole = bare.slice(0, at).replace(/[.,]/g, '')
  const part = bare.slice(at + 1)
  return /^\d+$/.test(whole) ? `${BigInt(whole)}.${part.padEnd(2, '0')}` : undefined
}
