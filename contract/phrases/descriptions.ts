// Stored descriptions of wallet lines, and their Portuguese translations.
import { type Phrase, type ReaderLanguage, translator } from './phrase.ts'

export const DESCRIPTIONS: readonly Phrase[] = [
  ['Wallet recharge by Pix', 'Recarga da carteira por Pix'],
  ['Wallet recharge by boleto', 'Recarga da carteira por boleto'],
  ['Returned payment of a wallet recharge', 'Devolução do pagamento de uma recarga'],
  ['Booking {what}, {where}', 'Reserva {what}, {where}'],
  ['Refund of booking {reference}', 'Reembolso da reserva {reference}'],
  [
    'Refund of booking {reference}: tickets not issued',
    'Reembolso da reserva {reference}: bilhetes não emitidos',
  ],
]

const translate = translator(DESCRIPTIONS)

/** A text that is in no table was written by a person, and stays unchanged. */
export function descriptionFor(language: ReaderLanguage, description: string): string {
  return language === 'en' ? description : (translate(description) ?? description)
}
