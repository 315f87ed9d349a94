// Payment providers in the API: how a team connects its bank.
import Type from 'typebox'
import { asaas } from './banks/asaas.ts'
import { mercadoPago } from './banks/mercado-pago.ts'
import { pix } from './banks/pix.ts'
import { pixKey } from './banks/pix-key.ts'
import { simulated } from './banks/simulated.ts'
import { OptionalBody, Timestamp, WholeChangedQuery } from './common.ts'
import { CALLBACK_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'
import { actOn, changeOne, createOne, deleteOne, readAll } from './resource-operations.ts'
import { paymentProviders } from './resources.ts'
import { bare, data, Success, withWarnings } from './responses.ts'

// The banks that a team can connect, by name, with their account settings.

const BANKS = [simulated, pix, asaas, mercadoPago, pixKey] as const satisfies {
  name: string
  settings: Type.TObject
}[]

/** The built-in bank. */
export const SIMULATED = simulated.name

export type BankName = (typeof BANKS)[number]['name']
export const BANK_NAMES: readonly BankName[] = BANKS.map(({ name }) => name)

/** Settings of any bank. Each bank requires its own, so none is required here. */
export const AnyBankSettings = Type.Object(
  Object.fromEntries(BANKS.flatMap(({ settings }) => Object.entries(Type.Partial(settings).properties))),
  { description: BANKS.flatMap(requirement).join(' ') },
)

function requirement({ name, settings }: (typeof BANKS)[number]): string[] {
  const fields = Object.keys(settings.properties)
  const required: readonly string[] = settings.required ?? []
  const optional = fields.filter((field) => !required.includes(field))
  if (required.length === 0) return []
  const most = optional.length === 0 ? 'all' : `all but ${optional.join(' and ')}`
  const which = required.length < optional.length ? required.join(', ') : most
  return [`For ${name}: ${which} are required`]
}

const PROVIDER_PURPOSES = ['invoices', 'wallet'] as const
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number]

/** Offers of some banks, found out by asking them. */
export const BANK_CAPABILITIES = ['cobv', 'pix_automatic'] as const
export type BankCapability = (typeof BANK_CAPABILITIES)[number]

export const PaymentProviderView = Type.Object({
  id: Type.String({ description: 'UUID' }),
  purpose: Type.Enum([...PROVIDER_PURPOSES], {
    description: "invoices: the team's own bank. The wallet's is the operator's, and not shown here",
  }),
  provider: Type.Enum([...BANK_NAMES]),
  name: Type.String(),
  is_default: Type.Boolean(),
  methods: Type.Array(Type.Enum([...PAYMENT_METHODS])),
  status: Type.Enum(['connected', 'disconnected']),
  settings: Type.Record(Type.String(), Type.Unknown(), { description: 'What is not secret of its settings' }),
  callback_url: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the bank sends notifications of payments; null for the simulated bank',
  }),
  callbacks: Type.Boolean({
    description: 'Whether the bank sends notifications; payments are read regularly in any case',
  }),
  capabilities: Type.Array(Type.Enum([...BANK_CAPABILITIES]), {
    description:
      'The offers of the bank to this account, as reported when it was connected or tested last. cobv: Pix with a due date, of ' +
      'which the bank computes discount, fine and interest. pix_automatic: recurring invoices that are debited',
  }),
  connected_at: Timestamp,
  updated_at: Timestamp,
})
export type PaymentProviderView = Type.Static<typeof PaymentProviderView>

export const PaymentProviderInput = Type.Object({
  provider: Type.Enum([...BANK_NAMES]),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  purpose: Type.Optional(
    Type.Literal('invoices', { description: "The wallet's bank is connected by the operator alone" }),
  ),
  is_default: Type.Optional(Type.Boolean({ description: 'The first one is the default in any case' })),
  settings: Type.Optional(AnyBankSettings),
})
export type PaymentProviderInput = Type.Static<typeof PaymentProviderInput>

export const PaymentProviderChange = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    is_default: Type.Literal(true, {
      description: 'Of all its methods, from now on; another becomes it by being made so',
    }),
  }),
)
export type PaymentProviderChange = Type.Static<typeof PaymentProviderChange>

/** Requirements that an account at a bank may lack. */
export const ACCOUNT_GAPS = ['pix_key', 'commercial_info', 'bank_account', 'documents', 'approval'] as const
export type AccountGap = (typeof ACCOUNT_GAPS)[number]

