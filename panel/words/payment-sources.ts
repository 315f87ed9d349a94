// Where a payment of an invoice came from: a method, the agency, or a correction.
import type { InvoicePaymentMethod } from '../../contract/invoicing-states.ts'
import { methodWords } from './methods.ts'

interface SourceWords {
  readonly names: Readonly<Record<InvoicePaymentMethod, string>>
}

const pt: SourceWords = {
  names: {
    ...methodWords.pt.names,
    manual: 'Registrado manualmente',
    credit: 'Crédito do cliente',
    correction: 'Correção',
    return: 'Devolução',
    dispute: 'Pagamento com cartão contestado',
  },
}

const en: SourceWords = {
  names: {
    ...methodWords.en.names,
    manual: 'Recorded by hand',
    credit: 'Credit of the client',
    correction: 'Correction',
    return: 'Return',
    dispute: 'Card payment disputed',
  },
}

export const sourceWords = { pt, en }
