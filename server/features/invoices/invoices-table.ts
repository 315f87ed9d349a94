// The table of invoices, for its store and for that of quotes, which names the invoice a quote became.
import type { ColumnType } from 'kysely'
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'
import type { StoredParties } from './documents/parties.ts'
import type { PricedColumns } from './priced-items.ts'

export interface InvoicesTable extends PricedColumns, LateColumns {
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
  amount_paid_cents: bigint
  paid_at: Date | null
  notes: string | null
  payment_provider_id: string | null
  payment_methods: PaymentMethod[]
  charge_id: string | null
  boleto_charge_id: string | null
  recurring_invoice_id: string | null
  recurring_due_date: string | null
  quote_id: string | null
  parties: ColumnType<StoredParties | null, string | null, string | null>
  link_token: string
  created_at: Date
  updated_at: Date
}
