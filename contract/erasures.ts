// That a person was erased, as the agency may have to show: when, by whom, and how much of what. Nothing of the person.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'

const Counts = Type.Object({
  clients: Type.Number({ description: 'The client, emptied or deleted' }),
  bookings: Type.Number({ description: 'Bookings that were about the person' }),
  travellers: Type.Number({ description: 'Travellers of them who were the person' }),
  invoices: Type.Number({ description: 'Issued invoices, which keep the name and the tax id' }),
  mails: Type.Number(),
  messages: Type.Number(),
  events: Type.Number(),
  receiver_answers: Type.Number({ description: 'What receivers of webhooks answered to those events' }),
  remembered_answers: Type.Number({ description: 'Answers kept under an Idempotency-Key' }),
})
export type ErasureCounts = Type.Static<typeof Counts>

/** All that is counted. */
export const COUNTED = [
  'clients',
  'bookings',
  'travellers',
  'invoices',
  'mails',
  'messages',
  'events',
  'receiver_answers',
  'remembered_answers',
] as const satisfies (keyof ErasureCounts)[]

export const Erasure = Type.Object({
  id: Type.String({ description: 'Erasure id (era_)' }),
  client_id: Type.String({ description: 'The client that was erased (UUID)' }),
  asked_by: Nullable(Type.String({ description: 'The key that asked for it; null for the command line' })),
  erased_at: Timestamp,
  /** Null while bookings, events and mails are still being erased; the client itself is at once. */
  completed_at: Nullable(Timestamp),
  counts: Counts,
})
export type Erasure = Type.Static<typeof Erasure>
