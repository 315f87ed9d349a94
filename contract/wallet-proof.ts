// Public shapes of what outsiders can check about a wallet: the head of its chain, and its accounts.
import Type from 'typebox'
import { Brl, LedgerAmount } from './amounts.ts'
import { Nullable, Timestamp } from './common.ts'
import { MODES } from './teams.ts'

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
