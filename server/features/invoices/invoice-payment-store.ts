// The only SQL on payments of invoices.
import type { InvoicePaymentMethod } from '../../../contract/invoicing-states.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

export interface PaymentRow {
  id: string
  invoice_id: string
  amount_cents: bigint
  /** What of it is for being late; negative where that goes back. */
  late_cents: bigint
  method: InvoicePaymentMethod
  charge_id: string | null
  reference: string | null
  paid_at: Date
  created_at: Date
}

/** Whether a bank told of it, and not a person. */
export function isFromBank({ charge_id }: PaymentRow): boolean {
  return charge_id !== null
}

const insertPaid = statement(`
  insert into invoice_payments (id, invoice_id, amount_cents, late_cents, method, charge_id, reference, paid_at,
    created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

export async function insertPayment(tx: Tx, payment: PaymentRow): Promise<void> {
  const { id, invoice_id, amount_cents, late_cents, method, charge_id, reference, paid_at, created_at } =
    payment
  const values = [id, invoice_id, amount_cents, late_cents, method, charge_id, reference, paid_at, created_at]
  await insertPaid(tx, ...values)
}

const selectPayments = statement<PaymentRow>(`
  select id, invoice_id, amount_cents, late_cents, method, charge_id, reference, paid_at, created_at
  from invoice_payments where invoice_id = any($1::uuid[]) order by id`)

const sumLate = statement<{ cents: bigint }>(`
  select coalesce(sum(late_cents), 0)::bigint as cents from invoice_payments where invoice_id = $1`)

/** What was paid for being late, and has not gone back. */
export async function latePaidOf(tx: Tx, id: string): Promise<bigint> {
  return onlyRow(await sumLate(tx, id)).cents
}

/** Oldest first, by invoice. */
export async function paymentsOf(db: Queryable, ids: string[]): Promise<Map<string, PaymentRow[]>> {
  if (ids.length === 0) return new Map()
  return Map.groupBy(await selectPayments(db, ids), ({ invoice_id }) => invoice_id)
}
