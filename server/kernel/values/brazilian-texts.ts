// Dates and tax ids as people in Brazil read them.
import { bareTaxId, looksLikeCpf } from './tax-ids.ts'

/** 05/11/2026 */
export function brazilianDate({ day, month, year }: Temporal.PlainDate): string {
  return [String(day).padStart(2, '0'), String(month).padStart(2, '0'), String(year).padStart(4, '0')].join(
    '/',
  )
}

/** With the usual punctuation, and saying which of the two it is; what is neither stays as it was written. */
export function taxIdText(document: string): string {
  const bare = bareTaxId(document)
  if (looksLikeCpf(bare)) return `CPF ${bare.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')}`
  if (/^[0-9A-Z]{14}$/.test(bare)) return `CNPJ ${bare.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5')}`
  return `CPF/CNPJ ${document}`
}
