// Descriptions of the lines of a wallet as they are stored, and what a reader of Portuguese is shown.
import { type Phrase, type ReaderLanguage, translator } from './phrase.ts'

export const DESCRIPTIONS: readonly Phrase[] = [
  ['Wallet recharge by PIX', 'Recarga da carteira por Pix'],
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

/** What is in no table was written by a person, and stays as it is. */
export function descriptionFor(language: ReaderLanguage, description: string): string {
  return language === 'en' ? description : (translate(description) ?? description)
}
