// The table of tools for agents: each is an API operation with a name and a description for models. Its input
// comes from the operation, so that both agree.
import type { OPERATIONS } from './operations.ts'

// Read-only tools.

const READING_TOOLS = {
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
      'Searches flights and returns offers, the cheapest first. client_amount is what the client pays, in BRL. Keep ' +
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
    description: 'Lists what happened to a booking, the oldest first: events, money, mails and notes.',
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
  list_trips: {
    operation: 'trips.list',
    title: 'List trips',
    description:
      'Lists trips, the newest first; search finds them by number, title, client, traveller, supplier or ' +
      'confirmation number. has_open shows those with something to be invoiced.',
    usually: { limit: 10 },
  },
  list_warnings: {
    operation: 'warnings.list',
    title: 'List warnings',
    description:
      'Lists what needs attention now: departures, missing or expiring passports, free cancellation that ends, ' +
      'birthdays. The most urgent first.',
    usually: { limit: 20 },
  },
  read_trip: {
    operation: 'trips.read',
    title: 'Read a trip',
    description:
      'Reads one trip with its travellers and items: flights, lodging and other services, their days, confirmation ' +
      'numbers and prices, and what was invoiced and paid. Amounts are in BRL.',
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
  list_credit_notes: {
    operation: 'creditNotes.list',
    title: 'List credit notes',
    description: 'Lists credit notes, the newest first; invoice_id and client_id filter them.',
    usually: { limit: 10 },
  },
  read_client_balance: {
    operation: 'clients.balance',
    title: 'Read the balance of a client',
    description:
      'Shows what a client owes, what of it is overdue, what they paid too much, and their credit. Amounts are in BRL.',
  },
  read_client_statement: {
    operation: 'clients.statement',
    title: 'Read the statement of a client',
    description:
      'Lists the invoices, credit notes, payments and refunds of a client in a period, with the balance after each.',
  },
  read_receivables: {
    operation: 'invoices.receivables',
    title: 'Read what is owed',
    description:
      'Shows what clients owe the agency in all, by how many days it is overdue. Amounts are in BRL.',
  },
  read_wallet_balance: {
    operation: 'wallet.balance',
    title: 'Read the balance of the wallet',
    description: 'Shows how much money the prepaid wallet holds, in BRL. Bookings are paid from it.',
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

// Tools that change data, listed only on request.

const CONFIRMED =
  'Works in two steps: the first call does nothing and returns a summary with the amount in words and a ' +
  'confirmation_token. Show that summary to the person you work for, and only when they agree call it again with the ' +
  'same arguments and the token, within five minutes.'

const WRITING_TOOLS = {
  create_client: {
    operation: 'clients.create',
    title: 'Create a client',
    description: 'Adds a person or company that the agency works for.',
    without: ['identity_documents', 'loyalty_programme_accounts'],
  },
  create_quote: {
    operation: 'quotes.create',
    title: 'Create a quote',
    description:
      'Creates a draft quote for a client. Give the ids of offers of search_flights as offer_ids, and each becomes an ' +
      'option with its flights and price; or give items or options of your own. It is not sent to anybody.',
    without: ['status', 'responded_at', 'responded_by', 'decline_reason', 'chosen_option_id'],
    besides: {
      offer_ids: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 6,
        description: 'Ids of offers (off_), in place of items and options',
      },
    },
  },
  create_trip: {
    operation: 'trips.create',
    title: 'Create a trip',
    description:
      'Creates a trip for a client, who pays for it. Add what is sold with add_trip_item, and flights with ' +
      'hold_booking and its trip_id.',
    without: ['metadata', 'external_reference'],
  },
  add_trip_item: {
    operation: 'tripItems.create',
    title: 'Add an item to a trip',
    description:
      'Adds lodging, a transfer, insurance or another service to a trip, with its days, supplier and price. Nothing ' +
      'is bought or invoiced by it.',
  },
  hold_booking: {
    operation: 'bookings.create',
    title: 'Hold seats',
    description:
      'Asks the carrier to keep seats of an offer until a deadline. Nothing is paid. Give one passenger for each of ' +
      'the offer, by its id there. confirm_booking pays it later.',
    without: ['type', 'payments', 'services', 'metadata'],
    always: { type: 'hold' },
  },
  book_instantly: {
    operation: 'bookings.create',
    title: 'Book and pay at once',
    description: `Books an offer, pays it from the wallet and has the tickets issued. ${CONFIRMED}`,
    without: ['type', 'payments', 'services', 'metadata'],
    needsConfirmation: true,
  },
  confirm_booking: {
    operation: 'bookings.confirm',
    title: 'Pay a held booking',
    description: `Pays a held booking from the wallet and has its tickets issued. ${CONFIRMED}`,
    without: ['payment'],
    needsConfirmation: true,
  },
  cancel_booking: {
    operation: 'bookings.cancel',
    title: 'Cancel a booking',
    description: `Cancels a booking; the summary says what returns to the wallet. ${CONFIRMED}`,
    needsConfirmation: true,
    isFinal: true,
  },
  create_invoice: {
    operation: 'invoices.create',
    title: 'Create an invoice',
    description:
      'Creates a draft invoice, without notifying the client: send_invoice gives it a number and asks them to ' +
      `pay. ${CONFIRMED}`,
    without: ['status', 'payment_status', 'amount_paid', 'paid_at', 'notify_client', 'payment_provider_id'],
    always: { status: 'draft' },
    needsConfirmation: true,
  },
  send_invoice: {
    operation: 'invoices.update',
    title: 'Send an invoice',
    description: `Gives a draft invoice its number and sends it to its client, who is asked to pay. ${CONFIRMED}`,
    only: ['id'],
    always: { status: 'sent' },
    needsConfirmation: true,
  },
  refund_invoice: {
    operation: 'invoices.refund',
    title: 'Refund a payment of an invoice',
    description: `Gives a Pix payment back to the client who made it, in full or in part. ${CONFIRMED}`,
    needsConfirmation: true,
    isFinal: true,
  },
  credit_invoice: {
    operation: 'creditNotes.create',
    title: 'Credit an invoice',
    description:
      'Creates a credit note, which lowers what an invoice asks for, in full or in part. Where money was paid that is ' +
      'no longer owed, excess says what becomes of it: ask the person you work for. The client is notified unless ' +
      `notify_client is false. ${CONFIRMED}`,
    without: ['metadata', 'external_reference'],
    needsConfirmation: true,
    isFinal: true,
  },
  use_client_credit: {
    operation: 'invoices.useCredit',
    title: "Pay an invoice with the client's credit",
    description: `Uses credit that the agency keeps for the client on an invoice that was sent. ${CONFIRMED}`,
    needsConfirmation: true,
  },
  create_recharge: {
    operation: 'recharges.create',
    title: 'Ask for a recharge',
    description: 'Creates a Pix code or boleto that pays money into the wallet. Creating it pays nothing.',
    always: { currency: 'BRL' },
    without: ['currency'],
  },
} as const satisfies McpTools

export const MCP_TOOLS = { ...READING_TOOLS, ...WRITING_TOOLS } as const

export type McpToolName = keyof typeof MCP_TOOLS

export type ConfirmedToolName = {
  [Name in McpToolName]: (typeof MCP_TOOLS)[Name] extends { needsConfirmation: true } ? Name : never
}[McpToolName]

// The declaration of a tool for agents.

export interface McpTool {
  readonly operation: keyof typeof OPERATIONS
  readonly title: string
  /** Written for models, and only by us: it contains no text of an agency or its clients. */
  readonly description: string
  /** Fields of the operation that are hidden from agents or filled in for them. */
  readonly without?: readonly string[]
  /** The only fields that it takes, if those are few. */
  readonly only?: readonly string[]
  /** Additional fields, which are translated to the operation's. */
  readonly besides?: Readonly<Record<string, object>>
  /** Values that are always sent; those of `usually` are defaults. */
  readonly always?: Readonly<Record<string, unknown>>
  readonly usually?: Readonly<Record<string, unknown>>
  /** Moves money or charges a client: runs only with the token of its first call. */
  readonly needsConfirmation?: true
  /** Cannot be undone. */
  readonly isFinal?: true
}

export type McpTools = Readonly<Record<string, McpTool>>
