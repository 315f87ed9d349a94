// Public shapes of payment providers: how a team connects the bank through which it is paid.
import Type from 'typebox'
import { AnyBankSettings, BANK_NAMES } from './banks.ts'
import { OptionalBody, Timestamp } from './common.ts'
import { PAYMENT_METHODS } from './wallet.ts'

/** Shown only as part of what is paid for, and only while the charge is open. */
export const CHARGE_STATUSES = ['requested', 'open', 'paid', 'withdrawn', 'expired', 'abandoned'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

const PROVIDER_PURPOSES = ['invoices', 'wallet'] as const
export type ProviderPurpose = (typeof PROVIDER_PURPOSES)[number]

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
    description: 'Where the bank tells of payments; null for the simulated bank',
  }),
  callbacks: Type.Boolean({
    description: 'Whether the bank agreed to tell; it is asked regularly in any case',
  }),
  connected_at: Timestamp,
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

export const PaymentProviderTest = Type.Object({
  works: Type.Boolean({ description: 'The bank answered, and takes the credentials' }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'What it said where it does not' }),
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
        description: 'Which charge of an invoice that has several; the PIX one if left out',
      }),
    ),
  }),
)
export type ChargePayment = Type.Static<typeof ChargePayment>

export const ChargeReturn = OptionalBody(Type.Object({ amount: Type.Optional(PaidAmount) }))
