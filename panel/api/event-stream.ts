// Reads the event stream, and maps each event to the queries that it makes stale.

export interface StreamEvent {
  readonly id: string | undefined
  readonly type: string
  readonly data: string
}

/**
 * Calls `onEvent` for each complete event until the stream ends; rejects if the connection breaks. It reads a fetch,
 * because an EventSource cannot send the mode and team headers.
 */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== undefined) onEvent(event)
    }
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = block.split('\n').flatMap((line) => {
    const found = /^(\w+): ?(.*)$/.exec(line)
    return found === null ? [] : [[found[1] ?? '', found[2] ?? ''] as const]
  })
  const named = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const data = fields.filter(([field]) => field === 'data').map(([, value]) => value)
  if (data.length === 0) return undefined
  return { id: named('id'), type: named('event') ?? 'message', data: data.join('\n') }
}

/** Names of operations whose responses are stale, by the beginning of an event's name. */
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
