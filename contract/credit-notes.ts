// Credit notes in the API: they take off what an invoice asks for.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, NotNull, Nullable, PageOf, Timestamp } from './common.ts'
import { EXCESS_USES } from './credit-states.ts'
import { Expand, Expanded } from './expansions.ts'
import { ClientIdInput, DateInput, DateText, ITEMS_MAX } from './invoicing.ts'
import { Sending } from './mails.ts'
import type { Operations } from './operation.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, changeOne, createOne, listAll, readOne } from './resource-operations.ts'
import { creditNotes } from './resources.ts'
import { data } from './responses.ts'

const CREDIT_REASON_MAX = 500

const EXCESS =
  'The use of money that was paid and is no longer owed. credit: credit of the client. refund: goes back to the ' +
  'payer by the bank that collected it. none: stays overpaid on the invoice'
const Excess = Type.Enum([...EXCESS_USES], { description: EXCESS })

export const CreditNoteItem = Type.Object({
  invoice_item_id: Nullable(Type.String({ description: 'The item of the invoice that it credits' })),
  trip_item_id: Nullable(Type.String({ description: 'The item of a trip (tri_) that it credits' })),
  description: Type.String(),
  amount: AmountNumber,
})
export type CreditNoteItem = Type.Static<typeof CreditNoteItem>

export const CreditNote = Type.Object({
  id: Type.String({ description: 'Credit note id (crn_)' }),
  number: Type.String({ description: 'In a series of its own', examples: ['2026-000007'] }),
  invoice_id: Type.String({ description: 'The invoice (UUID) that it credits' }),
  invoice_number: Type.String({ description: 'Number of that invoice' }),
  invoice: Expanded('Invoice', 'invoice'),
  client_id: Type.String(),
  client: ClientOfDocument,
  issue_date: DateText,
  reason: Type.String(),
  items: Type.Array(CreditNoteItem, { description: 'Empty: it credits the invoice as a whole' }),
  amount: AmountNumber,
  excess: Nullable(Excess),
  excess_amount: Type.Number({ description: 'The part that was paid and is no longer owed' }),
  credit_expires_on: Nullable({
    ...DateText,
    description:
      'The last day on which new credit can be used; what is given back ends when it would have ended',
  }),
  refund_ids: Type.Array(Type.String(), { description: 'The refunds (rfd_) that it asked for' }),
  currency: Brl,
  page_url: Type.String({ description: 'Public page for the client' }),
  pdf_url: Type.String(),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type CreditNote = Type.Static<typeof CreditNote>

export const CreditNoteItemInput = Type.Object({
  invoice_item_id: Type.Optional(
    Nullable(Type.String({ description: 'Id of an item of the invoice (UUID); or `trip_item_id`' })),
  ),
  trip_item_id: Type.Optional(
    Nullable(Type.String({ description: 'Id of an item of a trip (tri_) that the invoice bills' })),
  ),
  amount: Type.Number({
    exclusiveMinimum: 0,
    description: 'BRL, at most two decimals; after discount and tax',
  }),
})
export type CreditNoteItemInput = Type.Static<typeof CreditNoteItemInput>

const CREDITED = {
  invoice_id: Type.String({ description: 'The invoice (UUID) to credit; it was sent' }),
  amount: Type.Optional(
    NotNull(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'BRL, at most two decimals; the sum of `items`, or else all that can be credited if left out',
      }),
    ),
  ),
  items: Type.Optional(
    Type.Array(CreditNoteItemInput, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'Which items of the invoice are credited; of the invoice as a whole if left out',
    }),
  ),
  excess: Type.Optional({
    ...Excess,
    description: `${EXCESS}. Required if there is such money`,
  }),
  credit_expires_on: Type.Optional(
    Nullable({
      ...DateInput,
      description: 'With `excess` credit: the last day on which it can be used; it never ends if left out',
    }),
  ),
}

export const CreditNoteInput = Type.Object({
  ...CREDITED,
  reason: Type.String({
    minLength: 1,
    maxLength: CREDIT_REASON_MAX,
    pattern: '\\S',
    description: 'The client sees it',
    examples: ['Hospedagem cancelada'],
  }),
  notify_client: Type.Optional(
    Type.Boolean({ description: 'Whether the client gets it by mail; true if left out' }),
  ),
  ...ReferencesInput.properties,
})
export type CreditNoteInput = Type.Static<typeof CreditNoteInput>

/** Lines of a credit note whose preview costs one search. */
const LINES_A_SEARCH = 50

/** For any body: it is validated later. */
function previewCost(body: unknown): number {
  const { items }: { items?: unknown } = typeof body === 'object' && body !== null ? body : {}
  const lines = Array.isArray(items) ? Math.min(items.length, ITEMS_MAX) : 0
  return Math.max(1, Math.ceil(lines / LINES_A_SEARCH))
}

