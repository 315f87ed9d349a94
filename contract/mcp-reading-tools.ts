// The tools by which agents look at things and change nothing.
import type { McpTools } from './mcp-tool.ts'

export const READING_TOOLS = {
  search_places: {
    operation: 'places.suggest',
    title: 'Find airports and cities',
    description:
      'Finds airports and cities by name or code. Use it to learn the IATA codes that search_flights needs.',
  },
  search_flights: {
    operation: 'flights.search',
    title: 'Search flights',
    description:
      'Searches flights and answers offers, the cheapest first. client_amount is what the client pays, in BRL. Keep ' +
      'the id of an offer, and the ids of its passengers, to quote, hold or book it before expires_at.',
    without: ['departureTime', 'airlines'],
    usually: { limit: 5 },
  },
  read_offer: {
    operation: 'offers.read',
    title: 'Read an offer again',
    description:
      'Asks the carrier what an offer costs now. Call it before you hold or book an offer that is not fresh.',
  },
  list_bookings: {
    operation: 'bookings.list',
    title: 'List bookings',
    description:
      'Lists bookings, the newest first; search finds them by locator, ticket number, passenger or client.',
    usually: { limit: 10 },
  },
  read_booking: {
    operation: 'bookings.read',
    title: 'Read a booking',
    description:
      'Reads one booking: its flights, passengers, tickets, price, conditions and payment deadline.',
  },
  read_booking_timeline: {
    operation: 'bookings.timeline',
    title: 'Read the history of a booking',
    description: 'Tells what happened to a booking, the oldest first: events, money, mails and notes.',
  },
  list_clients: {
    operation: 'clients.list',
    title: 'List clients',
    description:
      'Lists the people and companies that the agency works for; search finds them by name, e-mail or tax id.',
    usually: { limit: 10 },
  },
  read_client: {
    operation: 'clients.read',
    title: 'Read a client',
    description: 'Reads one client with what they booked and owe.',
  },
  list_quotes: {
    operation: 'quotes.list',
    title: 'List quotes',
    description: 'Lists quotes, the newest first.',
    usually: { limit: 10 },
  },
  read_quote: {
    operation: 'quotes.read',
    title: 'Read a quote',
    description: 'Reads one quote with its items.',
  },
  list_invoices: {
    operation: 'invoices.list',
    title: 'List invoices',
    description: 'Lists invoices, the newest first; status and payment_status filter them.',
    usually: { limit: 10 },
  },
  read_invoice: {
    operation: 'invoices.read',
    title: 'Read an invoice',
    description: 'Reads one invoice with its client, items and payments. Amounts are in BRL.',
  },
  read_receivables: {
    operation: 'invoices.receivables',
    title: 'Read what is owed',
    description:
      'Tells what clients owe the agency in all, by how many days it is overdue. Amounts are in BRL.',
  },
  read_wallet_balance: {
    operation: 'wallet.balance',
    title: 'Read the balance of the wallet',
    description: 'Tells how much money the prepaid wallet holds, in BRL. Bookings are paid from it.',
  },
  list_wallet_transactions: {
    operation: 'wallet.transactions',
    title: 'List movements of the wallet',
    description: 'Lists credits and debits of the wallet, the newest first.',
    usually: { limit: 20 },
  },
  list_recharges: {
    operation: 'recharges.list',
    title: 'List recharges',
    description: 'Lists what was asked to be paid into the wallet, the newest first.',
    usually: { limit: 10 },
  },
} as const satisfies McpTools
