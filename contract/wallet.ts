// Shapes of the wallet: balance, transactions and recharges.
import Type from 'typebox'
import { Brl, LedgerAmount } from './amounts.ts'
import {
  CHANGED,
  CheckedByHand,
  CREATED,
  IdOf,
  Nullable,
  PageQuery,
  Pagination,
  Timestamp,
} from './common.ts'
import { CsvQuery } from './csv.ts'
import { Expand, Expanded } from './expansions.ts'
import type { Operations } from './operation.ts'
import { RECHARGE_METHODS } from './payment-methods.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { attachment, data, list } from './responses.ts'
import { MODES } from './teams.ts'

const CalendarDate = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-11-15'],
})

const TRANSACTION_TYPES = ['credit', 'debit'] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
const REFERENCE_TYPES = ['booking', 'recharge', 'refund'] as const
export type ReferenceType = (typeof REFERENCE_TYPES)[number]
export const RECHARGE_STATUSES = ['pending', 'completed', 'expired', 'failed', 'cancelled'] as const
export type RechargeStatus = (typeof RECHARGE_STATUSES)[number]

export const WalletBalance = Type.Object({
  balance: LedgerAmount,
  currency: Brl,
  available_credit: Type.String({ description: 'The balance less what pending bookings will take' }),
  pending_amount: Type.String({ description: 'What pending (hold) bookings will take when confirmed' }),
  last_transaction_at: Nullable(Timestamp),
})
export type WalletBalance = Type.Static<typeof WalletBalance>

/** The balance of the test wallet. */
export const TestWallet = Type.Object({ balance: LedgerAmount, currency: Brl })
export type TestWallet = Type.Static<typeof TestWallet>
export const TestWalletInput = Type.Object({
  balance: Type.String({ description: 'From 0.00 to 10000000.00', examples: ['20000.00'] }),
})

export const WalletTransaction = Type.Object({
  id: Type.String({ description: 'Transaction id (txn_)' }),
  type: Type.Enum([...TRANSACTION_TYPES]),
  amount: LedgerAmount,
  currency: Brl,
  description: Type.String({ description: 'As it is stored and hashed' }),
  display_description: Type.Optional(
    Type.String({
      description:
        'The description for people, in Portuguese or English: as Accept-Language says, or else in the language of the team',
    }),
  ),
  reference_type: Type.Enum([...REFERENCE_TYPES]),
  reference_id: Type.String({ description: 'ord_ for booking and refund, rch_ for recharge' }),
  balance_after: LedgerAmount,
  payment_method: Type.Optional(Type.Enum([...RECHARGE_METHODS], { description: 'Recharges only' })),
  simulated: Type.Optional(
    Type.Literal(true, { description: 'No real money was paid: in production the line does not count' }),
  ),
  created_at: Timestamp,
})
export type WalletTransaction = Type.Static<typeof WalletTransaction>

export const TransactionsFilter = Type.Object({
  type: Type.Optional(Type.Enum([...TRANSACTION_TYPES], { description: 'Only inflows, or only outflows' })),
  start_date: Type.Optional(Type.String({ description: "From this day on, in the team's time zone" })),
  end_date: Type.Optional(Type.String({ description: 'Up to this day, included' })),
  ...CREATED,
})
export type TransactionsFilter = Type.Static<typeof TransactionsFilter>
export const TransactionsQuery = Type.Object({ ...PageQuery.properties, ...TransactionsFilter.properties })

export const WalletTransactions = Type.Object({
  transactions: Type.Array(WalletTransaction),
  pagination: Pagination,
  summary: Type.Object(
    {
      total_credits: LedgerAmount,
      total_debits: LedgerAmount,
      period_start: CalendarDate,
      period_end: CalendarDate,
      held_amount: Type.Optional(
        Type.String({
          description: 'Payments of any day that are not credited before a person has reviewed them',
        }),
      ),
    },
    { description: 'Of all transactions that fit the filter, not of the page alone' },
  ),
})
export type WalletTransactions = Type.Static<typeof WalletTransactions>

export const PixPayment = Type.Object({
  pix_copy_paste: Type.String({ description: 'BR Code: what the payer pastes into the bank app' }),
  pix_qrcode_url: Type.String({ description: 'The same as a QR code (SVG; .png for a bitmap)' }),
  expires_at: Timestamp,
})
export const BoletoPayment = Type.Object({
  boleto_barcode: Type.String({ description: '44 digits' }),
  boleto_digitable_line: Type.String({ description: '47 digits: what the payer types or pastes' }),
  boleto_url: Type.String({ description: 'A page for the payer' }),
  boleto_pdf_url: Type.String(),
  expires_at: Timestamp,
})

