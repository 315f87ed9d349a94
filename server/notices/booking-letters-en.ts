// What mails about bookings say in English.
import { lettersOf } from './booking-letters.ts'
import type { MailFacts } from './booking-mail-words.ts'

export const ENGLISH_LETTERS = lettersOf({
  booking: ['Booking', 'booking'],
  subjects: { made: 'made', cancelled: 'cancelled', reminder: 'Payment reminder', expiring: 'Expiring soon' },
  tickets,
  client: {
    hello: (name) => `Hello ${name},`,
    titles: {
      created: 'Your booking has been made',
      ticket: 'Your ticket has been issued',
      tickets: 'Your tickets have been issued',
      reminder: 'Your payment is due soon',
      cancelled: 'Your booking has been cancelled',
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
  },
  agency: {
    titles: {
      created: 'New booking',
      reminder: 'A booking is about to expire',
      cancelled: 'Booking cancelled',
    },
    awaitsPayment: 'The booking awaits payment.',
    beingIssued: 'The carrier was asked to issue it. The ticket numbers will follow in another e-mail.',
    issued: 'Issuance is complete. The receipt is attached as a PDF.',
    notPaid: 'The booking below has not been paid yet.',
    confirmation,
    refund,
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
