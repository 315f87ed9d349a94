// Disputes in the API: card payments that their holders contest, with what the agency should send.
import Type from 'typebox'
import { Brl } from './amounts.ts'
import { DISPUTE_EVIDENCE, DISPUTE_STATUSES } from './cards.ts'
import { CHANGED, Nullable, PageOf, Timestamp } from './common.ts'
import { DateText } from './invoicing.ts'
import type { Operations } from './operation.ts'
import { changeOne, listAll, readOne } from './resource-operations.ts'
import { disputes } from './resources.ts'
import { data } from './responses.ts'

export const Dispute = Type.Object({
  id: Type.String({ description: 'Dispute id (dsp_)' }),
  invoice_id: Type.String({ description: 'UUID; what is contested is owed again until the dispute is won' }),
  charge_id: Type.String({ description: 'Charge id (chg_)' }),
  status: Type.Enum([...DISPUTE_STATUSES], {
    description: 'open: the bank of the card decides. won: the money stays. lost: it went back to the holder',
  }),
  amount: Type.Number({ description: "The contested amount, with a card's fee that the payer bore" }),
  taken_amount: Type.Number({
    description: 'The part of it that the invoice does not count as paid any more; 0 once the dispute is won',
  }),
  uncovered_amount: Type.Number({
    description:
      'The part of it that could not be taken back, because it had become credit of the client that is used or has expired: ' +
      'neither the invoice nor the credit has it',
  }),
  currency: Brl,
  reason: Nullable(Type.String({ description: "The bank's own word" })),
  evidence: Type.Array(Type.Enum([...DISPUTE_EVIDENCE]), {
    description: "Evidence to send to the bank, in the bank's own panel",
  }),
  answer_by: Nullable(
    Type.String({ ...DateText, description: 'The last day for documents; null if the bank names none' }),
  ),
  documents_sent_at: Nullable(
    Type.String({ ...Timestamp, description: 'When the agency noted that it sent them' }),
  ),
  opened_at: Timestamp,
  ended_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Dispute = Type.Static<typeof Dispute>

const DisputesQuery = PageOf({
  status: Type.Optional(Type.Enum([...DISPUTE_STATUSES], { description: 'Only those in this state' })),
  invoice_id: Type.Optional(Type.String({ description: 'Only those of this invoice' })),
  ...CHANGED,
})

const DisputeChange = Type.Partial(
  Type.Object({
    documents_sent: Type.Boolean({
      description: 'Notes that the documents were sent, or takes the note back',
    }),
  }),
)

export const DISPUTE_OPERATIONS = {
  'disputes.list': listAll(
    disputes,
    DisputesQuery,
    Dispute,
    'List disputes',
    'Card payments that their holders contest, newest first. The bank decides; documents go to it in its own panel.',
  ),
  'disputes.read': readOne(disputes, { summary: 'Read a dispute', response: data(Dispute) }),
  'disputes.update': changeOne(disputes, {
    body: DisputeChange,
    response: data(Dispute),
    summary: 'Note that the documents of a dispute were sent',
    description: 'For the team alone: the documents themselves go to the bank in its own panel.',
  }),
} as const satisfies Operations
