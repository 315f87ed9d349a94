// What mails about bookings say in English.

import type { MailFacts } from '../booking-facts.ts'
import { lettersOf } from '../booking-letters.ts'

export const BOOKING = lettersOf({
  booking: ['Booking', 'booking'],
  subjects: {
    made: 'made',
    cancelled: 'cancelled',
    reminder: 'Payment reminder',
    expiring: 'Expiring soon',
    changed: 'Flight change',
    cancelledByCarrier: 'cancelled by the airline',
  },
  tickets,
  madeAndTicketed: ({ passengers }) =>
    passengers === 1 ? 'made and ticket issued' : 'made and tickets issued',
  client: {
    hello: (name) => `Hello ${name},`,
    titles: {
      created: 'Your booking has been made',
      ticket: 'Your ticket has been issued',
      tickets: 'Your tickets have been issued',
      madeAndTicketed: 'Your booking has been made and its tickets issued',
      reminder: 'Your payment is due soon',
      cancelled: 'Your booking has been cancelled',
      changed: 'Your flights have changed',
      cancelledByCarrier: 'The airline has cancelled your booking',
    },
    seatsReserved: 'Your seats are reserved.',
    beingIssued: 'Your tickets are being issued. Their numbers will follow in another e-mail.',
    issued: [
      'Everything is ready for your trip. The receipt is attached as a PDF, in Portuguese.',
      'Please check names and times, and take the documents of all passengers with you.',
    ],
    payment,
    ignoreIfPaid: 'If you have paid already, please ignore this message.',
    cancelled: ({ agency }) => [
      'The booking below has been cancelled and is no longer valid for travel.',
      `If you have paid already, please contact ${agency}.`,
    ],
    changed: 'The airline has changed your flights. See below what changed, and your trip as it is now.',
    changeAsked: (agency) => `The airline waits for an answer: please tell ${agency} whether you accept it.`,
    changeTold: (agency) => `If the change does not suit you, please contact ${agency}.`,
    cancelledByCarrier: 'The airline has cancelled the booking below, which is no longer valid for travel.',
    whatNow: (agency) => `To travel another way, or about what you paid, please contact ${agency}.`,
  },
  agency: {
    titles: {
      created: 'New booking',
      madeAndTicketed: 'New booking, tickets issued',
      reminder: 'A booking is about to expire',
      cancelled: 'Booking cancelled',
      changed: 'The airline has changed flights',
      cancelledByCarrier: 'Booking cancelled by the airline',
    },
    awaitsPayment: 'The booking awaits payment.',
    beingIssued: 'The carrier was asked to issue it. The ticket numbers will follow in another e-mail.',
    issued: 'Issuance is complete. The receipt is attached as a PDF.',
    notPaid: 'The booking below has not been paid yet.',
    confirmation,
    refund,
    changeAsked: 'The airline waits for an answer: accept the change, or cancel the booking.',
    changeTold: 'The change is in force, and the booking up to date. Ask the client whether it suits them.',
    cancelledByCarrier: 'The airline has cancelled the booking below.',
  },
})

function payment({ agency, deadline }: MailFacts): string {
  if (deadline === null) return `Please pay ${agency} directly.`
  return (
    `Please pay ${agency} directly by ${deadline}. ` +
    'After that the booking expires and the seats are released.'
  )
}

function tickets({ passengers }: MailFacts): string {
  return passengers === 1 ? 'Ticket issued' : 'Tickets issued'
}

function confirmation({ deadline }: MailFacts): string {
  return deadline === null ? '' : `Confirm it by ${deadline}; after that it expires.`
}

function refund({ refund }: MailFacts): string {
  if (refund === null) return 'Nothing had been debited from the wallet.'
  if (refund.isNothing) return 'By the conditions of the fare, nothing returns to the wallet.'
  return `${refund.amount} returned to the wallet.`
}
