// All invoices of a filter as CSV, read some hundred at a time while they are sent: a hundred thousand take no more
// memory than a page.
import { csvLine } from '../../base/values/csv.ts'
import { formatAmount } from '../../base/values/money.ts'
import { clientsOf } from '../../clients/client-store.ts'
import type { Owner } from '../../outbox/owner.ts'
import { csvTurns } from '../../outside/csv-turns.ts'
import { turnsOf } from '../../outside/heavy-work.ts'
import { amountDue } from '../../rules/payment-status.ts'
import type { World } from '../../world.ts'
import { type InvoiceFilter, type InvoiceRow, listInvoicesAfter } from './invoice-store.ts'
import { numberText } from './invoice-view.ts'

const AT_ONCE = 500
const NAMES = [
  'id',
  'number',
  'client_id',
  'client_name',
  'issue_date',
  'due_date',
  'status',
  'payment_status',
  'subtotal',
  'discount_amount',
  'tax_amount',
  'total',
  'amount_paid',
  'amount_due',
  'currency',
  'paid_at',
  'created_at',
] as const

export async function* invoicesCsv(
  world: World,
  owner: Owner,
  filter: InvoiceFilter | null,
): AsyncGenerator<string> {
  yield csvLine(NAMES)
  let after: string | null = null
  while (filter !== null) {
    const piece: Piece = await csvTurns(world).run(turnsOf(owner), () =>
      pieceAfter(world, owner, filter, after),
    )
    yield piece.text
    if (piece.lastId === null) return
    after = piece.lastId
  }
}

interface Piece {
  readonly text: string
  /** Null where it is the last one. */
  readonly lastId: string | null
}

async function pieceAfter(
  { pool }: World,
  owner: Owner,
  filter: InvoiceFilter,
  after: string | null,
): Promise<Piece> {
  const invoices = await listInvoicesAfter(pool, owner, filter, after, AT_ONCE)
  const client = await clientsOf(pool, owner, invoices)
  const text = invoices.map((invoice) => lineOf(invoice, client(invoice).full_name)).join('')
  return { text, lastId: invoices.length < AT_ONCE ? null : (invoices.at(-1)?.id ?? null) }
}

function lineOf(invoice: InvoiceRow, clientName: string): string {
  const values: Record<(typeof NAMES)[number], string> = {
    id: invoice.id,
    number: numberText(invoice) ?? '',
    client_id: invoice.client_id,
    client_name: clientName,
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    status: invoice.status,
    payment_status: invoice.payment_status,
    subtotal: formatAmount(invoice.subtotal_cents),
    discount_amount: formatAmount(invoice.discount_cents),
    tax_amount: formatAmount(invoice.tax_cents),
    total: formatAmount(invoice.total_cents),
    amount_paid: formatAmount(invoice.amount_paid_cents),
    amount_due: formatAmount(amountDue(invoice.total_cents, invoice.amount_paid_cents)),
    currency: 'BRL',
    paid_at: invoice.paid_at?.toISOString() ?? '',
    created_at: invoice.created_at.toISOString(),
  }
  return csvLine(NAMES.map((name) => values[name]))
}
