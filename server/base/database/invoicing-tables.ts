// The tables of clients and invoicing as Kysely sees them; part of tables.ts, which is read first.
import type { ColumnType } from 'kysely'
import type { ClientType } from '../../../contract/clients.ts'
import type {
  Frequency,
  InvoicePaymentMethod,
  InvoiceStatus,
  MessageKind,
  MessageStatus,
  PaymentStatus,
  QuoteStatus,
  RecurringStatus,
} from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'

export interface ClientsTable {
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

/** Names as they stand on an issued invoice, whatever becomes of the team and the client. */
export interface StoredParties {
  issuer: { name: string; email: string }
  client: { name: string; document: string | null; email: string }
}

type Items = ColumnType<StoredItem[], string, string>

export interface QuotesTable {
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

export interface RecurringInvoicesTable {
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

export interface InvoicesTable {
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
  recurring_due_date: string | null
  quote_id: string | null
  parties: ColumnType<StoredParties | null, string | null, string | null>
  link_token: string
  created_at: Date
  updated_at: Date
}

export interface InvoicePaymentsTable {
  id: string
  invoice_id: string
  amount_cents: bigint
  method: InvoicePaymentMethod
  charge_id: string | null
  reference: string | null
  paid_at: Date
  created_at: Date
}

export interface MessagesTable {
  id: string
  team_id: string
  mode: Mode
  key: string
  kind: MessageKind
  invoice_id: string
  channel: 'whatsapp' | 'email'
  to_address: string
  text: string
  template: string | null
  mail_id: string | null
  status: MessageStatus
  error: string | null
  provider_id: string | null
  created_at: Date
  sent_at: Date | null
}
