// The text of an invoice or a quote for its client, shared by page and PDF.

import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import type { Letterhead } from '../letterhead.ts'

export interface DocumentLine {
  description: string
  quantity: string
  unitPrice: string
  total: string
}

export interface DocumentView {
  kind: 'invoice' | 'quote' | 'credit_note'
  /** The language of all texts. */
  language: TeamLanguage
  /** "Fatura 2026-000123" */
  title: string
  team: Letterhead
  /** The agency's text below all of its documents. */
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
  /** Created with a test key, or paid with simulated money. */
  isSimulated: boolean
}

export interface InvoiceDocument extends DocumentView {
  state: 'open' | 'overdue' | 'paid' | 'cancelled'
  /** A draft has no number and may change. */
  isDraft: boolean
  /** The sum of payments and refunds so far; null without any. */
  paidSum: string | null
  returnedSum: string | null
  /** Label and value of what was paid for being late, and of what refunds and early payment took off the total. */
  totalChanges: [string, string][]
  /** The total after that. */
  adjustedTotal: string
  /** Nothing is owed, because all payments were refunded or a credit note took it off; else null. */
  nothingLeft: 'refunded' | 'credited' | null
  /** The amount to pay today: with late charges, or less the discount for early payment. */
  amountDue: string
  /** The late charges in that amount: label and value; empty if there are none. */
  lateSums: [string, string][]
  /** The discount for early payment, as long as it stands: label and value; empty if there is none. */
  earlySums: [string, string][]
  /** The cost of late payment, now or later; null if there is none. */
  lateWords: string | null
  dueOn: string
  /** How late it is, or that it is due today; null if neither. */
  dueNote: string | null
  /** Date and amount of payments and refunds, oldest first. */
  payments: [string, string][]
  /** The payments and refunds with method and the bank's reference. */
  receipts: DocumentReceipt[]
  /** The day of the last payment; null without one. */
  paidOn: string | null
  /** In the order of the catalogue; empty if nothing is to be paid. */
  ways: DocumentWay[]
  /** Pix Automático: what the client may allow or has allowed; null without it. */
  mandate: DocumentMandate | null
  /** What to do without a code; null if there is a code or nothing to pay. */
  withoutCode: string | null
  /** The agency's payment instructions; null if there are none or nothing to pay. */
  instructions: string | null
  /** A payment made twice or too high; null if there is none. */
  overpaid: string | null
}

export interface DocumentReceipt {
  /** "16/11/2026, 11:15" */
  at: string
  amount: string
  by: string
  reference: string | null
}

/** A charge that can be paid now. */
export interface DocumentWay {
  method: PaymentMethod
  /** The amount of the code. */
  amount: string
  /** BR Code. */
  code: string | null
  slip: DocumentBoleto | null
  /** A page of the bank. */
  url: string | null
  /** For a card: what the payer may choose, and how far an attempt is. */
  offer?: DocumentCardOffer
  /** The permission that a payer gives by paying in this way. */
  terms?: readonly string[]
}

export interface DocumentCardOffer {
  /** offered: to be chosen. preparing: the bank makes the page. ready: the page takes the card. checking: it checks one. */
  state: 'offered' | 'preparing' | 'ready' | 'checking'
  /** Number of instalments and text; one if the payer chooses on the bank's page. */
  options: [count: number, text: string][]
  /** Of the form. */
  action: string
  /** The amount that is shown, as the form sends it back. */
  amount: string
  /** The chosen one, while a page of the bank is open for it. */
  chosen: number | null
  pageUrl: string | null
  bank: string
  notes: string[]
  /** Why the last card was refused; null unless it was. */
  refused: string | null
}

export interface DocumentMandate {
  state: 'offered' | 'active' | 'ended'
  /** When this invoice is debited, what is allowed, and until when. */
  lines: string[]
}

export interface DocumentBoleto {
  barcode: string
  digitableLine: string
  /** In groups, as printed. */
  shownLine: string
  pdfUrl: string
  /** Amount and due date. */
  words: string
}

export interface QuoteDocument extends DocumentView {
  state: 'waiting' | 'accepted' | 'declined' | 'cancelled' | 'expired'
  validUntil: string | null
  /** The end of that day, and the time left; null if no reply is expected. */
  validity: { readonly until: string; readonly left: string } | null
  /** The lowest price of an option. */
  lowest: string
  /** The client's options; a single one if there is no choice. */
  options: DocumentOption[]
  /** The reply in words; null without one. */
  response: string | null
  /** The agency recorded the acceptance, so it is no reply of the client. */
  isByAgency: boolean
  declineReason: string | null
  /** The page of the resulting invoice, once it can be paid. */
  invoiceUrl: string | null
}

export interface DocumentOption {
  /** Empty if a quote has no options. */
  id: string
  title: string
  lines: DocumentLine[]
  sums: [string, string][]
  total: string
  trip: DocumentTrip | null
  isChosen: boolean
}

export interface CreditNoteDocument extends DocumentView {
  reason: string
  /** Its effects for the client, in sentences. */
  effects: string[]
  invoiceUrl: string
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

/** Paid or cancelled: no payment is expected. */
export function isClosed({ state }: Pick<InvoiceDocument, 'state'>): boolean {
  return state === 'paid' || state === 'cancelled'
}
