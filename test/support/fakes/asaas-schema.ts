// Requests and responses of Asaas from its public reference (docs.asaas.com, API v3, as of November 2026):
// the used fields with their types, and which are required. Other fields may not be sent.
import Type, { type TSchema } from 'typebox'

const text = Type.String()
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))
const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
const moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' })
const only = { additionalProperties: false }

const STATUSES = [
  'PENDING',
  'RECEIVED',
  'CONFIRMED',
  'OVERDUE',
  'REFUNDED',
  'RECEIVED_IN_CASH',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
  'DUNNING_REQUESTED',
  'DUNNING_RECEIVED',
  'AWAITING_RISK_ANALYSIS',
  'AUTHORIZED',
] as const
const CHARGEBACK_STATUSES = ['REQUESTED', 'IN_DISPUTE', 'DISPUTE_LOST', 'REVERSED', 'DONE'] as const
const REFUND_STATUSES = [
  'PENDING',
  'AWAITING_CRITICAL_ACTION_AUTHORIZATION',
  'AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION',
  'CANCELLED',
  'DONE',
] as const

const Customer = Type.Object({
  object: Type.Literal('customer'),
  id: text,
  name: text,
  cpfCnpj: text,
  deleted: Type.Boolean(),
})

export const FakeAsaasRefund = Type.Object({
  dateCreated: moment,
  status: Type.Enum([...REFUND_STATUSES]),
  value: Type.Number(),
  description: maybe(text),
  effectiveDate: maybe(moment),
  endToEndIdentifier: maybe(text),
})
export type FakeAsaasRefund = Type.Static<typeof FakeAsaasRefund>

const Chargeback = Type.Object({
  id: text,
  payment: text,
  installment: maybe(text),
  status: Type.Enum([...CHARGEBACK_STATUSES]),
  reason: text,
  disputeStartDate: day,
  value: Type.Number(),
  deadlineToSendDisputeDocuments: maybe(day),
})
export type FakeAsaasChargeback = Type.Static<typeof Chargeback>

export const FakeAsaasPayment = Type.Object({
  object: Type.Literal('payment'),
  id: text,
  dateCreated: day,
  customer: text,
  value: Type.Number(),
  netValue: Type.Number(),
  originalValue: maybe(Type.Number()),
  description: maybe(text),
  billingType: Type.Enum(['BOLETO', 'PIX', 'CREDIT_CARD', 'UNDEFINED']),
  status: Type.Enum([...STATUSES]),
  dueDate: day,
  paymentDate: maybe(day),
  clientPaymentDate: maybe(day),
  externalReference: maybe(text),
  deleted: Type.Boolean(),
  nossoNumero: maybe(text),
  bankSlipUrl: maybe(text),
  invoiceUrl: maybe(text),
  installment: maybe(text),
  installmentNumber: maybe(Type.Integer({ minimum: 1 })),
  confirmedDate: maybe(day),
  creditDate: maybe(day),
  estimatedCreditDate: maybe(day),
  creditCard: maybe(Type.Object({ creditCardNumber: text, creditCardBrand: text })),
  chargeback: maybe(Chargeback),
  refunds: maybe(Type.Array(FakeAsaasRefund)),
  pixQrCodeId: maybe(text),
  pixAutomaticAuthorizationId: maybe(text),
})
export type FakeAsaasPayment = Type.Static<typeof FakeAsaasPayment>

export const FakeAuthorization = Type.Object({
  id: text,
  status: Type.Enum(['CREATED', 'ACTIVE', 'CANCELLED', 'REFUSED', 'EXPIRED']),
  customerId: text,
  contractId: text,
  frequency: text,
  startDate: day,
  finishDate: maybe(day),
  value: Type.Number(),
  description: maybe(text),
  payload: text,
  encodedImage: text,
  immediateQrCode: Type.Object({ conciliationIdentifier: text, expirationDate: moment }),
  cancellationReason: maybe(text),
})
export type FakeAuthorization = Type.Static<typeof FakeAuthorization>

const Webhook = Type.Object({
  id: text,
  name: text,
  url: text,
  enabled: Type.Boolean(),
  hasAuthToken: Type.Boolean(),
})

const webhookWish = {
  name: text,
  url: text,
  email: Type.Optional(text),
  enabled: Type.Boolean(),
  interrupted: Type.Boolean(),
  // From 32 to 255 characters, by its guide to webhooks.
  authToken: Type.String({ pattern: '^\\S{32,255}$' }),
  sendType: Type.Enum(['SEQUENTIALLY', 'NON_SEQUENTIALLY']),
  events: Type.Array(Type.String({ pattern: '^(?:PAYMENT|PIX_AUTOMATIC_RECURRING)_[A-Z_]+$' })),
}

