// Invoices for accounting: all of a filter as CSV, and the amounts owed by age.
import type { Receivables } from '../../../contract/invoices.ts'
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type CsvColumn, type CsvReader, type CsvTable, csvTable } from '../../kernel/values/csv.ts'
import { chargeableDaysLate, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { formatAmount, numberFromCents } from '../../kernel/values/money.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import { type ClientRow, clientsOf } from '../clients/store.ts'
import { csvTurns } from '../csv-turns.ts'
import { numberText } from '../documents/view.ts'
import type { World } from '../world.ts'
import { adjustedTotal, amountDue, amountOverpaid, earlyOffer } from './rules.ts'
import { isSent } from './states.ts'
import {
  type InvoiceFilter,
  type InvoiceRow,
  listInvoicesAfter,
  type PaymentRow,
  paymentsOf,
  unpaidByAge,
} from './store.ts'

const BATCH = 500
const STATUSES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'rascunho',
  sent: 'enviada',
  cancelled: 'cancelada',
}
const PAYMENTS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'pendente',
  partial: 'parcial',
  paid: 'paga',
  overdue: 'vencida',
}
const COLUMNS = {
  id: { heading: 'ID' },
  number: { heading: 'Número' },
  client_id: { heading: 'ID do cliente' },
  client_name: { heading: 'Cliente' },
  issue_date: { heading: 'Emissão', kind: 'day' },
  due_date: { heading: 'Vencimento', kind: 'day' },
  status: { heading: 'Situação', words: STATUSES },
  payment_status: { heading: 'Pagamento', words: PAYMENTS },
  subtotal: { heading: 'Subtotal', kind: 'amount' },
  discount_amount: { heading: 'Desconto', kind: 'amount' },
  tax_amount: { heading: 'Impostos', kind: 'amount' },
  total: { heading: 'Total', kind: 'amount' },
  amount_paid: { heading: 'Valor pago', kind: 'amount' },
  amount_due: { heading: 'Valor em aberto', kind: 'amount' },
  currency: { heading: 'Moeda' },
  paid_at: { heading: 'Paga em', kind: 'moment' },
  created_at: { heading: 'Criada em', kind: 'moment' },
  client_tax_id: { heading: 'CPF/CNPJ' },
  fine_amount: { heading: 'Multa em aberto', kind: 'amount' },
  interest_amount: { heading: 'Juros de mora em aberto', kind: 'amount' },
  late_amount_paid: { heading: 'Multa e juros pagos', kind: 'amount' },
  refunded_amount: { heading: 'Valor devolvido', kind: 'amount' },
  waived_amount: { heading: 'Não é mais devido', kind: 'amount' },
  overpaid_amount: { heading: 'Pago a mais', kind: 'amount' },
  early_payment_until: { heading: 'Desconto por antecipação até', kind: 'day' },
  early_payment_amount: { heading: 'Desconto por antecipação oferecido', kind: 'amount' },
  early_payment_taken: { heading: 'Desconto por antecipação obtido', kind: 'amount' },
  uncovered_amount: { heading: 'Devolvido ou contestado, já usado como crédito', kind: 'amount' },
} as const satisfies Readonly<Record<string, CsvColumn>>
type Name = keyof typeof COLUMNS

/** Reads the invoices in batches while they are sent, so that memory does not grow with their number. */
export async function* invoicesCsv(
  world: World,
  owner: Owner,
  filter: InvoiceFilter | null,
  reader: CsvReader & { readonly today: Temporal.PlainDate },
): AsyncGenerator<string> {
  const table = csvTable(COLUMNS, reader)
  yield table.head
  let after: string | null = null
  while (filter !== null) {
    const batch: Batch = await csvTurns(world).run(ownerName(owner), () =>
      batchAfter(world, owner, { filter, after, today: reader.today }, table),
    )
    yield batch.text
    if (batch.lastId === null) return
    after = batch.lastId
  }
}

interface Batch {
  readonly text: string
  /** Null for the last batch. */
  readonly lastId: string | null
}

interface Wanted {
  readonly filter: InvoiceFilter
  readonly after: string | null
  readonly today: Temporal.PlainDate
}

