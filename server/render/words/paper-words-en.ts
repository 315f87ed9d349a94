// What papers say that pages do not, in English: invoices, quotes and receipts of tickets.
import type { PAPER_WORDS_PT } from './paper-words-pt.ts'

const CONDITION = {
  no: 'not allowed by the fare.',
  asked: 'allowed, by the rules of the airline.',
  free: 'allowed, without an airline fee.',
  fee: (sum: string) => `allowed, for an airline fee of ${sum}.`,
}

export const PAPER_WORDS_EN: typeof PAPER_WORDS_PT = {
  paper: {
    page: (page, count) => `Page ${page} of ${count}`,
    logoOf: (agency) => `Logo of ${agency}`,
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    toPay: 'To pay',
    late: 'Late payment',
    payAt: 'Pay or look it up at',
    invoiceAt: 'Look this invoice up at',
    answerAt: 'Accept or decline at',
    quoteAt: 'Look this quote up at',
    payByPix: (amount) => `Pay ${amount} by Pix`,
    pixHint: 'Point the camera of your bank’s app at the code, or copy the text below.',
  },

  marks: {
    simulated: 'SIMULATION',
    quote: { accepted: 'ACCEPTED', declined: 'DECLINED', cancelled: 'CANCELLED', expired: 'EXPIRED' },
    invoice: { paid: 'PAID', cancelled: 'CANCELLED', overdue: 'OVERDUE' },
    paidOn: (day) => `PAID on ${day}`,
    partlyPaid: 'PARTLY PAID',
  },

  ticket: {
    title: 'Electronic ticket receipt',
    simulation: 'SIMULATION WITHOUT VALUE: a test booking',
    reference: 'Booking reference',
    issued: 'Issued on',
    airline: 'Airline',
    passengers: 'Passengers and tickets',
    name: 'Name',
    number: 'No.',
    type: 'Type',
    ticket: 'Ticket',
    unissued: 'to be issued',
    booking: (id) => `Booking ${id}`,
    operatedBy: (airline) => `operated by ${airline}`,
    connection: (wait) => (wait === null ? 'Connection' : `Connection of ${wait}`),
    otherAirport: ', at another airport',
    whose: (numbers) => `${numbers.length === 1 ? 'Passenger' : 'Passengers'} ${numbers.join(', ')}: `,
    fareBasis: (code) => `fare basis ${code}`,
    seats: (seats) => `${seats.length === 1 ? 'seat' : 'seats'} ${seats.join(', ')}`,
    fare: 'Fare and agency service',
    taxes: 'Taxes and charges',
    taxesIncluded: 'Includes taxes and charges of',
    total: 'Total paid by the client',
    conditions: 'Fare conditions',
    refund: { name: 'Refund before departure', ...CONDITION },
    change: { name: 'Changes before departure', ...CONDITION },
    notes: [
      'All times are local to each airport; (+1) is the day after the leg departs.',
      'Arrive early and bring the documents of all passengers. For trips abroad, also check the visas and ' +
        'vaccinations that the destination and the connections ask for.',
    ],
  },
}
