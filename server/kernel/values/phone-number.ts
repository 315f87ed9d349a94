// Telephone numbers as clients write them, in the one form that messaging apps take: digits with the country code.

const BRAZIL = '55'

/**
 * A number with a plus or 00 in front is taken as it is; without, it is Brazilian, with area code. Null for what is no
 * number that could be written to.
 */
export function phoneDigits(text: string): string | null {
  const isForeign = /^\s*(?:\+|00)/.test(text)
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  if (isForeign) return digits.length >= 8 && digits.length <= 15 ? digits : null
  if (/^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/.test(digits)) return BRAZIL + digits
  return /^55[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/.test(digits) ? digits : null
}
