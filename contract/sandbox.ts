// The sandbox: a team's test mode has its own clock, which only an advance moves forward.
import Type from 'typebox'
import { INSTALMENTS_MAX, REFUSAL_REASONS } from './cards.ts'
import { IdOf, Nullable, OptionalBody, Timestamp } from './common.ts'
import { Invoice } from './invoices.ts'
import { Mandate } from './mandates.ts'
import type { Operations } from './operation.ts'
import { ChargePayment, ChargeReturn } from './payment-providers.ts'
import { mandates } from './resources.ts'
import { data } from './responses.ts'
import { PaymentReturn, Recharge, TestWallet, TestWalletInput } from './wallet.ts'

export const TestClock = Type.Object({
  now: Timestamp,
  target: Nullable(Timestamp),
  complete: Type.Boolean({ description: 'false while an advance has not reached its target' }),
})
export type TestClock = Type.Static<typeof TestClock>

export const ClockAdvance = Type.Object({
  now: Timestamp,
  target: Timestamp,
  complete: Type.Boolean({ description: 'false: the same call goes on towards the target' }),
  ran: Type.Integer({ description: 'Jobs run by this call' }),
  failed: Type.Array(Type.Object({ id: Type.String(), kind: Type.String(), error: Type.String() }), {
    description: 'Work that failed for technical reasons three times and was put aside',
  }),
})
export type ClockAdvance = Type.Static<typeof ClockAdvance>

export const ClockAdvanceInput = Type.Object({
  by: Type.String({ description: 'ISO 8601 duration, for example PT30M; at most 2 years' }),
})

export const TEST_CARD_ACTIONS = ['approve', 'refuse', 'analyse', 'dispute', 'win', 'lose'] as const
export type TestCardAction = (typeof TEST_CARD_ACTIONS)[number]

export function isTestCardAction(text: string): text is TestCardAction {
  return TEST_CARD_ACTIONS.some((action) => action === text)
}

export const TestCardInput = Type.Object({
  action: Type.Enum([...TEST_CARD_ACTIONS], {
    description:
      'approve, refuse or analyse a card; the holder disputes a payment, and the agency wins or loses the dispute',
  }),
  instalments: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INSTALMENTS_MAX,
      description:
        'The number that the payer chooses; 1 if left out. While a card is being checked: its number, or left out',
    }),
  ),
  reason: Type.Optional(
    Type.Enum([...REFUSAL_REASONS], { description: 'Of a refusal; refused if left out' }),
  ),
})
export type TestCardInput = Type.Static<typeof TestCardInput>

const onMandate = {
  method: 'POST',
  access: 'sandbox.write',
  tag: 'Sandbox',
  params: mandates.params,
  response: data(Mandate),
  errors: ['mandate_not_found', 'invalid_status_transition'],
} as const

// Operations of the sandbox: its clock, its wallet, and simulated payers and banks.

const tag = 'Sandbox'

const paidFor = Type.Object({
  id: Type.String({ description: 'Id of the recharge (rch_) or of the invoice (UUID)' }),
})

