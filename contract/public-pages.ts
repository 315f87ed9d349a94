// Pages for payers and clients of an agency. The token in the link is the only credential.
import Type from 'typebox'
import { OptionalBody } from './common.ts'
import { InvoiceStatusName, PaymentStatusName } from './invoicing.ts'
import { CREDIT_NOTE_PATH, INVOICE_PATH, PAY_PATH, QUOTE_PATH, TRIP_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { REASON_MAX, RESPONDER_MAX } from './quotes.ts'
import { attachment, bare, image, inline, page, redirect } from './responses.ts'

const params = Type.Object({ token: Type.String() })
const charge = {
  method: 'GET',
  access: 'limited',
  forPeople: true,
  params,
  errors: ['charge_not_found'],
} as const
const look = { method: 'GET', access: 'limited', params, errors: ['invoice_not_found'] } as const
const invoice = { ...look, forPeople: true } as const
const quote = { access: 'limited', forPeople: true, params, errors: ['quote_not_found'] } as const
/** The longest reason, URL-encoded by a form. */
const FORM_BYTES_MAX = 16_000

const AcceptForm = Type.Object({
  name: Type.Optional(Type.String({ maxLength: RESPONDER_MAX })),
  option: Type.Optional(Type.String({ maxLength: 36 })),
})
const CardForm = Type.Object({
  instalments: Type.Optional(Type.String({ maxLength: 2 })),
  /** As the page showed it. */
  amount: Type.Optional(Type.String({ maxLength: 20 })),
})
const DeclineForm = Type.Object({ reason: Type.Optional(Type.String({ maxLength: REASON_MAX })) })

const reply = {
  ...quote,
  method: 'POST',
  /** The version of the quote that was shown; another version is refused. */
  query: Type.Object({ version: Type.Optional(Type.String()) }),
  sentByForm: true,
  bodyBytesMax: FORM_BYTES_MAX,
  response: redirect,
} as const

/** The page of an invoice polls this. */
const InvoiceLook = Type.Object({
  status: InvoiceStatusName,
  payment_status: PaymentStatusName,
  version: Type.String(),
})

export const PUBLIC_PAGE_OPERATIONS = {
  'payer.qrSvg': { ...charge, path: `${PAY_PATH}/:token/qrcode.svg`, response: image('image/svg+xml') },
  'payer.qrPng': { ...charge, path: `${PAY_PATH}/:token/qrcode.png`, response: image('image/png') },
  'payer.boleto': { ...charge, path: `${PAY_PATH}/:token`, response: page },
  'payer.boletoPdf': {
    ...charge,
    path: `${PAY_PATH}/:token/boleto.pdf`,
    response: inline('application/pdf'),
  },
  'shared.invoice': {
    ...invoice,
    path: `${INVOICE_PATH}/:token`,
    /** The client says that they have paid. */
    query: Type.Object({
      paid: Type.Optional(Type.Unknown()),
      /** After a payment by card was begun, or after the return from the bank's page. */
      card: Type.Optional(Type.String()),
      /** After the client cancelled Pix Automático. */
      mandate: Type.Optional(Type.String()),
    }),
    response: page,
  },
  /** The payer chose a number of instalments; the bank's page takes the card. */
  'shared.payByCard': {
    ...invoice,
    method: 'POST',
    path: `${INVOICE_PATH}/:token/card`,
    /** Choices are limited by address. */
    withAddress: true,
    body: CardForm,
    sentByForm: true,
    bodyBytesMax: FORM_BYTES_MAX,
    response: redirect,
  },
  'shared.invoiceStatus': { ...look, path: `${INVOICE_PATH}/:token/status`, response: bare(InvoiceLook) },
  'shared.invoicePdf': {
    ...invoice,
    path: `${INVOICE_PATH}/:token/pdf`,
    response: inline('application/pdf'),
  },
} as const satisfies Operations

/** Actions of a client on the mandate of an invoice. */
export const MANDATE_PAGE_OPERATIONS = {
  'shared.cancelMandate': {
    method: 'POST',
    access: 'limited',
    forPeople: true,
    params,
    path: `${INVOICE_PATH}/:token/mandate/cancel`,
    body: OptionalBody(Type.Object({})),
    sentByForm: true,
    bodyBytesMax: FORM_BYTES_MAX,
    response: redirect,
    errors: ['invoice_not_found'],
  },
} as const satisfies Operations

export const QUOTE_PAGE_OPERATIONS = {
  'shared.quote': {
    ...quote,
    method: 'GET',
    path: `${QUOTE_PATH}/:token`,
    query: Type.Object({
      step: Type.Optional(Type.String()),
      option: Type.Optional(Type.String()),
      trouble: Type.Optional(Type.String()),
    }),
    response: page,
  },
  'shared.quotePdf': {
    ...quote,
    method: 'GET',
    path: `${QUOTE_PATH}/:token/pdf`,
    response: inline('application/pdf'),
  },
  'shared.acceptQuote': { ...reply, path: `${QUOTE_PATH}/:token/accept`, body: OptionalBody(AcceptForm) },
  'shared.declineQuote': { ...reply, path: `${QUOTE_PATH}/:token/decline`, body: OptionalBody(DeclineForm) },
} as const satisfies Operations

const creditNote = {
  method: 'GET',
  access: 'limited',
  forPeople: true,
  params,
  errors: ['credit_note_not_found'],
} as const

export const CREDIT_NOTE_PAGE_OPERATIONS = {
  'shared.creditNote': { ...creditNote, path: `${CREDIT_NOTE_PATH}/:token`, response: page },
  'shared.creditNotePdf': {
    ...creditNote,
    path: `${CREDIT_NOTE_PATH}/:token/pdf`,
    response: inline('application/pdf'),
  },
} as const satisfies Operations

const trip = { access: 'limited', forPeople: true, params, errors: ['trip_not_found'] } as const
const ofTrip = { ...trip, method: 'GET' } as const
const ofItem = {
  ...ofTrip,
  params: Type.Object({ ...params.properties, item_id: Type.String() }),
  errors: ['trip_not_found', 'trip_item_not_found'],
} as const
const TermsForm = Type.Object({ name: Type.Optional(Type.String({ maxLength: RESPONDER_MAX })) })

/** The travellers' page of a trip. */
export const TRIP_PAGE_OPERATIONS = {
  /** The service worker that keeps visited pages for times without a network. */
  'shared.tripWorker': {
    method: 'GET',
    path: `${TRIP_PATH}/worker.js`,
    access: 'limited',
    response: inline('text/javascript'),
  },
  'shared.trip': {
    ...ofTrip,
    path: `${TRIP_PATH}/:token`,
    query: Type.Object({ trouble: Type.Optional(Type.String()) }),
    response: page,
  },
  'shared.itinerary': {
    ...ofTrip,
    path: `${TRIP_PATH}/:token/itinerary.pdf`,
    response: inline('application/pdf'),
  },
  'shared.tripCalendar': {
    ...ofTrip,
    path: `${TRIP_PATH}/:token/calendar.ics`,
    response: attachment('text/calendar'),
  },
  'shared.itemCalendar': {
    ...ofItem,
    path: `${TRIP_PATH}/:token/items/:item_id/calendar.ics`,
    response: attachment('text/calendar'),
  },
  'shared.voucher': {
    ...ofItem,
    path: `${TRIP_PATH}/:token/items/:item_id/voucher.pdf`,
    response: inline('application/pdf'),
  },
  'shared.tripFile': {
    ...ofTrip,
    path: `${TRIP_PATH}/:token/files/:file_id`,
    params: Type.Object({ ...params.properties, file_id: Type.String() }),
    response: attachment('application/octet-stream'),
    errors: ['trip_not_found', 'file_not_found'],
  },
  'shared.acceptTerms': {
    ...trip,
    method: 'POST',
    path: `${TRIP_PATH}/:token/terms`,
    errors: ['trip_not_found', 'cross_site_request'],
    /** The address of the browser is part of the evidence. */
    forBrowser: true,
    /** The SHA-256 of the text that was shown; another text is refused. */
    query: Type.Object({ version: Type.Optional(Type.String()) }),
    body: OptionalBody(TermsForm),
    sentByForm: true,
    bodyBytesMax: FORM_BYTES_MAX,
    response: redirect,
  },
} as const satisfies Operations
