// Messages that were sent to clients, as the agency sees them.
import Type from 'typebox'
import { Nullable, PageQuery, Timestamp } from './common.ts'
import { MESSAGE_KINDS, MESSAGE_STATUSES } from './invoicing-states.ts'

export const Message = Type.Object({
  id: Type.String({ description: 'Message id (msg_)' }),
  kind: Type.Enum([...MESSAGE_KINDS], { description: 'What it tells of' }),
  invoice_id: Type.String(),
  channel: Type.Enum(['whatsapp', 'email']),
  to: Type.String({ description: 'Telephone number or e-mail address' }),
  text: Type.String(),
  status: Type.Enum([...MESSAGE_STATUSES], {
    description: 'stored: kept and not sent, in test mode or without a messaging app or mail server',
  }),
  error: Nullable(Type.String({ description: 'Why the last try failed' })),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
})
export type Message = Type.Static<typeof Message>

export const MessagesQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    invoice_id: Type.Optional(Type.String({ description: 'Only those about this invoice' })),
  }),
])