export const SANDBOX_OPERATIONS = {
  'testClock.read': {
    method: 'GET',
    path: '/api/v1/test/clock',
    access: 'sandbox.read',
    testModeOnly: true,
    tag,
    summary: 'The test clock',
    description: "The time at which the team's test mode lives.",
    response: data(TestClock),
    errors: ['forbidden'],
  },
  'testClock.advance': {
    audit: 'settings',
    method: 'POST',
    path: '/api/v1/test/clock/advance',
    access: 'sandbox.write',
    testModeOnly: true,
    tag,
    summary: 'Advance the test clock',
    description:
      'Runs all jobs due up to the new time, in order, each at its own moment, then responds. ' +
      'With much to do it returns `complete: false`; the same call then goes on towards the same target.',
    body: ClockAdvanceInput,
    response: data(ClockAdvance),
  },
  'testWallet.read': {
    method: 'GET',
    path: '/api/v1/test/wallet',
    access: 'sandbox.read',
    testModeOnly: true,
    tag,
    summary: 'What the test wallet holds',
    response: data(TestWallet),
  },
  'testWallet.set': {
    audit: 'money',
    method: 'POST',
    path: '/api/v1/test/wallet',
    access: 'sandbox.write',
    testModeOnly: true,
    tag,
    summary: 'Set what the test wallet holds',
    description:
      'From then on the balance is this, whatever is credited or debited; 5000.00 until it is set. What would debit ' +
      'more is `Insufficient balance`. Transactions that are listed already keep the balance that they had.',
    body: TestWalletInput,
    response: data(TestWallet),
  },
  'testCharges.pay': {
    audit: 'money',
    method: 'POST',
    path: '/api/v1/test/charges/:id/pay',
    access: 'sandbox.write',
    tag,
    summary: 'Pay a charge of the simulated bank',
    description:
      'Also after its deadline or cancellation, as can happen with real banks: the money is credited all the same.',
    params: paidFor,
    body: ChargePayment,
    response: data(Type.Union([Recharge, Invoice])),
    errors: ['charge_not_found', 'recharge_not_pending'],
  },
  'testCharges.card': {
    audit: 'money',
    method: 'POST',
    path: '/api/v1/test/charges/:id/card',
    access: 'sandbox.write',
    tag,
    summary: 'Play the payer by card of the simulated bank',
    description:
      'As on the page of the bank. Its instalments arrive 32 days after the payment and then each month, by the ' +
      'test clock.',
    params: Type.Object({ id: Type.String({ description: 'Id of the invoice (UUID)' }) }),
    body: TestCardInput,
    response: data(Invoice),
    errors: ['charge_not_found', 'invoice_not_found'],
  },
  'testCharges.fail': {
    method: 'POST',
    path: '/api/v1/test/charges/:id/fail',
    access: 'sandbox.write',
    audit: 'money',
    params: Type.Object({ id: IdOf('recharge', 'rch') }),
    tag,
    summary: 'Have a recharge fail at the simulated bank',
    description:
      'As where a bank takes its charge away. Who pays it all the same is credited, as with real banks.',
    errors: ['charge_not_found', 'recharge_not_pending'],
    response: data(Recharge),
  },
  'testCharges.return': {
    method: 'POST',
    path: '/api/v1/test/charges/:id/return',
    access: 'sandbox.write',
    audit: 'money',
    tag,
    summary: 'Take a payment of the simulated bank back',
    description:
      "As a payer's bank does after a claim of fraud: the last payment goes back, in full or in part, and what it " +
      'brought is taken back, also where it is spent.',
    params: paidFor,
    body: ChargeReturn,
    response: data(Type.Union([PaymentReturn, Invoice])),
    errors: ['charge_not_found'],
  },
  'testMandates.accept': {
    ...onMandate,
    path: '/api/v1/test/mandates/:id/accept',
    summary: 'Accept a mandate of the simulated bank',
    description:
      "As a payer does in the bank's app: pays the first invoice by the code that accepts the mandate.",
    audit: 'money',
  },
  'testMandates.refuse': {
    ...onMandate,
    path: '/api/v1/test/mandates/:id/refuse',
    summary: 'Refuse a mandate of the simulated bank',
    description: "As a payer does in the bank's app. The first invoice stays open.",
    audit: 'records',
  },
  'testMandates.cancel': {
    ...onMandate,
    path: '/api/v1/test/mandates/:id/cancel',
    summary: 'Cancel a mandate of the simulated bank as its payer',
    description:
      "As a payer does in the bank's app. An invoice that awaits its debit is paid like any other.",
    audit: 'records',
  },
  'testMandates.refuseDebit': {
    ...onMandate,
    path: '/api/v1/test/mandates/:id/refuse-debit',
    summary: 'Refuse the next debit of a mandate',
    description:
      "As the payer's bank does. Without it the debit succeeds on its day, by the test clock. Tried again as the " +
      'mandate allows.',
    body: OptionalBody(
      Type.Object({
        code: Type.Optional(
          Type.String({
            pattern: '^[A-Z0-9]{4}$',
            description: 'Such as AM02; a lack of balance, which has no code, if left out',
          }),
        ),
      }),
    ),
    errors: ['mandate_not_found', 'charge_not_found'],
    audit: 'money',
  },
} as const satisfies Operations
