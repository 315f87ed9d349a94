// That a person was erased, as the agency may have to show: when, by whom, and how much of what. Nothing of the person.
import Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'

export const ErasureCounts = Type.Object({
  clients: Type.Number({ description: 'The client, emptied or deleted' }),
  bookings: Type.Number({ description: 'Bookings that were about the person' }),
  travellers: Type.Number({ description: 'Travellers of them who were the person' }),
  invoices: Type.Number({ description: 'Issued invoices, which keep the name and the tax id' }),
  mails: Type.Number(),
  messages: Type.Number(),
  notes: Type.Number({ description: 'Notes about the person, or that named them' }),
  events: Type.Number(),
  receiver_answers: Type.Number({ description: 'What receivers of webhooks answered to those events' }),
  remembered_answers: Type.Number({ description: 'Answers kept under an Idempotency-Key' }),
})
export type ErasureCounts = Type.Static<typeof ErasureCounts>

/** All that is counted. */
export const COUNTED: readonly (keyof ErasureCounts)[] = Object.keys(ErasureCounts.properties).filter(
  isCounted,
)

function isCounted(name: string): name is keyof ErasureCounts {
  return name in ErasureCounts.properties
}

export const Erasure = Type.Object({
  id: Type.String({ description: 'Erasure id (era_)' }),
  client_id: Type.String({ description: 'The client that was erased (UUID)' }),
  asked_by: Nullable(Type.String({ description: 'The key that asked for it; null for the command line' })),
  erased_at: Type.String({
    ...Timestamp,
    description: 'When it was asked for and begun: the client itself was erased then',
  }),
  completed_at: Nullable(
    Type.String({
      ...Timestamp,
      description: 'When nothing was left; null while bookings, events, mails and messages follow',
    }),
  ),
  counts: ErasureCounts,
})
export type Erasure = Type.Static<typeof Erasure>
