// Mails that were written for a team, to its clients and to itself, as it sees them.
import Type from 'typebox'
import { Nullable, PageOf, Timestamp } from './common.ts'
import { MESSAGE_STATUSES } from './invoicing-states.ts'
import { MODES } from './teams.ts'

const Status = Type.Enum([...MESSAGE_STATUSES], {
  description:
    'waiting: not tried yet. sent: the mail server took it. stored: kept and not sent, in test mode or without ' +
    'a mail server. failed: the last try failed; `given_up` says whether there will be another',
})

export const MailListItem = Type.Object({
  id: Type.String({ description: 'Mail id (mail_)' }),
  to: Type.String({ description: 'Whom it went to; empty where they were erased' }),
  meant_for: Nullable(
    Type.String({
      description: "Of test mode, whose mails go to the team's own address: who would have got it",
    }),
  ),
  subject: Type.String(),
  booking_id: Nullable(Type.String({ description: 'The booking that it tells of' })),
  invoice_id: Nullable(Type.String({ description: 'The invoice that it tells of' })),
  quote_id: Nullable(Type.String({ description: 'The quote that it tells of' })),
  has_receipt: Type.Boolean({ description: 'The receipt of the booking goes with it as a PDF' }),
  has_document: Type.Boolean({ description: 'The invoice or the quote goes with it as a PDF' }),
  status: Status,
  attempts: Type.Integer({ description: 'How often it was tried to send it' }),
  given_up: Type.Boolean({ description: 'It did not go out, and by itself never will' }),
  sent_at: Nullable(Timestamp),
  bounced_at: Nullable({
    ...Timestamp,
    description:
      'When it was reported as not delivered, after the mail server had taken it; `error` says why',
  }),
  created_at: Timestamp,
  error: Nullable(Type.String({ description: 'Why the last try failed' })),
})
export type MailListItem = Type.Static<typeof MailListItem>

export const Mail = Type.Intersect([
  MailListItem,
  Type.Object({
    html: Nullable(
      Type.String({ description: 'As it was sent; null where it holds a link for its receiver alone' }),
    ),
    text: Nullable(Type.String({ description: 'The same as plain text' })),
  }),
])
export type Mail = Type.Static<typeof Mail>

export const MailPageQuery = Type.Object({
  embarque_team: Type.Optional(
    Type.String({ description: 'In place of the header Embarque-Team, which a frame cannot send' }),
  ),
  embarque_mode: Type.Optional(
    Type.Enum([...MODES], { description: 'In place of the header Embarque-Mode' }),
  ),
})

export const MailsQuery = PageOf({
  booking_id: Type.Optional(Type.String({ description: 'Only those about this booking' })),
  invoice_id: Type.Optional(Type.String({ description: 'Only those about this invoice' })),
  quote_id: Type.Optional(Type.String({ description: 'Only those about this quote' })),
  client_id: Type.Optional(Type.String({ description: "Only those to this client's address of today" })),
  to: Type.Optional(
    Type.String({ maxLength: 254, description: 'Only those to or for this address, in whatever case' }),
  ),
  status: Type.Optional(Status),
})
export type MailsQuery = Type.Static<typeof MailsQuery>