export const PaymentProviderTest = Type.Object({
  works: Type.Boolean({ description: 'The bank responded, and accepts the credentials' }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'What it said where it does not' }),
  missing: Type.Array(Type.Enum([...ACCOUNT_GAPS]), {
    description:
      'Requirements that the account lacks to collect by its methods, as far as the bank reports them',
  }),
})
export type PaymentProviderTest = Type.Static<typeof PaymentProviderTest>

export const DeletedProvider = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type DeletedProvider = Type.Static<typeof DeletedProvider>

const PaidAmount = Type.Union([Type.String(), Type.Number()], {
  description: 'What the payer pays or gets back; all of it if left out',
})

export const ChargePayment = OptionalBody(
  Type.Object({
    amount: Type.Optional(PaidAmount),
    method: Type.Optional(
      Type.Enum([...PAYMENT_METHODS], {
        description: 'Which charge of an invoice that has several; the Pix one if left out',
      }),
    ),
  }),
)
export type ChargePayment = Type.Static<typeof ChargePayment>

export const ChargeReturn = OptionalBody(Type.Object({ amount: Type.Optional(PaidAmount) }))

// Operations on payment providers, and their callbacks.

/** One callback may cover hundreds of payments. */
const CALLBACK_BYTES_MAX = 128 * 1024

export const CallbackParams = Type.Object({ provider: Type.String(), token: Type.String() })

const probe = {
  method: 'GET',
  access: 'limited',
  params: CallbackParams,
  response: bare(Success),
  errors: ['route_not_found'],
} as const
// Public: a callback is only a hint, and the charge is read from the bank before anything changes.
const callback = {
  ...probe,
  method: 'POST',
  body: Type.Unknown(),
  bodyBytesMax: CALLBACK_BYTES_MAX,
  withHeaders: true,
} as const

export const PAYMENT_PROVIDER_OPERATIONS = {
  'paymentProviders.list': readAll(
    paymentProviders,
    WholeChangedQuery,
    PaymentProviderView,
    'List payment providers',
    '`created_after` and `created_before` look at `connected_at`.',
  ),
  'paymentProviders.connect': createOne(paymentProviders, {
    summary: 'Connect a payment provider',
    description:
      'The bank is asked at once whether the credentials work. Secrets are encrypted and never shown again. `warnings` ' +
      'say what the account lacks, as far as the bank says so.',
    body: PaymentProviderInput,
    response: withWarnings(PaymentProviderView),
    errors: ['payment_provider_not_connected', 'resource_limit_exceeded'],
  }),
  'paymentProviders.update': changeOne(paymentProviders, {
    body: PaymentProviderChange,
    response: data(PaymentProviderView),
    summary: 'Rename a payment provider, or make it the default',
    description: 'New credentials are a new connection.',
  }),
  'paymentProviders.test': actOn(paymentProviders, 'test', {
    summary: 'Test a payment provider',
    description:
      'The bank is asked at once whether it still takes the credentials, and what it offers, which is remembered.',
    response: data(PaymentProviderTest),
  }),
  'paymentProviders.disconnect': deleteOne(paymentProviders, {
    summary: 'Disconnect a payment provider',
    description: 'What it was asked to collect before is still looked after. Another becomes the default.',
    response: data(DeletedProvider),
  }),
  // Banks test an address before they call it, not always by POST.
  'callbacks.probe': { ...probe, path: `${CALLBACK_PATH}/:provider/:token` },
  'callbacks.probePix': { ...probe, path: `${CALLBACK_PATH}/:provider/:token/pix` },
  'callbacks.probeRec': { ...probe, path: `${CALLBACK_PATH}/:provider/:token/rec` },
  'callbacks.probeCobr': { ...probe, path: `${CALLBACK_PATH}/:provider/:token/cobr` },
  'callbacks.receive': { ...callback, path: `${CALLBACK_PATH}/:provider/:token` },
  // Some banks append a segment to the callback address.
  'callbacks.receivePix': { ...callback, path: `${CALLBACK_PATH}/:provider/:token/pix` },
  'callbacks.receiveRec': { ...callback, path: `${CALLBACK_PATH}/:provider/:token/rec` },
  'callbacks.receiveCobr': { ...callback, path: `${CALLBACK_PATH}/:provider/:token/cobr` },
} as const satisfies Operations
