// What a client is shown of an invoice or a quote, already in words, so that page and PDF say the same in the same way.

import type { Letterhead } from '../letterhead.ts'

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
  team: Letterhead
  /** What the agency puts below all of its documents. */
  footer: string | null
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
  /** What is to be paid today, with what being late costs. */
  amountDue: string
  /** What is in that besides the invoice itself: label and value; empty where it is not late, or that costs nothing. */
  lateSums: [string, string][]
  /** What being late costs, or will cost; null where it costs nothing. */
  lateWords: string | null
  dueOn: string
  /** Date and amount of what was paid, and of what went back, oldest first. */
  payments: [string, string][]
  pixCode: string | null
  boleto: DocumentBoleto | null
  /** What to do where there is no code; null where there is one, or nothing to pay. */
  withoutCode: string | null
  /** What the agency says about paying; null where there is nothing to pay, or to say. */
  instructions: string | null
  /** What came twice, or beyond; null where nothing did. */
  overpaid: string | null
}

export interface DocumentBoleto {
  barcode: string
  digitableLine: string
  /** In groups, as it is printed. */
  shownLine: string
  pdfUrl: string
  /** What it asks for and until when. */
  words: string
}

export interface QuoteDocument extends DocumentView {
  state: 'waiting' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  validUntil: string | null
}

/** Paid, or cancelled: no money is waited for. */
export function isClosed({ state }: InvoiceDocument): boolean {
  return state === 'paid' || state === 'cancelled'
}
