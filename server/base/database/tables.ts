// The tables as Kysely sees them. Columns are named as in the migrations.
import type { Generated, Selectable } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import type { DeliveryStatus } from '../../../contract/webhooks.ts'
import type { BookingsTable } from './booking-tables.ts'
import type {
  ClientsTable,
  InvoicePaymentsTable,
  InvoicesTable,
  MessagesTable,
  QuotesTable,
  RecurringInvoicesTable,
} from './invoicing-tables.ts'
import type {
  ChargePaymentsTable,
  ChargesTable,
  PaymentDefaultsTable,
  PaymentProvidersTable,
  RechargesTable,
  WalletLinesTable,
  WalletsTable,
} from './wallet-tables.ts'

/** A row of a table as it is read, or the named columns of one. */
export type Row<T extends keyof Tables, Column extends keyof Tables[T] = keyof Tables[T]> = Pick<
  Selectable<Tables[T]>,
  Column & keyof Selectable<Tables[T]>
>

export interface Tables {
  installation: { one: Generated<boolean>; key_proof: Buffer; created_at: Date }
  teams: TeamsTable
  api_keys: ApiKeysTable
  team_counters: { team_id: string; mode: Mode; event_sequence: Generated<bigint> }
  events: EventsTable
  processes: { id: string; description: string; beat_at: Date }
  clocks: { id: string; offset_ms: Generated<bigint>; target: Date | null; advancing_by: string | null }
  due_work: DueWorkTable
  due_work_claims: { work_id: bigint; claim: Generated<bigint>; lane: string; clock: string; owner: string }
  idempotency_keys: IdempotencyKeysTable
  mails: MailsTable
  webhooks: WebhooksTable
  deliveries: DeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
  bookings: BookingsTable
  list_counts: { team_id: string; mode: Mode; list: string; bucket: string; count: bigint }
  clients: ClientsTable
  quotes: QuotesTable
  recurring_invoices: RecurringInvoicesTable
  invoice_numbers: { team_id: string; mode: Mode; year: number; last: number }
  invoices: InvoicesTable
  invoice_payments: InvoicePaymentsTable
  messages: MessagesTable
  payment_providers: PaymentProvidersTable
  payment_defaults: PaymentDefaultsTable
  charges: ChargesTable
  charge_payments: ChargePaymentsTable
  payment_callbacks: { provider_id: string; event_id: string; txid: string; received_at: Date }
  wallets: WalletsTable
  wallet_lines: WalletLinesTable
  recharges: RechargesTable
}

interface TeamsTable {
  id: string
  name: string
  email: string
  time_zone: string
  markup_percent: string
  fee_cents: bigint
  rate_limit_per_minute: number | null
  search_limit_per_minute: number | null
  debits: Generated<'client_amount' | 'base_cost'>
  created_at: Date
}

interface ApiKeysTable {
  id: string
  team_id: string
  mode: Mode
  name: string
  hash: Buffer
  last_four: string
  read_only: boolean
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

interface EventsTable {
  id: string
  team_id: string
  mode: Mode
  sequence: bigint
  type: string
  payload: string
  object_id: string | null
  created_at: Date
}

interface DueWorkTable {
  id: Generated<bigint>
  kind: string
  key: string
  lane: string
  clock: string
  team_id: string | null
  mode: Mode | null
  run_at: Date
  payload: string
  state: Generated<'waiting' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  created_at: Date
}

interface IdempotencyKeysTable {
  team_id: string
  mode: Mode
  key: string
  request_hash: Buffer
  resource_id: string | null
  status: number | null
  body: Buffer | null
  created_at: Date
}

interface WebhooksTable {
  id: string
  team_id: string
  mode: Mode
  url: string
  url_key: string
  events: string[]
  active: Generated<boolean>
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
  created_at: Date
  updated_at: Date
  last_triggered_at: Date | null
  total_deliveries: Generated<bigint>
  failed_deliveries: Generated<bigint>
  failed_in_row: Generated<number>
  deactivated_by: string | null
  deleted_at: Date | null
}

interface DeliveriesTable {
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: DeliveryStatus
  attempts: Generated<number>
  next_attempt_at: Date | null
  last_attempt_at: Date | null
  created_at: Date
  replay_of: string | null
}

interface DeliveryAttemptsTable {
  delivery_id: string
  number: number
  at: Date
  status: number | null
  duration_ms: number
  error: string | null
  body: string
}

interface MailsTable {
  id: string
  team_id: string
  mode: Mode
  key: string
  to_address: string
  subject: string
  text: string
  html: string
  receipt_of: Generated<string | null>
  status: Generated<'waiting' | 'sent' | 'stored' | 'failed'>
  error: Generated<string | null>
  created_at: Date
  sent_at: Generated<Date | null>
}
