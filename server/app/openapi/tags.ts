// What belongs together in the API, each with a paragraph for whoever reads its document first.

export const TAGS: Readonly<Record<string, string>> = {
  Service:
    'Whether the service is well, and who is calling. `GET /api/v1/me` is the first request to send with a new key: ' +
    'it tells the team, the mode and what the key may do.',
  Flights:
    'Searching flights, places and airlines. A search finds offers: trips at a price that can be booked until they ' +
    'expire. Each offer says what the carrier asks, what the agency adds, and what the client pays.',
  Bookings:
    'From an offer to a ticket. A hold reserves seats and is paid by confirming it before its deadline; an instant ' +
    'booking is paid and ticketed at once. Notes, tags and the history of a booking are here too.',
  Wallet:
    'The prepaid money that bookings are paid from: its balance, every line of its ledger, and recharges by PIX or ' +
    'boleto. The ledger is a chain that outsiders can verify.',
  Clients:
    'The people and companies an agency works for, with notes and tags. Bookings, invoices and quotes belong to a ' +
    'client. Erasing one removes the person wherever the law does not ask for a record.',
  Invoices:
    'What clients owe, and how they pay it: a page with PIX and boleto, payments that banks report or the agency ' +
    'records, fines for being late, refunds, and what is still open by age.',
  Quotes:
    'What is offered to a client before there is an invoice: one or several options, accepted on a page.',
  'Recurring invoices': 'What makes an invoice for each of its due dates, monthly or in another rhythm.',
  'Payment providers': 'The bank accounts of an agency through which its clients pay invoices.',
  Reports: 'Figures about what was sold, which holds must be paid soon, and who leaves next.',
  Webhooks:
    'Receivers that are told of events as they happen, signed, in order of attempts, and again until they answer. ' +
    'The log of deliveries says what each receiver answered, and can be sent again.',
  Events:
    'Everything that happened, numbered without gaps: as a list with a cursor, one by one, or as a stream.',
  Sandbox:
    'What test keys have besides: a clock that can be moved, a wallet that is set to any balance, payments that are ' +
    'made by a request, and sample events.',
  'API keys':
    'The keys of programs: each with a mode, permissions and perhaps an end. A secret is shown once.',
  Team: 'The agency itself: its profile, its logo and brand, its prices, and whether it is ready for real customers.',
  People: 'Who belongs to the team and in which role, and invitations to it.',
  Mails: 'Every mail and message that was sent for the team, as it was sent.',
  Search: 'One search over bookings, clients, invoices, quotes and recurring invoices.',
  Audit: 'Who did what to money, access, settings and records, and from where. Nobody can change it.',
  Sessions: 'How people sign in and out of the panel. Programs use keys instead.',
  'Second factors': 'Authenticator apps, passkeys and recovery codes of the person who is signed in.',
  Profile: 'The account of the person who is signed in.',
  Setup: 'The first start of an installation: the account of who owns it.',
  Installation: 'For whoever runs the service: teams, due work, held payments and findings.',
}
