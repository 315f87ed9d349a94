// What a client is shown of an invoice or a quote, already in words, so that page and PDF say the same in the same way.

import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../letterhead.ts'

export interface DocumentLine {
  description: string
  quantity: string
  unitPrice: string
  total: string
}

export interface DocumentView {
  kind: 'invoice' | 'quote'
  /** In which all of it is written. */
  language: TeamLanguage
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
  /** Not issued yet: it has no number, and may change. */
  isDraft: boolean
  /** What has come of it so far, and what went back; null where nothing did. */
  paidSum: string | null
  returnedSum: string | null
  /** Label and value of what was paid for being late, and of what refunds took off the total. */
  totalChanges: [string, string][]
  /** The total after that. */
  adjustedTotal: string
  /** All that was paid went back, and nothing is owed. */
  isRefunded: boolean
  /** What is to be paid today, with what being late costs. */
  amountDue: string
  /** What is in that besides the invoice itself: label and value; empty where it is not late, or that costs nothing. */
  lateSums: [string, string][]
  /** What being late costs, or will cost; null where it costs nothing. */
  lateWords: string | null
  dueOn: string
  /** How late it is, or that it is due today; null where neither. */
  dueNote: string | null
  /** Date and amount of what was paid, and of what went back, oldest first. */
  payments: [string, string][]
  /** The same with how it came, and by which name the bank knows it. */
  receipts: DocumentReceipt[]
  /** The day of the last money that came; null where none did. */
  paidOn: string | null
  pixCode: string | null
  boleto: DocumentBoleto | null
  /** What to do where there is no code; null where there is one, or nothing to pay. */
  withoutCode: string | null
  /** What the agency says about paying; null where there is nothing to pay, or to say. */
  instructions: string | null
  /** What came twice, or beyond; null where nothing did. */
  overpaid: string | null
}

export interface DocumentReceipt {
  /** "16/11/2026, 11:15" */
  at: string
  amount: string
  by: string
  reference: string | null
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
  /** The last moment of that day, and how long it is until then; null where no answer is waited for. */
  validity: { readonly until: string; readonly left: string } | null
  /** The least that an option costs. */
  lowest: string
  /** What the client chooses from; one alone where there is nothing to choose. */
  options: DocumentOption[]
  /** Who answered and when, in words; null where nobody did. */
  answer: string | null
  declineReason: string | null
  /** Of the invoice that it became, once that can be paid. */
  invoiceUrl: string | null
}

export interface DocumentOption {
  /** Empty where a quote has no options. */
  id: string
  title: string
  lines: DocumentLine[]
  sums: [string, string][]
  total: string
  trip: DocumentTrip | null
  isChosen: boolean
}

export interface DocumentTrip {
  /** Airline and fare. */
  head: string
  legs: DocumentLeg[]
  /** Bags, conditions and travellers. */
  facts: string[]
}

export interface DocumentLeg {
  /** "Ida" */
  name: string
  day: string
  departs: DocumentLegEnd
  arrives: DocumentLegEnd
  /** "+1 dia" */
  later: string | null
  /** Flights and stops. */
  about: string
}

export interface DocumentLegEnd {
  time: string
  code: string
  city: string | null
}

/** Paid, or cancelled: no money is waited for. */
export function isClosed({ state }: Pick<InvoiceDocument, 'state'>): boolean {
  return state === 'paid' || state === 'cancelled'
}
