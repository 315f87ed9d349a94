// What clients read in English about their invoices and quotes.
import type { InvoiceWords, QuoteWords } from '../shapes.ts'

export const INVOICE: InvoiceWords = {
  hello: (name) => `Hello ${name},`,
  invoice: (number) => (number === null ? 'invoice' : `invoice ${number}`),
  simulated: 'simulation',
  simulationSubject: '[SIMULATION]',
  simulation: 'SIMULATION: this message is from a test environment. No real money is asked for or received.',
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
  },
  attached: 'The invoice is attached as a PDF.',
  attachedPaid: 'The invoice with the payments received is attached as a PDF.',
  pay: 'View and pay the invoice',
  look: 'View the invoice',
  summary: 'Summary',
  number: 'Invoice',
  amount: 'Amount due',
  due: 'Due date',
  late: 'Fine and interest included',
  paid: 'Amount received',
  pixCode: 'Pix code',
  pixHint: 'Copy the whole code and paste it into your bank app, under Pix copia e cola.',
  boletoLine: 'Boleto (payment slip) number',
  boletoHint: 'Copy the digits and pay in your bank app.',
}

const validity = (until: string | null) => (until === null ? 'without a last day' : `valid until ${until}`)

export const QUOTE: QuoteWords = {
  letter: ({ team, number, amount, until }) => ({
    subject: `Your quote from ${team}`,
    title: `Your quote from ${team}`,
    paragraphs: [
      `${team} has prepared quote ${number} for you: ${amount}.`,
      until === null
        ? 'See the details and answer on the page: just accept or decline. The quote is attached as a PDF.'
        : `It is valid until ${until}. See the details and answer on the page: just accept or decline. ` +
          'The quote is attached as a PDF.',
    ],
  }),
  sentence: ({ team, number, amount, until }) =>
    `${team} has prepared quote ${number} for you: ${amount}, ${validity(until)}.`,
  from: (amount) => `from ${amount}`,
  validity,
  action: 'View and answer the quote',
  number: 'Quote',
  total: 'Total price',
  until: 'Valid until',
}
