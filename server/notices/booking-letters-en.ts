// What mails about bookings say in English.
import { type Letters, type MailFacts, named } from './booking-mail-words.ts'

export const ENGLISH_LETTERS: Letters = {
  client: {
    created: (facts) => ({
      subject: `${named('Booking', facts)} made: ${facts.trip}`,
      title: 'Your booking has been made',
      paragraphs: [
        `Hello ${facts.client},`,
        facts.holds
          ? `Your seats are reserved. ${payment(facts)}`
          : 'Your tickets are being issued. Their numbers will follow in another e-mail.',
      ],
    }),
    ticketed: (facts) => ({
      subject: `${tickets(facts)}: ${named('booking', facts)}, ${facts.trip}`,
      title: facts.passengers === 1 ? 'Your ticket has been issued' : 'Your tickets have been issued',
      paragraphs: [
        `Hello ${facts.client},`,
        'Everything is ready for your trip. The receipt is attached as a PDF, in Portuguese.',
        'Please check names and times, and take the documents of all passengers with you.',
      ],
    }),
    reminder: (facts) => ({
      subject: `Payment reminder: ${named('booking', facts)}, ${facts.trip}`,
      title: 'Your payment is due soon',
      paragraphs: [
        `Hello ${facts.client},`,
        payment(facts),
        'If you have paid already, please ignore this message.',
      ],
    }),
    cancelled: (facts) => ({
      subject: `${named('Booking', facts)} cancelled: ${facts.trip}`,
      title: 'Your booking has been cancelled',
      paragraphs: [
        `Hello ${facts.client},`,
        'The booking below has been cancelled and is no longer valid for travel.',
        `If you have paid already, please contact ${facts.agency}.`,
      ],
    }),
  },
  agency: {
    created: (facts) => ({
      subject: `${named('New booking', facts)}: ${facts.client}, ${facts.trip}`,
      title: 'New booking',
      paragraphs: [
        facts.holds
          ? `The booking awaits payment. ${confirmation(facts)}`.trim()
          : 'The carrier was asked to issue it. The ticket numbers will follow in another e-mail.',
      ],
    }),
    ticketed: (facts) => ({
      subject: `${tickets(facts)}: ${named('booking', facts)}, ${facts.client}, ${facts.trip}`,
      title: tickets(facts),
      paragraphs: ['Issuance is complete. The receipt is attached as a PDF.'],
    }),
    reminder: (facts) => ({
      subject: `Expiring soon: ${named('booking', facts)}, ${facts.client}, ${facts.trip}`,
      title: 'A booking is about to expire',
      paragraphs: [`The booking below has not been paid yet. ${confirmation(facts)}`.trim()],
    }),
    cancelled: (facts) => ({
      subject: `${named('Booking', facts)} cancelled: ${facts.client}, ${facts.trip}`,
      title: 'Booking cancelled',
      paragraphs: [refund(facts)],
    }),
  },
}

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
