// The words of mails about credit notes, in Portuguese and English.
import type { TeamLanguage } from '../../../contract/team-profile.ts'

interface CreditNoteFacts {
  readonly team: string
  readonly number: string
  readonly invoice: string
  readonly amount: string
}

export interface CreditNoteWords {
  readonly subject: (facts: CreditNoteFacts) => string
  readonly sentence: (facts: CreditNoteFacts) => string
  readonly reason: (reason: string) => string
  readonly attached: string
  readonly action: string
  readonly number: string
  readonly invoice: string
  readonly amount: string
}

const CREDIT_NOTE_PT: CreditNoteWords = {
  subject: ({ team, number }) => `Nota de crédito ${number} de ${team}`,
  sentence: ({ team, number, invoice, amount }) =>
    `${team} emitiu a nota de crédito ${number}, de ${amount}, sobre a fatura ${invoice}.`,
  reason: (reason) => `Motivo: ${reason}`,
  attached: 'A nota de crédito segue anexa em PDF.',
  action: 'Ver a nota de crédito',
  number: 'Nota de crédito',
  invoice: 'Fatura',
  amount: 'Valor creditado',
}

const CREDIT_NOTE_EN: CreditNoteWords = {
  subject: ({ team, number }) => `Credit note ${number} from ${team}`,
  sentence: ({ team, number, invoice, amount }) =>
    `${team} has issued credit note ${number} of ${amount} for invoice ${invoice}.`,
  reason: (reason) => `Reason: ${reason}`,
  attached: 'The credit note is attached as a PDF.',
  action: 'View the credit note',
  number: 'Credit note',
  invoice: 'Invoice',
  amount: 'Amount credited',
}

export const CREDIT_NOTE_WORDS: Readonly<Record<TeamLanguage, CreditNoteWords>> = {
  'pt-BR': CREDIT_NOTE_PT,
  en: CREDIT_NOTE_EN,
}
