// Maps events to the queries that they make stale.
const STALE: readonly (readonly [beginning: string, names: readonly string[]])[] = [
  ['booking.', ['bookings', 'reports', 'wallet', 'clients', 'mails', 'trips', 'warnings']],
  ['wallet.', ['wallet', 'recharges', 'testWallet', 'reports']],
  ['integration.', ['paymentProviders', 'team']],
  ['api_key.', ['keys']],
  ['invoice.', ['invoices', 'reports', 'messages', 'mails', 'recurringInvoices', 'clients', 'trips']],
  ['credit_note.', ['creditNotes', 'invoices', 'clients', 'trips', 'messages', 'mails']],
  ['client_credit.', ['clients', 'invoices']],
  ['dispute.', ['disputes', 'invoices']],
  ['quote.', ['quotes', 'clients', 'mails', 'messages']],
  ['trip.', ['trips', 'clients', 'tripNotes', 'warnings']],
  ['recurring_invoice.', ['recurringInvoices', 'invoices']],
  ['mandate.', ['mandates', 'invoices', 'mails']],
]

/** Returns prefixes of operation names. Every event also changes the lists of events, deliveries and audit entries. */
export function staleBy(type: string): readonly string[] {
  const names = STALE.find(([prefix]) => type.startsWith(prefix))?.[1] ?? []
  return [...names, 'events', 'deliveries', 'audit']
}
