// The words of mails and messages about invoices, in Portuguese and English.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'

/** Formatted values; `invoice` is the word, with the number if there is one. */
export interface InvoiceFacts {
  readonly team: string
  readonly invoice: string
  readonly amount: string
  readonly due: string
  /** For a refund: what is still to be paid, with fine and interest; null if nothing is. */
  readonly owed: string | null
  /** For a refund: the client no longer owes the refunded amount. */
  readonly isSettled: boolean
}

export interface InvoiceWords {
  readonly invoice: (number: string | null) => string
  readonly letters: Readonly<
    Record<
      InvoiceMessageKind,
      (facts: InvoiceFacts) => { readonly subject: string; readonly sentence: string }
    >
  >
  /** The PDF is attached: before and after the payment. */
  readonly attached: string
  readonly attachedPaid: string
  readonly pay: string
  readonly look: string
  readonly number: string
  readonly amount: string
  readonly due: string
  readonly late: string
  readonly withDiscount: (day: string) => string
  /** The amount due today. */
  readonly discounted: (amount: string, until: string) => string
  readonly debited: (amount: string, day: string) => string
  readonly payEarly: (day: string, discount: string, amount: string) => string
  readonly debitOn: string
  readonly nothingToDo: string
  readonly paid: string
  readonly paidTotal: string
  readonly refunded: string
}

const INVOICE_PT: InvoiceWords = {
  invoice: (number) => (number === null ? 'fatura' : `fatura ${number}`),
  letters: {
    created: ({ team, invoice, amount, due }) => ({
      subject: `Nova ${invoice} de ${team}`,
      sentence: `${team} preparou uma ${invoice} de ${amount} para você, com vencimento em ${due}.`,
    }),
    sent: ({ team, invoice, amount, due }) => ({
      subject: `Sua ${invoice} de ${team}`,
      sentence: `${team} enviou a ${invoice} de ${amount} para você, com vencimento em ${due}.`,
    }),
    generated: ({ team, invoice, amount, due }) => ({
      subject: `Sua ${invoice} de ${team}`,
      sentence: `A ${invoice} da sua cobrança recorrente com ${team} está pronta: ${amount}, com vencimento em ${due}.`,
    }),
    paid: ({ team, invoice, amount }) => ({
      subject: `Pagamento recebido: ${invoice}`,
      sentence: `${team} recebeu o pagamento de ${amount} da ${invoice}. Obrigado!`,
    }),
    reminder: ({ team, invoice, amount, due }) => ({
      subject: `Lembrete: a ${invoice} vence em ${due}`,
      sentence: `Lembrete de ${team}: a ${invoice} de ${amount} vence em ${due}.`,
    }),
    overdue: ({ team, invoice, amount, due }) => ({
      subject: `A ${invoice} venceu em ${due}`,
      sentence:
        `A ${invoice} de ${team} venceu em ${due}, e ainda não recebemos o pagamento. O valor hoje é ${amount}. ` +
        'Se já pagou, desconsidere este aviso.',
    }),
    refunded: ({ team, invoice, amount, due, owed, isSettled }) => ({
      subject: `Devolução de ${amount}: ${invoice}`,
      sentence: [
        `${team} devolveu ${amount} da ${invoice}. O valor volta para a conta ou o cartão usado no pagamento.`,
        owed === null
          ? 'Não há mais nada a pagar nesta fatura.'
          : `${isSettled ? 'Esse valor não é mais devido, mas ainda' : 'Esse valor volta a ser devido:'} ` +
            `falta pagar ${owed}, com vencimento em ${due}.`,
      ].join(' '),
    }),
  },
  attached: 'A fatura segue anexa em PDF.',
  attachedPaid: 'A fatura com os pagamentos recebidos segue anexa em PDF.',
  pay: 'Ver e pagar a fatura',
  look: 'Ver a fatura',
  number: 'Fatura',
  amount: 'Valor a pagar',
  due: 'Vencimento',
  late: 'Multa e juros de mora incluídos',
  withDiscount: (day) => `Com desconto, até ${day}`,
  discounted: (amount, until) => `${amount} (com desconto, até ${until})`,
  debited: (amount, day) => `${amount} (débito por Pix Automático em ${day})`,
  payEarly: (day, discount, amount) =>
    `O desconto de ${discount} vale até ${day}. Depois, o valor é de ${amount}.`,
  debitOn: 'Débito por Pix Automático',
  nothingToDo: 'Você não precisa fazer nada: o valor é debitado da sua conta. Basta ter saldo no dia.',
  paid: 'Valor recebido',
  paidTotal: 'Total pago',
  refunded: 'Valor devolvido',
}

