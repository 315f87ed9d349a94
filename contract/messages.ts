// Messages that were sent to clients, as the agency sees them.
import Type from 'typebox'
import { Nullable, PageQuery, Timestamp } from './common.ts'
import { MESSAGE_KINDS, MESSAGE_RECEIPTS, MESSAGE_STATUSES } from './invoicing-states.ts'

export const Message = Type.Object({
  id: Type.String({ description: 'Message id (msg_)' }),
  kind: Type.Enum([...MESSAGE_KINDS], { description: 'What it tells of' }),
  invoice_id: Nullable(Type.String({ description: 'The invoice that it tells of' })),
  quote_id: Nullable(Type.String({ description: 'The quote that it tells of' })),
  channel: Type.Enum(['whatsapp', 'email']),
  to: Type.String({ description: 'Telephone number or e-mail address' }),
  text: Type.String(),
  status: Type.Enum([...MESSAGE_STATUSES, ...MESSAGE_RECEIPTS], {
    description:
      'stored: kept and not sent, in test mode or without a messaging app or mail server. delivered and read: ' +
      'the messaging app says so. failed: not sent yet, or it did not arrive',
  }),
  mail_id: Nullable(Type.String({ description: 'The mail that told it, where it was one' })),
  delivered_at: Nullable({ ...Timestamp, description: 'When it arrived on the phone, if that was told' }),
  read_at: Nullable({ ...Timestamp, description: 'When it was opened, if that was told' }),
  error: Nullable(Type.String({ description: 'Why it failed' })),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
})
export type Message = Type.Static<typeof Message>

/** What became of a sample that the team sent to itself. */
export const TestMessage = Type.Object({
  to: Type.String({ description: "The team's own number" }),
  outcome: Type.Enum(['taken', 'refused', 'kept'], {
    description:
      'taken, or refused, by the messaging app. kept: nothing went out, in test mode or without one',
  }),
  error: Nullable(Type.String({ description: 'What the messaging app said where it did not take it' })),
})
export type TestMessage = Type.Static<typeof TestMessage>

export const MessagesQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    invoice_id: Type.Optional(Type.String({ description: 'Only those about this invoice' })),
    quote_id: Type.Optional(Type.String({ description: 'Only those about this quote' })),
  }),
])
