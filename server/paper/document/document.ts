// What a client is shown of an invoice or a quote, already in words, so that page and PDF say the same in the same way.

export interface DocumentLine {
  description: string
  quantity: string
  unitPrice: string
  total: string
}

export interface DocumentView {
  kind: 'invoice' | 'quote'
  /** "Fatura 2026-000123" */
  title: string
  team: { name: string; email: string }
  client: { name: string; document: string | null; email: string }
  /** Label and value. */
  dates: [string, string][]
  lines: DocumentLine[]
  /** Label and value, from the subtotal to the total. */
  sums: [string, string][]
  total: string
  notes: string | null
  url: string
  pdfUrl: string
  issuedOn: Temporal.PlainDate
  /** Nothing of it is real: made with a test key, or paid with simulated money. */
  isSimulated: boolean
}

export interface InvoiceDocument extends DocumentView {
  state: 'open' | 'overdue' | 'paid' | 'cancelled'
  amountDue: string
  dueOn: string
  /** Date and amount of what was paid, and of what went back, oldest first. */
  payments: [string, string][]
  pixCode: string | null
}

export interface QuoteDocument extends DocumentView {
  state: 'waiting' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  validUntil: string | null
}

/** Paid, or cancelled: no money is waited for. */
export function isClosed({ state }: InvoiceDocument): boolean {
  return state === 'paid' || state === 'cancelled'
}
