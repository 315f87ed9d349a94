// The tables as Kysely sees them. Columns are named as in the migrations.
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ClientType } from '../../contract/clients.ts'
import type {
  Frequency,
  InvoicePaymentMethod,
  InvoiceStatus,
  PaymentStatus,
  QuoteStatus,
  RecurringStatus,
} from '../../contract/invoicing-states.ts'
import type { Mode } from '../../contract/teams.ts'
import type { DeliveryStatus } from '../../contract/webhooks.ts'

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
  list_counts: { team_id: string; mode: Mode; list: string; bucket: string; count: bigint }
  clients: ClientsTable
  quotes: QuotesTable
  recurring_invoices: RecurringInvoicesTable
  invoice_numbers: { team_id: string; mode: Mode; year: number; last: number }
  invoices: InvoicesTable
  invoice_payments: InvoicePaymentsTable
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
  status: Generated<'waiting' | 'sent' | 'stored' | 'failed'>
  error: Generated<string | null>
  created_at: Date
  sent_at: Generated<Date | null>
}

interface ClientsTable {
  id: string
  team_id: string
  mode: Mode
  client_type: ClientType
  full_name: string
  email: string
  phone: string | null
  cpf: string | null
  cnpj: string | null
  company_name: string | null
  notes: string | null
  is_active: boolean
  search_text: string
  search_tax_ids: string
  match_key: string
  created_at: Date
  updated_at: Date
}

/** A line of an invoice, quote or recurring invoice; numbers as text, so that they stay exact. */
export interface StoredItem {
  id: string
  description: string
  quantity: string
  unit_price: string
  total_cents: string
}

type Items = ColumnType<StoredItem[], string, string>

interface QuotesTable {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  issue_date: string
  valid_until: string | null
  status: QuoteStatus
  items: Items
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  total_cents: bigint
  notes: string | null
  responded_at: Date | null
  link_token: string
  created_at: Date
  updated_at: Date
}

interface RecurringInvoicesTable {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  name: string
  frequency: Frequency
  custom_interval_days: number | null
  billing_day: number
  start_date: string
  end_date: string | null
  status: RecurringStatus
  items: Items
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  tax_rate: string
  tax_cents: bigint
  total_cents: bigint
  notes: string | null
  payment_provider_id: string | null
  auto_send: boolean
  notify_on_generation: boolean
  notify_client_before_due: boolean
  reminder_days: number[]
  anchor: string
  wished_on: string
  next_due_date: string | null
  last_due_date: string | null
  last_invoice_id: string | null
  invoices_generated: number
  created_at: Date
  updated_at: Date
}

interface InvoicesTable {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  number_year: number | null
  number_sequence: number | null
  issue_date: string
  due_date: string
  status: InvoiceStatus
  payment_status: PaymentStatus
  payment_status_is_set: boolean
  items: Items
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  tax_rate: string
  tax_cents: bigint
  total_cents: bigint
  amount_paid_cents: bigint
  paid_at: Date | null
  notes: string | null
  payment_provider_id: string | null
  charge_id: string | null
  recurring_invoice_id: string | null
  quote_id: string | null
  link_token: string
  created_at: Date
  updated_at: Date
}

interface InvoicePaymentsTable {
  id: string
  invoice_id: string
  amount_cents: bigint
  method: InvoicePaymentMethod
  charge_id: string | null
  reference: string | null
  paid_at: Date
  created_at: Date
}
