// Telephone numbers in the form that messaging apps need: digits with the country code.

const BRAZIL = '55'

/**
 * A number with a plus or 00 keeps its country; others are Brazilian, with area code. Null if it is no usable
 * number.
 */
export function phoneDigits(text: string): string | null {
  const isForeign = /^\s*(?:\+|00)/.test(text)
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  if (isForeign) return digits.length >= 8 && digits.length <= 15 ? digits : null
  if (/^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/.test(digits)) return BRAZIL + digits
  return /^55[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/.test(digits) ? digits : null
}