async function batchAfter(
  { pool }: World,
  owner: Owner,
  { filter, after, today }: Wanted,
  table: CsvTable<Name>,
): Promise<Batch> {
  const invoices = await listInvoicesAfter(pool, owner, { filter, afterId: after, limit: BATCH })
  const client = await clientsOf(pool, owner, invoices)
  const payments = await paymentsOf(
    pool,
    invoices.map(({ id }) => id),
  )
  const lineOf = (invoice: InvoiceRow) =>
    table.line({
      ...valuesOf(invoice, client(invoice)),
      ...lateValues(invoice, payments.get(invoice.id) ?? [], today),
    })
  const text = invoices.map(lineOf).join('')
  return { text, lastId: invoices.length < BATCH ? null : (invoices.at(-1)?.id ?? null) }
}

type LateName = 'fine_amount' | 'interest_amount' | 'late_amount_paid' | 'overpaid_amount'

/** What being late costs today where it is still owed, and what was paid for it. */
function lateValues(
  invoice: InvoiceRow,
  payments: readonly PaymentRow[],
  today: Temporal.PlainDate,
): Record<LateName, string> {
  const owed = isSent(invoice) ? amountDue(invoice) : 0n
  const days = chargeableDaysLate(Temporal.PlainDate.from(invoice.due_date), today)
  const { fineCents, interestCents } = lateCharges(owed, lateTermsOf(invoice), days)
  const paid = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  return {
    fine_amount: formatAmount(fineCents),
    interest_amount: formatAmount(interestCents),
    late_amount_paid: formatAmount(paid),
    overpaid_amount: formatAmount(amountOverpaid(invoice, paid)),
  }
}

function valuesOf(invoice: InvoiceRow, client: ClientRow): Record<Exclude<Name, LateName>, string> {
  return {
    id: invoice.id,
    number: numberText(invoice) ?? '',
    client_id: invoice.client_id,
    client_name: client.full_name,
    issue_date: invoice.issue_date,
    due_date: invoice.due_date,
    status: invoice.status,
    payment_status: invoice.payment_status,
    subtotal: formatAmount(invoice.subtotal_cents),
    discount_amount: formatAmount(invoice.discount_cents),
    tax_amount: formatAmount(invoice.tax_cents),
    total: formatAmount(invoice.total_cents),
    amount_paid: formatAmount(invoice.amount_paid_cents),
    amount_due: formatAmount(amountDue(invoice)),
    currency: 'BRL',
    paid_at: invoice.paid_at?.toISOString() ?? '',
    created_at: invoice.created_at.toISOString(),
    client_tax_id: client.cnpj ?? client.cpf ?? '',
    refunded_amount: formatAmount(invoice.refunded_cents),
    waived_amount: formatAmount(invoice.total_cents - adjustedTotal(invoice)),
    early_payment_until: invoice.early_payment?.until ?? '',
    early_payment_amount: formatAmount(earlyOffer(invoice)?.cents ?? 0n),
    early_payment_taken: formatAmount(invoice.early_taken_cents),
    uncovered_amount: formatAmount(invoice.uncovered_cents),
  }
}

const BUCKETS = [
  ['not_due', 0],
  ['1_30', 1],
  ['31_60', 31],
  ['61_90', 61],
  ['over_90', 91],
] as const

/** `today` is the day in the team's time zone. */
export async function readReceivables(
  db: Queryable,
  owner: Owner,
  today: Temporal.PlainDate,
): Promise<Receivables> {
  const owed = await unpaidByAge(db, owner, today.toString())
  const rows = BUCKETS.map(([name, days]) => ({ name, ...(owed.get(days) ?? { count: 0, cents: 0n }) }))
  const sum = (of: typeof rows) => numberFromCents(of.reduce((cents, row) => cents + row.cents, 0n))
  return {
    as_of: today.toString(),
    currency: 'BRL',
    count: rows.reduce((count, row) => count + row.count, 0),
    amount: sum(rows),
    overdue_amount: sum(rows.slice(1)),
    buckets: rows.map(({ name, count, cents }) => ({ name, count, amount: numberFromCents(cents) })),
  }
}
