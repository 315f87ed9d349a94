// Amounts as the API sends them, decimal strings, reckoned in whole cents: money never becomes a binary fraction.

type Decimal = `${number}`

export function isDecimal(text: string): text is Decimal {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

/** Undefined for what is no amount. More than two decimals are cut off, as no amount has them. */
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

/** How much is missing to a sum; undefined where nothing is. */
export function lackOf(have: string, need: string): string | undefined {
  const lack = (centsOf(need) ?? 0n) - (centsOf(have) ?? 0n)
  return lack > 0n ? amountOf(lack) : undefined
}

/** Cents that cannot be shared are left out. */
export function meanOf(amount: string, count: number): string {
  return count === 0 ? '0.00' : amountOf((centsOf(amount) ?? 0n) / BigInt(count))
}

/** A part of a whole from 0 to 1, for bars and gauges alone. */
export function shareOf(part: string | number, whole: string | number): number {
  const all = centsOf(whole) ?? 0n
  if (all <= 0n) return 0
  const thousandths = ((centsOf(part) ?? 0n) * 1_000n) / all
  return Math.min(1, Math.max(0, Number(thousandths) / 1_000))
}

/** What a person typed, `1.234,5` or `1234.50`, as the API takes it; undefined where it is no amount. */
export function typedAmount(text: string): string | undefined {
  const bare = text.replace(/[R$\s]/g, '')
  if (bare === '') return undefined
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  // The last sign before one or two digits parts cents; every other one groups thousands.
  const at = /[.,]\d{1,2}$/.test(bare) ? Math.max(comma, point) : bare.length
  const whole = bare.slice(0, at).replace(/[.,]/g, '')
  const part = bare.slice(at + 1)
  return /^\d+$/.test(whole) ? `${BigInt(whole)}.${part.padEnd(2, '0')}` : undefined
}
