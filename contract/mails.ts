// Mails written for a team, to its clients and to itself.
import Type from 'typebox'
import { CHANGED, Nullable, PageOf, PageQuery, Timestamp } from './common.ts'
import { MESSAGE_KINDS, MESSAGE_RECEIPTS, MESSAGE_STATUSES } from './invoicing-states.ts'
import { CALLBACK_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { listAll, readOne } from './resource-operations.ts'
import { mails } from './resources.ts'
import { bare, data, inline, page, Success } from './responses.ts'
import { MODES } from './teams.ts'

const Status = Type.Enum([...MESSAGE_STATUSES], {
  description:
    'waiting: not tried yet. sent: the mail server accepted it. stored: kept and not sent, in test mode or without ' +
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
  booking_id: Nullable(Type.String({ description: 'The booking that it is about' })),
  invoice_id: Nullable(Type.String({ description: 'The invoice that it is about' })),
  quote_id: Nullable(Type.String({ description: 'The quote that it is about' })),
  trip_id: Nullable(Type.String({ description: 'The trip that it is about' })),
  has_receipt: Type.Boolean({ description: 'The receipt of the booking goes with it as a PDF' }),
  has_document: Type.Boolean({
    description: 'The invoice, the quote or the itinerary goes with it as a PDF',
  }),
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
  updated_at: Timestamp,
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
  trip_id: Type.Optional(Type.String({ description: 'Only those about this trip' })),
  client_id: Type.Optional(Type.String({ description: "Only those to this client's address of today" })),
  to: Type.Optional(
    Type.String({ maxLength: 254, description: 'Only those to or for this address, in whatever case' }),
  ),
  status: Type.Optional(Status),
  ...CHANGED,
})
export type MailsQuery = Type.Static<typeof MailsQuery>

// Messages sent to clients.

export const Message = Type.Object({
  id: Type.String({ description: 'Message id (msg_)' }),
  kind: Type.Enum([...MESSAGE_KINDS], { description: 'What it is about' }),
  invoice_id: Nullable(Type.String({ description: 'The invoice that it is about' })),
  quote_id: Nullable(Type.String({ description: 'The quote that it is about' })),
  trip_id: Nullable(Type.String({ description: 'The trip that it is about' })),
  channel: Type.Enum(['whatsapp', 'email']),
  to: Type.String({ description: 'Telephone number or e-mail address' }),
  text: Type.String(),
  status: Type.Enum([...MESSAGE_STATUSES, ...MESSAGE_RECEIPTS], {
    description:
      'stored: kept and not sent, in test mode or without a messaging app or mail server. delivered and read: ' +
      'the messaging app says so. failed: not sent yet, or it did not arrive',
  }),
  mail_id: Nullable(Type.String({ description: 'The mail, if it was sent by mail' })),
  delivered_at: Nullable({ ...Timestamp, description: 'When it arrived on the phone, if reported' }),
  read_at: Nullable({ ...Timestamp, description: 'When it was opened, if reported' }),
  error: Nullable(Type.String({ description: 'Why it failed' })),
  created_at: Timestamp,
  updated_at: Timestamp,
  sent_at: Nullable(Timestamp),
})
export type Message = Type.Static<typeof Message>

/** The result of a sample that the team sent to itself. */
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
    trip_id: Type.Optional(Type.String({ description: 'Only those about this trip' })),
    ...CHANGED,
  }),
])

// Sending again to a client, and its result.

const SEND_CHANNELS = ['email', 'whatsapp'] as const

export const SendInput = Type.Object({
  channel: Type.Optional(
    Type.Enum([...SEND_CHANNELS], {
      description: 'email if left out. whatsapp needs a telephone number and a messaging app',
    }),
  ),
})
export type SendInput = Type.Static<typeof SendInput>

export const Sending = Type.Object({
  channel: Type.Enum([...SEND_CHANNELS]),
  to: Type.String({ description: 'The address or telephone number of the client' }),
  mail_id: Nullable(
    Type.String({ description: 'The mail, where it is one: GET /api/v1/mails/:id follows it' }),
  ),
})
export type Sending = Type.Static<typeof Sending>

// Operations on mails and messages as they were sent.

export const MAIL_OPERATIONS = {
  'mails.list': listAll(
    mails,
    MailsQuery,
    MailListItem,
    'List mails',
    'Newest first, without what they say.',
  ),
  'mails.read': readOne(mails, {
    summary: 'Read a mail',
    description: 'With its HTML and its text as they were sent. Mails are kept for `KEEP_MAILS_DAYS`.',
    response: data(Mail),
  }),
  'mails.html': {
    ...readOne(mails, {
      summary: 'Look at a mail',
      description:
        'Its HTML as a page of its own, which runs nothing: for a frame. People who are signed in may say in the ' +
        'query of which team and mode it is.',
      query: MailPageQuery,
      response: page,
    }),
    path: `${mails.path}/:id.html`,
  },
} as const satisfies Operations

// Callbacks of the messaging app: a challenge, once, and then signed message states.

const path = `${CALLBACK_PATH}/whatsapp`

export const MESSAGE_RECEIPT_OPERATIONS = {
  'messageReceipts.prove': {
    method: 'GET',
    path,
    access: 'limited',
    query: Type.Object({
      'hub.mode': Type.Optional(Type.String()),
      'hub.verify_token': Type.Optional(Type.String()),
      'hub.challenge': Type.Optional(Type.String()),
    }),
    response: inline('text/plain'),
    errors: ['route_not_found', 'unauthorized'],
  },
  'messageReceipts.receive': {
    method: 'POST',
    path,
    access: 'limited',
    signatureHeader: 'x-hub-signature-256',
    body: Type.Unknown(),
    // One callback covers up to a thousand messages.
    bodyBytesMax: 512 * 1024,
    response: bare(Success),
    errors: ['route_not_found', 'unauthorized'],
  },
} as const satisfies Operations