export const Recharge = Type.Object({
  id: Type.String({ description: 'Recharge id (rch_)' }),
  amount: LedgerAmount,
  currency: Brl,
  status: Type.Enum([...RECHARGE_STATUSES]),
  payment_method: Type.Enum([...RECHARGE_METHODS]),
  payment: Type.Optional(Type.Union([PixPayment, BoletoPayment], { description: 'While it is pending' })),
  simulated: Type.Optional(
    Type.Literal(true, {
      description:
        'With live keys, while it is pending: no bank of anybody takes this payment; only ' +
        '`POST /api/v1/test/charges/:id/pay` pays it',
    }),
  ),
  paid_at: Type.Optional(Timestamp),
  paid_amount: Type.Optional(
    Type.String({ description: 'What was paid and credited, also where it is not the amount asked for' }),
  ),
  held_amount: Type.Optional(
    Type.String({
      description: 'What was paid besides, and is not credited before a person has reviewed it',
    }),
  ),
  transaction_id: Type.Optional(Type.String({ description: 'The credit (txn_), once completed' })),
  transaction: Expanded('WalletTransaction', 'transaction'),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Recharge = Type.Static<typeof Recharge>

/** Money of a recharge that was returned to its payer. */
export const PaymentReturn = Type.Object({
  id: Type.String({ description: "The bank's id of the return, among those of the payment" }),
  recharge_id: Type.String({ description: 'Recharge id (rch_)' }),
  payment_id: Type.String({ description: "The bank's own id of the payment (endToEndId)" }),
  amount: LedgerAmount,
  debited_amount: Type.String({ description: 'What the payment had credited, taken back' }),
  currency: Brl,
  transaction_id: Nullable(Type.String({ description: 'The debit (txn_); null where nothing was credited' })),
  balance: LedgerAmount,
  reason: Nullable(Type.String({ description: "In the bank's words" })),
  returned_at: Timestamp,
})
const HELD_REASONS = ['exceeds_amount', 'exceeds_day_limit', 'untrusted_bank'] as const
export type HeldReason = (typeof HELD_REASONS)[number]
export const HELD_STATUSES = ['held', 'accepted', 'refused'] as const
export type HeldStatus = (typeof HELD_STATUSES)[number]

export const HeldPayment = Type.Object({
  id: Type.String({ description: 'Held payment id (hpm_)' }),
  recharge_id: Type.String({ description: 'What it was paid for (rch_)' }),
  amount: LedgerAmount,
  currency: Brl,
  reason: Type.Enum([...HELD_REASONS]),
  status: Type.Enum([...HELD_STATUSES]),
  payment_id: Type.String({ description: "The bank's own id of the payment" }),
  paid_at: Timestamp,
  created_at: Timestamp,
})
export type HeldPayment = Type.Static<typeof HeldPayment>

const EXPAND = Expand('transaction')

export const RechargesQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum([...RECHARGE_STATUSES], { description: 'Only those in this state' })),
  ...ReferencesFilter.properties,
  ...EXPAND,
  ...CHANGED,
})

export type RechargesQuery = Type.Static<typeof RechargesQuery>

export const RechargeInput = CheckedByHand(
  Type.Object({
    amount: Type.String(),
    currency: Type.String(),
    payment_method: Type.String(),
    ...ReferencesInput.properties,
  }),
  Type.Object({
    amount: Type.String({ description: 'From 100.00 to 50000.00', examples: ['500.00'] }),
    currency: Brl,
    payment_method: Type.Enum([...RECHARGE_METHODS]),
    ...ReferencesInput.properties,
  }),
)
export type RechargeInput = Type.Static<typeof RechargeInput>

// Shapes for verifying a wallet: the head of its chain, and its accounts.

export const WalletProof = Type.Object({
  team_id: Type.String(),
  mode: Type.Enum([...MODES]),
  lines: Type.Integer({ description: 'How many lines the ledger has' }),
  last_transaction_id: Nullable(Type.String({ description: 'Of the last line (txn_)' })),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 over all lines; see docs/ledger.md' }),
  head: Type.String({ description: '`lines:hash`, as it is mailed and as the verifier takes it' }),
  balance: LedgerAmount,
  currency: Brl,
  daily_mail: Type.Boolean({ description: 'Whether the head goes to the team by mail every day' }),
  taken_at: Timestamp,
})
export type WalletProof = Type.Static<typeof WalletProof>

export const ProofMailInput = Type.Object({
  daily_mail: Type.Boolean({ description: "At 8:00 in the team's time zone, to the team's address" }),
})

const Expected = (what: string) => Nullable(Type.String({ description: what }))

export const WalletAccount = Type.Object({
  account: Type.String({
    description: '`bank:` and a provider or `simulated`, `carrier:` and a supplier, or `adjustment`',
    examples: ['bank:simulated'],
  }),
  lines: Type.Integer(),
  credits: LedgerAmount,
  debits: LedgerAmount,
  expected_credits: Expected('By the payments taken in, or the refunds of bookings; null for adjustments'),
  expected_debits: Expected(
    'By the orders at carriers, or the payments that banks returned; null for adjustments',
  ),
  agrees: Type.Boolean(),
})
export type WalletAccount = Type.Static<typeof WalletAccount>

