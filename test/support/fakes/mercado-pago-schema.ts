// Requests and responses of Mercado Pago from its public reference (Checkout Pro and payments, as of November 2026): the
// used fields with their types. Other fields may not be sent.
import Type, { type TSchema } from 'typebox'

const text = Type.String()
const only = { additionalProperties: false }
const moment = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
})
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const https = Type.String({ pattern: '^https://' })

const PreferenceWish = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: text,
          title: Type.String({ maxLength: 256 }),
          quantity: Type.Integer({ minimum: 1 }),
          currency_id: Type.Literal('BRL'),
          unit_price: Type.Number({ exclusiveMinimum: 0 }),
        },
        only,
      ),
      { minItems: 1 },
    ),
    payer: Type.Optional(
      Type.Object(
        {
          name: text,
          email: Type.Optional(text),
          identification: Type.Optional(
            Type.Object(
              { type: Type.Enum(['CPF', 'CNPJ']), number: Type.String({ pattern: '^[0-9A-Z]{11,14}$' }) },
              only,
            ),
          ),
        },
        only,
      ),
    ),
    back_urls: Type.Optional(Type.Object({ success: https, pending: https, failure: https }, only)),
    auto_return: Type.Optional(Type.Literal('approved')),
    notification_url: Type.Optional(https),
    external_reference: Type.String({ maxLength: 256 }),
    expires: Type.Boolean(),
    expiration_date_to: moment,
    payment_methods: Type.Object(
      {
        excluded_payment_types: Type.Array(Type.Object({ id: text }, only)),
        installments: Type.Integer({ minimum: 1, maximum: 36 }),
      },
      only,
    ),
  },
  only,
)
export type PreferenceWish = Type.Static<typeof PreferenceWish>

const Preference = Type.Intersect([
  Type.Object(PreferenceWish.properties),
  Type.Object({ id: text, init_point: text, date_created: moment }),
])
export type FakePreference = Type.Static<typeof Preference>

const Refund = Type.Object({
  id: Type.Integer(),
  payment_id: Type.Integer(),
  amount: Type.Number(),
  status: Type.Enum(['approved', 'in_process', 'rejected']),
  date_created: moment,
})
export type FakeMpRefund = Type.Static<typeof Refund>

const Payment = Type.Object({
  id: Type.Integer(),
  status: Type.Enum([
    'pending',
    'approved',
    'authorized',
    'in_process',
    'in_mediation',
    'rejected',
    'cancelled',
    'refunded',
    'charged_back',
  ]),
  status_detail: text,
  external_reference: text,
  transaction_amount: Type.Number(),
  transaction_amount_refunded: Type.Number(),
  installments: Type.Integer({ minimum: 1 }),
  payment_method_id: text,
  payment_type_id: text,
  date_created: moment,
  date_approved: maybe(moment),
  date_last_updated: moment,
  money_release_date: maybe(moment),
  money_release_status: maybe(Type.Enum(['pending', 'released'])),
  fee_details: Type.Array(Type.Object({ type: text, amount: Type.Number(), fee_payer: text })),
  transaction_details: Type.Object({ net_received_amount: Type.Number(), total_paid_amount: Type.Number() }),
  card: Type.Object({ last_four_digits: text }),
  refunds: Type.Array(Refund),
})
export type FakeMpPayment = Type.Static<typeof Payment>

const Chargeback = Type.Object({
  id: text,
  payments: Type.Array(Type.Integer()),
  amount: Type.Number(),
  reason: text,
  date_created: moment,
  date_documentation_deadline: maybe(moment),
})
export type FakeMpChargeback = Type.Static<typeof Chargeback>

const paging = Type.Object({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() })

export const MP_ERROR = Type.Object({
  message: text,
  error: text,
  status: Type.Integer(),
  cause: Type.Array(Type.Any()),
})

interface Exchange {
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** Writes carry an idempotency key. */
  isKeyed?: boolean
}

/** By method and path; an id in a path is written `:id`. */
export const MP_EXCHANGES: Readonly<Record<string, Exchange>> = {
  'GET /users/me': { answer: Type.Object({ id: Type.Integer(), site_id: text, nickname: text }) },
  'GET /checkout/preferences/search': {
    query: Type.Object({ external_reference: text }, only),
    answer: Type.Object({
      elements: maybe(Type.Array(Type.Object({ id: text, external_reference: text }))),
      total: Type.Integer(),
    }),
  },
  'POST /checkout/preferences': { body: PreferenceWish, answer: Preference, isKeyed: true },
  'GET /checkout/preferences/:id': { answer: Preference },
  'PUT /checkout/preferences/:id': {
    body: Type.Object({ expires: Type.Literal(true), expiration_date_to: moment }, only),
    answer: Preference,
  },
  'GET /v1/payments/search': {
    query: Type.Object(
      {
        external_reference: Type.Optional(text),
        range: Type.Optional(Type.Enum(['date_approved', 'date_last_updated'])),
        begin_date: Type.Optional(moment),
        end_date: Type.Optional(moment),
        sort: text,
        criteria: Type.Enum(['asc', 'desc']),
        limit: text,
        offset: text,
      },
      only,
    ),
    answer: Type.Object({ results: Type.Array(Payment), paging }),
  },
  'GET /v1/payments/:id': { answer: Payment },
  'POST /v1/payments/:id/refunds': {
    body: Type.Object({ amount: Type.Number({ exclusiveMinimum: 0 }) }, only),
    answer: Refund,
    isKeyed: true,
  },
  'GET /v1/chargebacks/search': {
    query: Type.Object({ payment_id: text }, only),
    answer: Type.Object({ results: Type.Array(Chargeback), paging }),
  },
  'GET /v1/chargebacks/:id': { answer: Chargeback },
}
