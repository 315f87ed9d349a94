// The tables of payments and the wallet as Kysely sees them.
import type { Generated } from 'kysely'
import type { BankName } from '../../../contract/banks.ts'
import type { ChargeStatus } from '../../../contract/payments.ts'
import type { Mode } from '../../../contract/teams.ts'
import type {
  PaymentMethod,
  RechargeStatus,
  ReferenceType,
  TransactionType,
} from '../../../contract/wallet.ts'

export interface PaymentProvidersTable {
  id: string
  team_id: string
  mode: Mode
  provider: BankName
  name: string
  settings: string
  secrets: Buffer | null
  callback_token: string
  callbacks: boolean
  reconciled_until: Date
  connected_at: Date
  disconnected_at: Generated<Date | null>
}

/** Which provider a team's charges go to, by method. */
export interface PaymentDefaultsTable {
  team_id: string
  mode: Mode
  method: PaymentMethod
  provider_id: string
}

export interface ChargesTable {
  id: string
  team_id: string
  mode: Mode
  provider: BankName
  provider_id: string | null
  method: PaymentMethod
  purpose: 'recharge' | 'invoice'
  reference_id: string
  txid: string
  amount_cents: bigint
  status: ChargeStatus
  pix_copy_paste: string | null
  boleto_barcode: string | null
  receiver_name: string
  payer_name: string
  link_token: string
  expires_at: Date
  created_at: Date
}

export interface ChargePaymentsTable {
  charge_id: string
  payment_id: string
  amount_cents: bigint
  paid_at: Date
  received_at: Date
}

export interface WalletsTable {
  id: Generated<number>
  team_id: string
  mode: Mode
  balance_cents: bigint
  lines: Generated<bigint>
  credits: Generated<bigint>
  debits: Generated<bigint>
  credits_cents: Generated<bigint>
  debits_cents: Generated<bigint>
  last_at: Date | null
}

export interface WalletLinesTable {
  wallet_id: number
  seq: bigint
  id: string
  type: TransactionType
  type_seq: bigint
  amount_cents: bigint
  balance_after_cents: bigint
  credits: bigint
  credits_cents: bigint
  debits_cents: bigint
  description: string
  reference_type: ReferenceType
  reference_id: string
  kind: string
  payment_method: PaymentMethod | null
  created_at: Date
}

export interface RechargesTable {
  id: string
  team_id: string
  mode: Mode
  amount_cents: bigint
  payment_method: PaymentMethod
  status: RechargeStatus
  charge_id: string
  day: string
  paid_cents: Generated<bigint | null>
  paid_at: Generated<Date | null>
  transaction_id: Generated<string | null>
  created_at: Date
}