export const WalletReconciliation = Type.Object({
  agrees: Type.Boolean({ description: 'Whether every account does' }),
  accounts: Type.Array(WalletAccount),
  checked_at: Timestamp,
})
export type WalletReconciliation = Type.Static<typeof WalletReconciliation>

// Operations on the wallet: balance, transactions and recharges.

const tag = 'Wallet'
const params = Type.Object({ id: IdOf('recharge', 'rch') })
const recharge = { ...data(Recharge), testMessage: howToPay }

export const WALLET_OPERATIONS = {
  'wallet.balance': {
    method: 'GET',
    path: '/api/v1/wallet/balance',
    access: 'wallet.read',
    tag,
    summary: 'Read the balance',
    response: data(WalletBalance),
  },
  'wallet.transactions': {
    method: 'GET',
    path: '/api/v1/wallet/transactions',
    access: 'wallet.read',
    tag,
    summary: 'List transactions',
    description: 'Newest first. `summary` and `pagination` are about all that fit the filter.',
    query: TransactionsQuery,
    response: data(WalletTransactions),
  },
  'wallet.download': {
    method: 'GET',
    path: '/api/v1/wallet/transactions.csv',
    access: 'wallet.read',
    withoutHead: true,
    tag,
    summary: 'Download transactions',
    description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
    query: CsvQuery(TransactionsFilter),
    response: attachment('text/csv'),
  },
  'recharges.create': {
    audit: 'money',
    method: 'POST',
    path: '/api/v1/wallet/recharge',
    access: 'wallet.recharge',
    tag,
    summary: 'Recharge the wallet',
    description:
      'By Pix (valid 30 minutes) or boleto (3 business days). The wallet is credited once it is paid.',
    body: RechargeInput,
    status: 201,
    response: recharge,
    errors: [
      'invalid_payment_method',
      'minimum_amount_is_r_100_00',
      'maximum_amount_is_r_50000_00',
      'daily_limit_exceeded',
      'team_without_tax_id',
    ],
  },
  'recharges.read': {
    method: 'GET',
    path: '/api/v1/wallet/recharge/:id',
    access: 'wallet.read',
    tag,
    summary: 'Read a recharge',
    params,
    query: Type.Object(EXPAND),
    response: recharge,
    errors: ['recharge_not_found'],
  },
  'recharges.list': {
    method: 'GET',
    path: '/api/v1/wallet/recharges',
    access: 'wallet.read',
    tag,
    summary: 'List recharges',
    description: 'Newest first.',
    query: RechargesQuery,
    response: list(Recharge),
  },
  'recharges.cancel': {
    audit: 'money',
    method: 'DELETE',
    path: '/api/v1/wallet/recharge/:id',
    access: 'wallet.recharge',
    tag,
    summary: 'Cancel a pending recharge',
    description: 'A payment that is on its way all the same is credited, and the recharge becomes completed.',
    params,
    response: data(Recharge),
    errors: ['recharge_not_found', 'recharge_not_pending'],
  },
} as const satisfies Operations

function howToPay({ id, status }: Recharge): string | undefined {
  if (status !== 'pending') return undefined
  return `Test mode: nobody can pay this for real. POST /api/v1/test/charges/${id}/pay pays it.`
}

// Operations for verifying a wallet: the statement, the head of its chain, and its accounts.

const proofTag = 'Wallet'

export const WALLET_PROOF_OPERATIONS = {
  'wallet.proof': {
    method: 'GET',
    path: '/api/v1/wallet/proof',
    access: 'wallet.read',
    tag: proofTag,
    summary: 'Read the head of the ledger',
    description:
      'Lines are chained by SHA-256. A stored head proves later that no line before it was changed.',
    response: data(WalletProof),
  },
  'wallet.statement': {
    method: 'GET',
    path: '/api/v1/wallet/statement',
    access: 'audit.read',
    withoutHead: true,
    tag: proofTag,
    summary: 'Download the ledger',
    description:
      'All lines, oldest first, in the text that is hashed. `sdk/verify-statement.mjs` checks it. Each line names ' +
      'who moved the money, so it needs the permission to read the audit log.',
    response: attachment('text/plain'),
  },
  'wallet.mailProof': {
    method: 'PUT',
    path: '/api/v1/wallet/proof/mail',
    access: 'wallet.recharge',
    audit: 'settings',
    tag: proofTag,
    summary: 'Have the head mailed every day',
    body: ProofMailInput,
    response: data(WalletProof),
  },
  'wallet.reconciliation': {
    method: 'GET',
    path: '/api/v1/wallet/reconciliation',
    access: 'wallet.read',
    tag: proofTag,
    summary: 'Hold the accounts against payments and orders',
    description:
      'The sums of the lines by the account on their other side, beside what payments taken in and orders at ' +
      'carriers add up to.',
    response: data(WalletReconciliation),
  },
} as const satisfies Operations