const listOf = (item: TSchema) =>
  Type.Object({
    object: Type.Literal('list'),
    hasMore: Type.Boolean(),
    totalCount: Type.Integer(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    data: Type.Array(item),
  })

const page = { limit: Type.Optional(text), offset: Type.Optional(text) }

export const ERRORS = Type.Object(
  { errors: Type.Array(Type.Object({ code: text, description: text }, only)) },
  only,
)

interface Exchange {
  query?: TSchema
  body?: TSchema
  answer: TSchema
}

/** By method and path; an id in a path is written `:id`. */
const ACCOUNT_STATES = ['PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED'] as const

export const ASAAS_EXCHANGES: Readonly<Record<string, Exchange>> = {
  'GET /customers': {
    query: Type.Object({ externalReference: text, ...page }, only),
    answer: listOf(Customer),
  },
  'POST /customers': {
    body: Type.Object(
      { name: text, cpfCnpj: text, externalReference: text, notificationDisabled: Type.Literal(true) },
      only,
    ),
    answer: Customer,
  },
  'GET /myAccount/status': {
    answer: Type.Object({
      id: text,
      general: Type.Enum(ACCOUNT_STATES),
      commercialInfo: Type.Enum(ACCOUNT_STATES),
      bankAccountInfo: Type.Enum(ACCOUNT_STATES),
      documentation: Type.Enum(ACCOUNT_STATES),
    }),
  },
  'GET /pix/addressKeys': {
    query: Type.Object({ status: Type.Literal('ACTIVE'), ...page }, only),
    answer: listOf(Type.Object({ id: text, key: text, type: text, status: text })),
  },
  'PUT /customers/:id': { body: Type.Object({ name: text }, only), answer: Customer },
  'GET /payments': {
    query: Type.Object(
      {
        externalReference: Type.Optional(text),
        pixQrCodeId: Type.Optional(text),
        'paymentDate[ge]': Type.Optional(day),
        'paymentDate[le]': Type.Optional(day),
        ...page,
      },
      only,
    ),
    answer: listOf(FakeAsaasPayment),
  },
  'POST /payments': {
    body: Type.Object(
      {
        customer: text,
        billingType: Type.Enum(['BOLETO', 'PIX', 'CREDIT_CARD']),
        value: Type.Optional(Type.Number()),
        installmentCount: Type.Optional(Type.Integer({ minimum: 2, maximum: 21 })),
        totalValue: Type.Optional(Type.Number()),
        callback: Type.Optional(
          Type.Object(
            { successUrl: Type.String({ pattern: '^https://' }), autoRedirect: Type.Boolean() },
            only,
          ),
        ),
        dueDate: day,
        description: Type.String({ maxLength: 500 }),
        externalReference: text,
        daysAfterDueDateToRegistrationCancellation: Type.Optional(Type.Integer({ minimum: 1 })),
        fine: Type.Optional(
          Type.Object({ value: Type.Number(), type: Type.Enum(['FIXED', 'PERCENTAGE']) }, only),
        ),
        interest: Type.Optional(Type.Object({ value: Type.Number() }, only)),
        discount: Type.Optional(
          Type.Object(
            {
              value: Type.Number(),
              dueDateLimitDays: Type.Integer({ minimum: 0 }),
              type: Type.Enum(['FIXED', 'PERCENTAGE']),
            },
            only,
          ),
        ),
        pixAutomaticAuthorizationId: Type.Optional(text),
      },
      only,
    ),
    answer: FakeAsaasPayment,
  },
  'GET /payments/:id': { answer: FakeAsaasPayment },
  'DELETE /payments/:id': { answer: Type.Object({ deleted: Type.Literal(true), id: text }, only) },
  'GET /payments/:id/identificationField': {
    answer: Type.Object({ identificationField: text, nossoNumero: text, barCode: text }, only),
  },
  'GET /payments/:id/pixQrCode': {
    answer: Type.Object({ encodedImage: text, payload: text, expirationDate: moment }),
  },
  'GET /payments/:id/refunds': { answer: listOf(FakeAsaasRefund) },
  'POST /payments/:id/refund': {
    body: Type.Object({ value: Type.Number(), description: text }, only),
    answer: FakeAsaasPayment,
  },
  'DELETE /installments/:id': { answer: Type.Object({ deleted: Type.Literal(true), id: text }, only) },
  'POST /installments/:id/refund': {
    body: Type.Object({}, only),
    answer: Type.Object({ object: Type.Literal('installment'), id: text }),
  },
  'GET /pix/automatic/authorizations': {
    query: Type.Object({ customerId: Type.Optional(text), status: Type.Optional(text), ...page }, only),
    answer: listOf(FakeAuthorization),
  },
  'POST /pix/automatic/authorizations': {
    body: Type.Object(
      {
        customerId: text,
        frequency: Type.Enum(['WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUALLY', 'ANNUALLY']),
        contractId: Type.String({ maxLength: 35 }),
        startDate: day,
        finishDate: Type.Optional(day),
        value: Type.Number(),
        description: Type.Optional(Type.String({ maxLength: 35 })),
        immediateQrCode: Type.Object(
          {
            expirationSeconds: Type.Integer({ minimum: 1 }),
            originalValue: Type.Number(),
            description: text,
          },
          only,
        ),
      },
      only,
    ),
    answer: FakeAuthorization,
  },
  'GET /pix/automatic/authorizations/:id': { answer: FakeAuthorization },
  'DELETE /pix/automatic/authorizations/:id': { answer: FakeAuthorization },
  'GET /webhooks': { query: Type.Object(page, only), answer: listOf(Webhook) },
  'POST /webhooks': {
    body: Type.Object({ ...webhookWish, apiVersion: Type.Integer() }, only),
    answer: Webhook,
  },
  'PUT /webhooks/:id': { body: Type.Object(webhookWish, only), answer: Webhook },
}
