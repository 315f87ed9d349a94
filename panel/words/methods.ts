// The names of payment methods, and what an agency has to know of each.
import type { PaymentMethod } from '../../contract/payment-methods.ts'

interface MethodWords {
  readonly names: Readonly<Record<PaymentMethod, string>>
}

const pt: MethodWords = {
  names: {
    pix: 'Pix',
    boleto: 'Boleto',
    card: 'Cartão',
    pix_automatic: 'Pix Automático',
    pix_key: 'Chave Pix',
  },
}

const en: MethodWords = {
  names: {
    pix: 'Pix',
    boleto: 'Boleto',
    card: 'Card',
    pix_automatic: 'Pix Automático',
    pix_key: 'Pix key',
  },
}

export const methodWords = { en, pt }