export const CreditNotePreviewInput = Type.Object(CREDITED)
export type CreditNotePreviewInput = Type.Static<typeof CreditNotePreviewInput>

export const CreditNotePreview = Type.Object({
  amount: AmountNumber,
  items: Type.Array(CreditNoteItem),
  creditable_amount: Type.Number({ description: 'The most that can be credited of the invoice now' }),
  amount_due_before: AmountNumber,
  amount_due_after: AmountNumber,
  excess_amount: Type.Number({ description: 'Money that was paid and would no longer be owed' }),
  refundable_amount: Type.Number({
    description: 'The part of it that the bank can send back; the rest cannot',
  }),
  credit_given_back_amount: Type.Number({
    description:
      "With `excess` credit: the part of it that the client's credit had paid. It comes back until the day on which " +
      'it would have ended; only the rest is new credit, until `credit_expires_on`',
  }),
  credit_covering_amount: Type.Number({
    description:
      'With `excess` credit: the part of it that covers `uncovered_amount` of invoices at once, and cannot be used',
  }),
})
export type CreditNotePreview = Type.Static<typeof CreditNotePreview>

/** Of a credit note once it is issued. */
export const CREDIT_NOTE_FIXED = [
  'invoice_id',
  'client_id',
  'issue_date',
  'reason',
  'items',
  'amount',
  'excess',
  'credit_expires_on',
] as const

const Fixed = Type.Optional(
  Type.Unknown({ description: 'Cannot be changed: anything but its present value is refused' }),
)

export const CreditNoteChange = Type.Object({
  ...ReferencesInput.properties,
  ...Object.fromEntries(CREDIT_NOTE_FIXED.map((name) => [name, Fixed])),
})
export type CreditNoteChange = Type.Static<typeof CreditNoteChange>

const EXPAND = Expand('client', 'invoice')

export const CreditNotesQuery = PageOf({
  invoice_id: Type.Optional(Type.String({ description: 'Only those of this invoice' })),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  ...ReferencesFilter.properties,
  ...EXPAND,
  ...CHANGED,
})
export type CreditNotesQuery = Type.Static<typeof CreditNotesQuery>

const CREDIT_ERRORS = [
  'invoice_not_found',
  'invalid_status_transition',
  'credit_exceeds_invoice',
  'refund_under_way',
  'nothing_to_refund',
  'refund_exceeds_payment',
  'refund_too_late',
  'refund_must_be_whole',
  'boleto_cannot_be_refunded',
  'payment_provider_not_found',
] as const

export const CREDIT_NOTE_OPERATIONS = {
  'creditNotes.list': listAll(creditNotes, CreditNotesQuery, CreditNote, 'List credit notes'),
  'creditNotes.create': createOne(creditNotes, {
    version: CreditNote,
    audit: 'money',
    summary: 'Create a credit note',
    description:
      'Takes the amount off what the invoice asks for; what it bills of items of trips becomes open again. Money that ' +
      'was paid and is no longer owed becomes credit of the client, goes back, or stays on the invoice, as `excess` ' +
      'says. Fine and interest that were paid stay. A credit note cannot be changed or deleted.',
    body: CreditNoteInput,
    response: data(CreditNote),
    errors: CREDIT_ERRORS,
  }),
  'creditNotes.read': readOne(creditNotes, {
    version: CreditNote,
    summary: 'Read a credit note',
    query: Type.Object(EXPAND),
    response: data(CreditNote),
  }),
  'creditNotes.update': changeOne(creditNotes, {
    version: CreditNote,
    audit: 'records',
    summary: 'Update a credit note',
    description: '`metadata` and `external_reference`; nothing else of it changes.',
    body: CreditNoteChange,
    response: data(CreditNote),
    errors: ['credit_note_cannot_be_changed'],
  }),
  'creditNotes.send': actOn(creditNotes, 'send', {
    audit: 'records',
    summary: 'Send a credit note again',
    description: 'Writes to the client about it by mail, with its document.',
    response: data(Sending),
  }),
  'creditNotes.preview': {
    method: 'POST',
    path: `${creditNotes.path}/preview`,
    access: 'invoices.read',
    isSearch: true,
    searchCost: previewCost,
    tag: creditNotes.tag,
    bodyBytesMax: creditNotes.inputBytesMax,
    summary: 'Preview a credit note',
    description: `Its effect on the invoice. Stores nothing, and counts as a search for every ${LINES_A_SEARCH} items.`,
    body: CreditNotePreviewInput,
    response: data(CreditNotePreview),
    errors: ['invoice_not_found', 'invalid_status_transition', 'credit_exceeds_invoice'],
  },
} as const satisfies Operations
