// Amounts in other currencies, in BRL: exact, half up, as the service computes them.
import { amountOf, centsOf } from './money.ts'

/** Parses a typed rate such as `5,4321` into a decimal with up to six places; undefined if invalid or zero. */
export function parseRate(text: string): string | undefined {
  const found = /^(\d{1,7})(?:[.,](\d{1,6}))?$/.exec(text.trim())
  if (found === null) return undefined
  const [, whole = '0', part = ''] = found
  const digits = part.replace(/0+$/, '')
  const rate = `${BigInt(whole)}${digits && `.${digits}`}`
  return rate === '0' ? undefined : rate
}

/** Undefined if the amount or the rate is invalid. */
export function inBrl(amount: string | number, rate: string): string | undefined {
  const cents = centsOf(amount)
  const decimal = parseRate(rate)
  if (cents === undefined || decimal === undefined) return undefined
  return amountOf(convertedCents(cents, decimal))
}

/** `rate` is a decimal. */
export function convertedCents(cents: bigint, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  const unit = 10n ** BigInt(part.length)
  return (2n * cents * BigInt(whole + part) + unit) / (2n * unit)
}

/** As people type it: with a comma in Portuguese, with a point in English. */
export function rateAsTyped(rate: number, locale: string): string {
  if (rate === 1) return ''
  const text = String(rate)
  return locale.startsWith('en') ? text : text.replace('.', ',')
}
