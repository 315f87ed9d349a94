// The short words around the facts of a booking in English.
import type { BookingLabels } from '../booking-facts.ts'

export const BOOKING_LABELS: BookingLabels = {
  summary: 'Summary',
  locator: 'Booking reference',
  bookingId: 'Booking',
  client: 'Client',
  agency: 'Agency',
  amount: 'Total price',
  deadline: 'Pay by',
  refund: 'Returned to the wallet',
  passengers: 'Passengers',
  ticket: 'ticket',
  localTimes: 'local times',
  flight: 'Flight',
  operatedBy: (airline) => `operated by ${airline}`,
  connection: (duration) => (duration === null ? 'Connection' : `Connection of ${duration}`),
  airportChange: 'change of airport',
  changes: 'What changed',
  before: 'Before',
  after: 'Now',
  noFlight: 'flight cancelled',
  simulationSubject: '[SIMULATION]',
  simulationNotice:
    'SIMULATION: this is a test booking, not valid for travel, and no real money was charged.',
  testNotice: 'TEST BOOKING: not valid for travel, and nothing was charged.',
  testReceiver: (address) => `In test mode only the agency gets mails; this one would go to ${address}.`,
  footer: (agency) => `${agency}. This is an automatic message; there is no need to reply.`,
}
