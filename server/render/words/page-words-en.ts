// Every text of the pages that clients of an agency see, in English.
import { type Cents, formatBrl } from '../../kernel/values/money.ts'
import type { PageTable } from './page-words-pt.ts'
import { PAPER_WORDS_EN } from './paper-words-en.ts'
import { QUOTE_WORDS_EN } from './quote-words-en.ts'
import { some } from './quote-words-pt.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "R$ 1,234.50" */
const money = (cents: Cents) => formatBrl(cents).replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
/** "20 Dec 2026": no reader takes the day for the month. */
const date = ({ day, month, year }: Temporal.PlainDate) => `${day} ${MONTHS[month - 1]} ${year}`

export const PAGE_WORDS_EN: PageTable = {
  money,
  decimal: '.',
  date,
  day: (day) => `${WEEKDAYS[day.dayOfWeek - 1]}, ${date(day)}`,
  moment: (day, time) => `${date(day)}, ${time}`,

  frame: {
    simulation: 'Simulation: made in a test environment, nothing here is real.',
    contact: (agency) => `Contact ${agency}`,
    whatsapp: 'WhatsApp',
    phone: 'Phone',
    email: 'Email',
    copyFailed: 'The text is selected: you can copy it now.',
  },

  refusals: {
    unknown: 'Page not found',
    charge: 'Charge not found',
    invoice: 'Invoice not found',
    quote: 'Quote not found',
    refused: 'This page could not be opened',
    checkLink:
      'The link may have been cut or changed. Check the address, or ask whoever sent it for a new one.',
    busy: 'Too many visits in a row',
    busyAdvice: 'Wait a minute and open the page again.',
    away: 'Page unavailable',
    awayAdvice: 'Something failed on our side. Try again in a few minutes.',
  },

  document: {
    of: (title, agency) => `${title} from ${agency}`,
    items: 'Items',
    description: 'Description',
    value: 'Amount',
    subtotal: 'Subtotal',
    discount: (rate) => `Discount (${rate}%)`,
    tax: (rate) => `Taxes (${rate}%)`,
    total: 'Total',
    details: 'Details',
    client: 'Client',
    issued: 'Issued',
    issuer: 'Issued by',
    notes: 'Notes',
    pdf: 'Open as PDF',
  },

  invoice: {
    title: (number) => (number === null ? 'Invoice' : `Invoice ${number}`),
    toPay: 'Amount to pay',
    left: 'Left to pay',
    total: 'Total',
    due: 'Due date',
    dueToday: 'due today',
    overdueBy: (days) => `${some(days, 'day', 'days')} overdue`,
    paid: 'Invoice paid',
    paidText: 'Your payment has arrived. Thank you!',
    overdue: 'Invoice overdue',
    overdueText: 'It can still be paid.',
    cancelled: 'Invoice cancelled',
    cancelledText: 'There is nothing to pay.',
    draft: 'Draft',
    draftText: 'This invoice has not been issued yet and may change.',
    returned: (sum) => `${sum} returned`,
    returnedText: 'The money went back to the account it came from.',
    partial: (paid, total) => `${paid} of ${total} already paid`,
    updated: 'Amount as of today',
    owed: 'Amount of the invoice',
    fine: 'Late fee',
    interest: 'Interest',
    late: {
      fine: (percent) => `a late fee of ${percent}`,
      interest: (percent) => `interest of ${percent} a month, for each day late`,
      both: ' and ',
      after: (what) => `After the due date: ${what}.`,
      decimal: '.',
    },
    copyPix: 'Copy Pix code',
    copiedPix: 'Code copied. In your bank’s app, choose Pix copia e cola.',
    seeCode: 'See the Pix code',
    pixHint: (amount) =>
      `Or point the camera of your bank’s app at it. The amount of ${amount} is already filled in.`,
    pixCode: 'Pix code to copy',
    qr: 'QR code for Pix',
    boleto: 'Pay with boleto',
    boletoAsks: (amount, due) => `${amount}, due on ${due}.`,
    boletoGrows: 'After that, the bank adds the late fee and interest.',
    boletoPdf: 'Open the boleto as PDF',
    boletoHint: 'The payment is confirmed within one business day.',
    copyLine: 'Copy boleto number',
    copiedLine: 'Boleto number copied.',
    howToPay: 'How to pay',
    directly: (agency, email) => `arrange the payment directly with ${agency} (${email}).`,
    toPayIt: 'To pay, ',
    coming: 'The payment code is being prepared and will appear here as soon as it is ready. If you prefer, ',
    instructions: 'Payment instructions',
    iPaid: 'I have paid',
    waiting: 'Waiting for the bank to confirm',
    waitingText:
      'Pix is usually confirmed within seconds; a boleto, within one business day. This page changes ' +
      'by itself when the payment arrives. You can close it and come back later by the same link.',
    keepProof: 'Keep your proof of payment until then.',
    lookAgain: 'See the code again',
    sendProof: 'Send proof of payment by WhatsApp',
    ask: 'Ask a question by WhatsApp',
    askText: (title) => `Hello! I have a question about ${title.toLowerCase()}.`,
    proofText: (title) => `Hello! I have paid ${title.toLowerCase()} and am sending the proof of payment.`,
    payments: 'Payments received',
    by: {
      pix: 'Pix',
      boleto: 'Boleto',
      manual: 'Recorded by the agency',
      correction: 'Corrected by the agency',
      return: 'Returned',
    },
    reference: (id) => `Reference: ${id}`,
    overpaid: 'Paid too much',
    overpaidText: 'Contact the agency to get it back.',
    receipt: 'Download receipt as PDF',
  },

  boleto: {
    title: (amount, agency) => `Boleto of ${amount} to ${agency}`,
    heading: (agency) => `Boleto from ${agency}`,
    lastDay: (day) => `Can be paid until ${day}.`,
    line: 'Boleto number',
    bars: 'Bar code',
    hint:
      'Paste the number into your bank’s app, or point its camera at the bars. The payment is ' +
      'confirmed within one business day.',
    beneficiary: 'Payee',
    payer: 'Payer',
    bank: 'Bank',
    issued: 'Document date',
    number: 'Document no.',
    ourNumber: 'Bank’s number',
    instructions: 'Instructions (as printed on the boleto)',
    paidSum: 'Amount paid',
    paidOn: 'Paid on',
    seeInvoice: 'See the invoice',
    states: {
      pending: { title: 'Boleto to pay', text: '' },
      paid: { title: 'Boleto paid', text: 'The payment has arrived. There is nothing left to do.' },
      expired: { title: 'Boleto expired', text: 'Its time is over and it can no longer be paid.' },
      cancelled: { title: 'Boleto cancelled', text: 'This boleto was cancelled and must not be paid.' },
      failed: { title: 'Boleto not valid', text: 'This boleto is not valid and must not be paid.' },
    },
    simulation: 'Simulation: this boleto was made in a test environment. Do not pay it.',
  },

  ...QUOTE_WORDS_EN,
  ...PAPER_WORDS_EN,
}
