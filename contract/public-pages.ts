// Pages for payers and clients of an agency. The token in the link is the only credential.
import Type from 'typebox'
import { bare, image, inline, page, redirect } from './answers.ts'
import { OptionalBody } from './common.ts'
import { InvoiceStatusName, PaymentStatusName } from './invoicing.ts'
import { INVOICE_PATH, PAY_PATH, QUOTE_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { REASON_MAX, RESPONDER_MAX } from './quotes.ts'

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
const DeclineForm = Type.Object({ reason: Type.Optional(Type.String({ maxLength: REASON_MAX })) })

const reply = {
  ...quote,
  method: 'POST',
  /** The version of the quote that was shown; another version is refused. */
  query: Type.Object({ version: Type.Optional(Type.String()) }),
  sentByForm: true,
  bodyBytesMax: FORM_BYTES_MAX,
  answer: redirect,
} as const

/** The page of an invoice polls this. */
const InvoiceLook = Type.Object({
  status: InvoiceStatusName,
  payment_status: PaymentStatusName,
  version: Type.String(),
})

export const PUBLIC_PAGE_OPERATIONS = {
  'payer.qrSvg': { ...charge, path: `${PAY_PATH}/:token/qrcode.svg`, answer: image('image/svg+xml') },
  'payer.qrPng': { ...charge, path: `${PAY_PATH}/:token/qrcode.png`, answer: image('image/png') },
  'payer.boleto': { ...charge, path: `${PAY_PATH}/:token`, answer: page },
  'payer.boletoPdf': { ...charge, path: `${PAY_PATH}/:token/boleto.pdf`, answer: inline('application/pdf') },
  'shared.invoice': {
    ...invoice,
    path: `${INVOICE_PATH}/:token`,
    /** The client says that they have paid. */
    query: Type.Object({ paid: Type.Optional(Type.Unknown()) }),
    answer: page,
  },
  'shared.invoiceStatus': { ...look, path: `${INVOICE_PATH}/:token/status`, answer: bare(InvoiceLook) },
  'shared.invoicePdf': { ...invoice, path: `${INVOICE_PATH}/:token/pdf`, answer: inline('application/pdf') },
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
    answer: page,
  },
  'shared.quotePdf': {
    ...quote,
    method: 'GET',
    path: `${QUOTE_PATH}/:token/pdf`,
    answer: inline('application/pdf'),
  },
  'shared.acceptQuote': { ...reply, path: `${QUOTE_PATH}/:token/accept`, body: OptionalBody(AcceptForm) },
  'shared.declineQuote': { ...reply, path: `${QUOTE_PATH}/:token/decline`, body: OptionalBody(DeclineForm) },
} as const satisfies Operations
