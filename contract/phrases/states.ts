// Why a document cannot change its status: the current one and the allowed ones, in both languages.
import type { InvoiceStatus, QuoteStatus, RecurringStatus } from '../invoicing-states.ts'
import type { ReaderLanguage } from './phrase.ts'

interface Names<Status extends string> {
  readonly english: string
  readonly portuguese: string
  readonly statuses: Readonly<Record<Status, string>>
}

const INVOICE: Names<InvoiceStatus> = {
  english: 'invoice',
  portuguese: 'A fatura',
  statuses: { draft: 'Rascunho', sent: 'Enviada', cancelled: 'Cancelada' },
}

const QUOTE: Names<QuoteStatus> = {
  english: 'quote',
  portuguese: 'O orçamento',
  statuses: {
    draft: 'Rascunho',
    sent: 'Enviado',
    accepted: 'Aceito',
    declined: 'Recusado',
    cancelled: 'Cancelado',
  },
}

const RECURRING: Names<RecurringStatus> = {
  english: 'recurring invoice',
  portuguese: 'A fatura recorrente',
  statuses: { active: 'Ativa', paused: 'Pausada', cancelled: 'Cancelada', expired: 'Encerrada' },
}

/** Replaces the usual advice, with its text for people. */
export interface StatusRefusal {
  readonly advice: string
  readonly said: Readonly<Record<ReaderLanguage, string>>
}

export const invoiceRefusal = refusalOf(INVOICE)
export const quoteRefusal = refusalOf(QUOTE)
export const recurringRefusal = refusalOf(RECURRING)

/** `why` explains further if no status is allowed, in English and in Portuguese. */
function refusalOf<Status extends string>({ english, portuguese, statuses }: Names<Status>) {
  return (from: Status, allowed: readonly Status[], why?: readonly [string, string]): StatusRefusal => {
    const current = `"${statuses[from]}"`
    const others = allowed.map((status) => `"${statuses[status]}"`).join(' ou ')
    const advice =
      allowed.length > 0
        ? `the ${english} is ${from}, and can become ${allowed.join(' or ')}`
        : `the ${english} is ${from}${why ? ` and ${why[0]}` : ''}; its status cannot change any more`
    const pt =
      allowed.length > 0
        ? `${portuguese} está na situação ${current} e só pode passar para ${others}.`
        : `${portuguese} está na situação ${current}${why ? ` e ${why[1]}` : ''}: não muda mais.`
    return { advice, said: { en: `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`, 'pt-BR': pt } }
  }
}

const BECOMES = {
  invoice: { en: 'an invoice', 'pt-BR': 'fatura' },
  trip: { en: 'a trip', 'pt-BR': 'viagem' },
} as const

/** Only an accepted quote becomes an invoice or a trip. */
export function quoteNotAccepted(status: QuoteStatus, document: keyof typeof BECOMES): StatusRefusal {
  const current = QUOTE.statuses[status]
  const { en, 'pt-BR': pt } = BECOMES[document]
  return {
    advice: `the quote is ${status}; only an accepted quote becomes ${en}`,
    said: {
      en: `The quote is ${status}. Only an accepted quote can become ${en}.`,
      'pt-BR': `O orçamento está na situação "${current}". Só um orçamento aceito pode virar ${pt}.`,
    },
  }
}
