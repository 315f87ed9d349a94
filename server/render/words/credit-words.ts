// The texts of credit notes and statements of account, in Portuguese and English. Portuguese defines the shape.
import type { StatementLineType } from '../../../contract/credit-states.ts'

type Types = Readonly<Record<StatementLineType, string>>

const TYPES_PT: Types = {
  invoice: 'Fatura',
  cancellation: 'Cancelamento da fatura',
  late_charges: 'Multa e juros da fatura',
  payment: 'Pagamento da fatura',
  correction: 'Correção do valor pago da fatura',
  refund: 'Devolução da fatura',
  dispute: 'Contestação da fatura',
  dispute_won: 'Pagamento mantido após contestação da fatura',
  waiver: 'Abatimento da fatura',
  credit_note: 'Nota de crédito',
  credit_expired: 'Crédito vencido e não utilizado',
}
const TYPES_EN: Types = {
  invoice: 'Invoice',
  cancellation: 'Cancellation of invoice',
  late_charges: 'Fine and interest of invoice',
  payment: 'Payment of invoice',
  correction: 'Correction of what was paid of invoice',
  refund: 'Refund of invoice',
  dispute: 'Dispute of invoice',
  dispute_won: 'Dispute won of invoice',
  waiver: 'No longer owed of invoice',
  credit_note: 'Credit note',
  credit_expired: 'Credit that ended unused',
}

export const CREDIT_WORDS_PT = {
  creditNote: {
    title: (number: string) => `Nota de crédito ${number}`,
    ofInvoice: 'Fatura',
    amount: 'Valor creditado',
    whole: (invoice: string) => `Crédito da fatura ${invoice}`,
    reason: 'Motivo',
    effect: 'O que muda para você',
    noLongerOwed: (amount: string) => `Você não deve mais ${amount} da fatura.`,
    credit: (amount: string, until: string | null) =>
      until === null
        ? `Você fica com ${amount} de crédito para as próximas compras.`
        : `Você fica com ${amount} de crédito para as próximas compras, até ${until}.`,
    givenBack: (amount: string, until: string | null) =>
      until === null
        ? `Você volta a ter ${amount} de crédito para as próximas compras.`
        : `Você volta a ter ${amount} de crédito para as próximas compras, até ${until}.`,
    covering: (amount: string) => `${amount} cobrem um pagamento que foi devolvido ou contestado.`,
    refund: (amount: string) => `${amount} voltam para a conta de onde o pagamento saiu.`,
    none: (amount: string) => `Você pagou ${amount} a mais. Fale com a agência para receber de volta.`,
    seeInvoice: 'Ver a fatura',
    pageAt: 'Veja esta nota de crédito em',
    askText: (title: string) => `Olá! Tenho uma dúvida sobre a ${title.replace(/^N/, 'n')}.`,
  },
  statement: {
    title: 'Extrato de conta',
    from: 'De',
    to: 'Até',
    date: 'Data',
    description: 'Descrição',
    amount: 'Valor',
    balance: 'Saldo',
    opening: 'Saldo anterior',
    closing: 'Saldo final',
    explained:
      'Valores positivos aumentam o que você deve; valores negativos diminuem. Um saldo negativo está a seu favor.',
    empty: 'Sem lançamentos no período.',
    types: TYPES_PT,
    due: (day: string) => `vence em ${day}`,
    by: {
      cash: 'dinheiro',
      transfer: 'transferência',
      pix: 'Pix',
      deposit: 'depósito',
      card_machine: 'maquininha de cartão',
      cheque: 'cheque',
      other: 'outro meio',
    },
  },
}

export type CreditTable = typeof CREDIT_WORDS_PT

export const CREDIT_WORDS_EN: CreditTable = {
  creditNote: {
    title: (number) => `Credit note ${number}`,
    ofInvoice: 'Invoice',
    amount: 'Amount credited',
    whole: (invoice) => `Credit of invoice ${invoice}`,
    reason: 'Reason',
    effect: 'What changes for you',
    noLongerOwed: (amount) => `You no longer owe ${amount} of the invoice.`,
    credit: (amount, until) =>
      until === null
        ? `You have ${amount} of credit for your next purchases.`
        : `You have ${amount} of credit for your next purchases, until ${until}.`,
    givenBack: (amount, until) =>
      until === null
        ? `You have ${amount} of credit for your next purchases again.`
        : `You have ${amount} of credit for your next purchases again, until ${until}.`,
    covering: (amount) => `${amount} covers a payment that went back or was disputed.`,
    refund: (amount) => `${amount} goes back to the account that the payment came from.`,
    none: (amount) => `You paid ${amount} too much. Contact the agency to get it back.`,
    seeInvoice: 'See the invoice',
    pageAt: 'See this credit note at',
    askText: (title) => `Hello! I have a question about ${title.toLowerCase()}.`,
  },
  statement: {
    title: 'Statement of account',
    from: 'From',
    to: 'To',
    date: 'Date',
    description: 'Description',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Balance before',
    closing: 'Closing balance',
    explained:
      'Amounts above zero raise what you owe, amounts below zero lower it. A balance below zero is in your favour.',
    empty: 'No entries in this period.',
    types: TYPES_EN,
    due: (day) => `due on ${day}`,
    by: {
      cash: 'cash',
      transfer: 'transfer',
      pix: 'Pix',
      deposit: 'deposit',
      card_machine: 'card machine',
      cheque: 'cheque',
      other: 'another way',
    },
  },
}
