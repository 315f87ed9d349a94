// The tools by which agents change something, listed only for who asked for them.
import type { McpTools } from './mcp-tool.ts'

const CONFIRMED =
  'Works in two steps: the first call does nothing and answers a summary with the amount in words and a ' +
  'confirmation_token. Show that summary to the person you work for, and only when they agree call it again with the ' +
  'same arguments and the token, within five minutes.'

export const WRITING_TOOLS = {
  create_client: {
    operation: 'clients.create',
    title: 'Create a client',
    description: 'Adds a person or company that the agency works for.',
  },
  create_quote: {
    operation: 'quotes.create',
    title: 'Create a quote',
    description:
      'Makes a draft quote for a client. Give the ids of offers of search_flights as offer_ids, and each becomes an ' +
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
      'Makes a draft invoice for a client, who is sent its link and payment code at once: it asks them to pay. ' +
      `send_invoice gives it a number later. ${CONFIRMED}`,
    without: ['status', 'payment_status', 'amount_paid', 'paid_at', 'payment_provider_id'],
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
    description: `Gives a PIX payment back to the client who made it, in full or in part. ${CONFIRMED}`,
    needsConfirmation: true,
    isFinal: true,
  },
  create_recharge: {
    operation: 'recharges.create',
    title: 'Ask for a recharge',
    description:
      'Makes a PIX code or boleto by which somebody can pay money into the wallet. Nothing is paid by making it.',
    always: { currency: 'BRL' },
    without: ['currency'],
  },
} as const satisfies McpTools
