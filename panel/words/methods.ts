// The names of payment methods, and what an agency has to know of each.
import type { PaymentMethod } from '../../contract/payment-methods.ts'

interface MethodWords {
  readonly names: Readonly<Record<PaymentMethod, string>>
  /** Where an invoice offers it; a method that says nothing has none. */
  readonly hints: Readonly<Partial<Record<PaymentMethod, string>>>
  /** A saved invoice that lacks what the client pays by. */
  readonly unmade: Readonly<Record<PaymentMethod, string>>
}

const pt: MethodWords = {
  names: {
    pix: 'Pix',
    boleto: 'Boleto',
    card: 'Cartão',
    pix_automatic: 'Pix Automático',
    pix_key: 'Chave Pix',
  },
  hints: {
    boleto: 'O boleto precisa do CPF ou CNPJ do cliente.',
    pix_automatic: 'O Pix Automático precisa do CPF ou CNPJ do cliente.',
    pix_key: 'O banco não avisa: a agência confirma o recebimento.',
  },
  unmade: {
    pix: 'O código Pix ainda não saiu: confira o banco da agência',
    boleto: 'O boleto ainda não saiu: confira o CPF ou CNPJ do cliente e o banco da agência',
    card: 'O pagamento com cartão ainda não está disponível: confira o banco da agência',
    pix_automatic:
      'O Pix Automático ainda não está disponível: confira o CPF ou CNPJ do cliente e o banco da agência',
    pix_key: 'O código Pix ainda não saiu: cadastre a chave Pix da agência em Configurações, Bancos',
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
  hints: {
    boleto: 'A boleto needs the CPF or CNPJ of the client.',
    pix_automatic: 'Pix Automático needs the CPF or CNPJ of the client.',
    pix_key: 'No bank notifies us: the agency confirms the receipt.',
  },
  unmade: {
    pix: 'There is no Pix code yet: check the agency’s bank',
    boleto: 'There is no boleto yet: check the client’s tax id and the agency’s bank',
    card: 'Payment by card is not available yet: check the agency’s bank',
    pix_automatic: 'Pix Automático is not available yet: check the client’s tax id and the agency’s bank',
    pix_key: 'There is no Pix code yet: enter the agency’s Pix key under Settings, Banks',
  },
}

export const methodWords = { en, pt }
