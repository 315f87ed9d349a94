// What an agency reads in English about what happened to its quotes, invoices and bookings.
import type { NewsWords } from '../news-shapes.ts'

const counted =
  (one: string, several = one) =>
  (count: number) =>
    `${count} ${count === 1 ? one : several}`
const listed = (...facts: (string | false)[]) => facts.filter((fact) => fact).join(' · ')
const about = (what: string, number: string) => `${what} ${number}`.trim()

export const NEWS: NewsWords = {
  lines: {
    quote_accepted: ({ client, number, amount, by }) => ({
      text: `${about('Quote', number)} accepted: ${client}`,
      detail: listed(amount, by !== '' && `accepted by ${by}`),
    }),
    quote_declined: ({ client, number, amount, reason }) => ({
      text: `${about('Quote', number)} declined: ${client}`,
      detail: listed(amount, reason !== '' && `reason: ${reason}`),
    }),
    invoice_paid: ({ client, number, amount }) => ({
      text: `${about('Invoice', number)} paid: ${client}`,
      detail: amount,
    }),
    invoice_part_paid: ({ client, number, amount, left }) => ({
      text: `${about('Invoice', number)} paid in part: ${client}`,
      detail: listed(`received ${amount}`, `${left} to go`),
    }),
    invoice_overdue: ({ client, number, left, due }) => ({
      text: `${about('Invoice', number)} overdue: ${client}`,
      detail: listed(`open ${left}`, `was due on ${due}`),
    }),
    payment_returned: ({ client, number, amount }) => ({
      text: client === '' ? 'Payment of a recharge returned' : `Payment returned: ${client}`,
      detail: listed(amount, number !== '' && `invoice ${number}`),
    }),
    booking_failed: ({ client, number, amount }) => ({
      text: `${about('Tickets not issued, booking', number)}: ${client}`,
      detail: listed(amount, 'the amount returned to the wallet'),
    }),
  },
  counts: {
    quote_accepted: counted('quote accepted', 'quotes accepted'),
    quote_declined: counted('quote declined', 'quotes declined'),
    invoice_paid: counted('invoice paid', 'invoices paid'),
    invoice_part_paid: counted('invoice paid in part', 'invoices paid in part'),
    invoice_overdue: counted('invoice overdue', 'invoices overdue'),
    payment_returned: counted('payment returned', 'payments returned'),
    booking_failed: counted('failed issuance', 'failed issuances'),
  },
  title: (count) => (count === 1 ? 'One piece of news' : `${count} pieces of news`),
  list: 'What happened',
  more: (count) => `and ${count} more: see the panel.`,
  and: 'and',
  action: 'Open in the panel',
  choices: (agency) =>
    `${agency}. Which notices come by mail is chosen in the panel, under Settings > Agency details.`,
}
