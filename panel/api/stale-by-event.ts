// Which answers an event makes stale, by the beginning of its name.
const STALE: readonly (readonly [beginning: string, names: readonly string[]])[] = [
  ['booking.', ['bookings', 'reports', 'wallet', 'clients', 'mails']],
  ['wallet.', ['wallet', 'recharges', 'testWallet', 'reports']],
  ['integration.', ['paymentProviders', 'team']],
  ['api_key.', ['keys']],
  ['invoice.', ['invoices', 'reports', 'messages', 'mails', 'recurringInvoices', 'clients']],
  ['quote.', ['quotes', 'clients', 'mails', 'messages']],
  ['recurring_invoice.', ['recurringInvoices', 'invoices']],
]

/** Beginnings of names of operations; every event is a row of lists of events too. */
export function staleBy(type: string): readonly string[] {
  const names = STALE.find(([beginning]) => type.startsWith(beginning))?.[1] ?? []
  return [...names, 'events', 'deliveries', 'audit']
}
