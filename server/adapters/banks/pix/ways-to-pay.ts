// How a payer comes to a charge, as banks with the API Pix tell it: by a code, or only by where the charge is kept.
import { asFields, type Fields } from './json-fields.ts'

export interface WaysToPay {
  /** Codes to pay it with, as the bank wrote them, the best first. */
  codes: string[]
  /** Where a payer's bank finds it, as it stands in a code: without its scheme. */
  location: string | null
}

/** The field of the API comes first; the others are those of single banks, which leave it out. */
export function waysToPay({ pixCopiaECola, brcode, textoImagemQRcode, location, loc }: Fields): WaysToPay {
  const isText = (value: unknown) => typeof value === 'string'
  const [address = null] = [location, asFields(loc)?.location].filter(isText)
  return {
    codes: [pixCopiaECola, brcode, textoImagemQRcode].filter(isText),
    location: address?.replace(/^https?:\/\//i, '') ?? null,
  }
}