const INVOICE_EN: InvoiceWords = {
  invoice: (number) => (number === null ? 'invoice' : `invoice ${number}`),
  letters: {
    created: ({ team, invoice, amount, due }) => ({
      subject: `A new ${invoice} from ${team}`,
      sentence: `${team} has prepared an ${invoice} of ${amount} for you, due on ${due}.`,
    }),
    sent: ({ team, invoice, amount, due }) => ({
      subject: `Your ${invoice} from ${team}`,
      sentence: `${team} has sent you the ${invoice} of ${amount}, due on ${due}.`,
    }),
    generated: ({ team, invoice, amount, due }) => ({
      subject: `Your ${invoice} from ${team}`,
      sentence: `The ${invoice} of your plan with ${team} is ready: ${amount}, due on ${due}.`,
    }),
    paid: ({ team, invoice, amount }) => ({
      subject: `Payment received: ${invoice}`,
      sentence: `${team} has received ${amount} for the ${invoice}. Thank you!`,
    }),
    reminder: ({ team, invoice, amount, due }) => ({
      subject: `Reminder: ${invoice} is due on ${due}`,
      sentence: `A reminder from ${team}: the ${invoice} of ${amount} is due on ${due}.`,
    }),
    overdue: ({ team, invoice, amount, due }) => ({
      subject: `The ${invoice} was due on ${due}`,
      sentence:
        `The ${invoice} from ${team} was due on ${due}, and its payment has not reached us yet. Today it is ` +
        `${amount}. If you have paid already, please ignore this message.`,
    }),
    refunded: ({ team, invoice, amount, due, owed, isSettled }) => ({
      subject: `Refund of ${amount}: ${invoice}`,
      sentence: [
        `${team} has refunded ${amount} of the ${invoice}. The money goes back to the account it came from.`,
        owed === null
          ? 'There is nothing left to pay on this invoice.'
          : `${isSettled ? 'You no longer owe that amount, but' : 'You owe that amount again:'} ` +
            `${owed} is still to be paid, due on ${due}.`,
      ].join(' '),
    }),
  },
  attached: 'The invoice is attached as a PDF.',
  attachedPaid: 'The invoice with the payments received is attached as a PDF.',
  pay: 'View and pay the invoice',
  look: 'View the invoice',
  number: 'Invoice',
  amount: 'Amount due',
  due: 'Due date',
  late: 'Fine and interest included',
  withDiscount: (day) => `With discount, until ${day}`,
  discounted: (amount, until) => `${amount} (with discount, until ${until})`,
  debited: (amount, day) => `${amount} (debited by Pix Automático on ${day})`,
  payEarly: (day, discount, amount) =>
    `The discount of ${discount} is valid until ${day}. After that, the amount is ${amount}.`,
  debitOn: 'Debit by Pix Automático',
  nothingToDo:
    'You need not do anything: the amount is debited from your account. Have the balance on that day.',
  paid: 'Amount received',
  paidTotal: 'Total paid',
  refunded: 'Amount refunded',
}

export const INVOICE_WORDS: Readonly<Record<TeamLanguage, InvoiceWords>> = {
  'pt-BR': INVOICE_PT,
  en: INVOICE_EN,
}
