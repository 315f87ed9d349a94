// How clients of the sample agency are invoiced and pay: each sale in one of the ways below.
import type { CreditNote } from '../../../../../contract/credit-notes.ts'
import type { Invoice, InvoiceInput } from '../../../../../contract/invoices.ts'
import type { Mandate } from '../../../../../contract/mandates.ts'
import type { RecurringInvoice, RecurringInvoiceInput } from '../../../../../contract/recurring-invoices.ts'
import type { BillableItem } from '../../../../../contract/trips.ts'
import { TO_SEND } from '../../../../features/invoices/states.ts'
import type { SampleClient } from './clients.ts'
import { type Desk, ZONE } from './desk.ts'
import type { Sale } from './sales.ts'

interface Billed {
  readonly invoice: Invoice
  readonly sale: Sale
  readonly tripId: string
}

interface Way {
  readonly payment_methods: NonNullable<InvoiceInput['payment_methods']>
  /** Puts on the agenda what the payer does. */
  readonly pay: (desk: Desk, billed: Billed) => void
}

const byPix: Way = {
  payment_methods: ['pix'],
  pay: (desk, { invoice }) => desk.inDays(desk.random.between(0, 4), 14, () => payCharge(desk, invoice.id)),
}

const byBoleto: Way = {
  payment_methods: ['boleto', 'pix'],
  pay: (desk, { invoice }) =>
    desk.inDays(desk.random.between(2, 7), 15, () => payCharge(desk, invoice.id, { method: 'boleto' })),
}

const byCard: Way = {
  payment_methods: ['pix', 'card'],
  pay: (desk, { invoice }) => desk.inDays(desk.random.between(0, 3), 16, () => approveCard(desk, invoice.id)),
}

const bySecondCard: Way = {
  payment_methods: ['pix', 'card'],
  pay(desk, { invoice }) {
    const reason = desk.random.pick(['insufficient_funds', 'expired_card'] as const)
    desk.inDays(1, 13, () => playCard(desk, invoice.id, { action: 'refuse', reason }))
    desk.inDays(2, 13, () => approveCard(desk, invoice.id))
  },
}

/** The holder disputes the payment; the agency wins. A dispute near the end of the year stays open. */
const disputed: Way = {
  payment_methods: ['card'],
  pay(desk, { invoice }) {
    desk.inDays(1, 13, () => approveCard(desk, invoice.id))
    desk.inDays(18, 10, () => playCard(desk, invoice.id, { action: 'dispute' }))
    desk.inDays(44, 10, () => playCard(desk, invoice.id, { action: 'win' }))
  },
}

const inParts: Way = {
  payment_methods: ['pix'],
  pay(desk, { invoice }) {
    const amount = Math.round(invoice.total * 40) / 100
    const reference = `Comprovante ${desk.random.digits(6)}`
    desk.inDays(2, 11, () =>
      desk.post(`/invoices/${invoice.id}/payments`, { amount, manual_method: 'transfer', reference }),
    )
    desk.inDays(33, 11, () => payCharge(desk, invoice.id))
  },
}

const late: Way = {
  payment_methods: ['pix', 'boleto'],
  pay(desk, { invoice }) {
    const delay = desk.random.between(6, 26) + (desk.random.chance(0.35) ? 70 : 0)
    const days = desk.today().until(invoice.due_date).days + delay
    desk.inDays(days, 15, () => payCharge(desk, invoice.id))
  },
}

/** Paid, then an item is cancelled: its money becomes credit, which pays the next invoice, or goes back by Pix. */
const cancelledLater: Way = {
  payment_methods: ['pix'],
  pay(desk, billed) {
    desk.inDays(1, 10, () => payCharge(desk, billed.invoice.id))
    desk.inDays(8, 11, () => cancelItem(desk, billed))
  },
}

const WAYS: readonly Way[] = [
  byPix,
  byBoleto,
  byCard,
  inParts,
  byPix,
  bySecondCard,
  late,
  cancelledLater,
  byCard,
  byPix,
  byBoleto,
  disputed,
  byCard,
  byPix,
  late,
  byCard,
  byBoleto,
  byPix,
  byCard,
  byPix,
]

export async function billTrip(desk: Desk, sale: Sale, tripId: string): Promise<void> {
  const billable = await desk.get<BillableItem[]>(`/clients/${sale.client.id}/billable-items`)
  const items = billable.filter(({ trip_id, open }) => trip_id === tripId && open > 0)
  if (items.length === 0) return
  const way = WAYS[sale.number % WAYS.length] ?? byPix
  const dueDate = desk.today().add({ days: desk.random.between(5, 12) })
  const invoice = await desk.post<Invoice>('/invoices', {
    client_id: sale.client.id,
    issue_date: String(desk.today()),
    due_date: String(dueDate),
    ...TO_SEND,
    payment_methods: way.payment_methods,
    items: items.map(({ description, open, trip_item_id }) => ({
      description,
      quantity: 1,
      unit_price: open,
      trip_item_id,
    })),
  } satisfies InvoiceInput)
  way.pay(desk, { invoice, sale, tripId })
}

/** Nothing if it was paid or cancelled meanwhile. */
async function payCharge(desk: Desk, invoiceId: string, how: object = {}): Promise<void> {
  const { amount_due } = await desk.get<Invoice>(`/invoices/${invoiceId}`)
  if (amount_due > 0) await desk.post(`/test/charges/${invoiceId}/pay`, how)
}

const playCard = (desk: Desk, invoiceId: string, played: object) =>
  desk.post(`/test/charges/${invoiceId}/card`, played)

const approveCard = (desk: Desk, invoiceId: string) =>
  playCard(desk, invoiceId, { action: 'approve', instalments: desk.random.pick([1, 2, 3, 4, 6, 10]) })

async function cancelItem(desk: Desk, { invoice, sale, tripId }: Billed): Promise<void> {
  const wanted = sale.items.findLast(({ kind }) => kind !== 'fee' && kind !== 'service' && kind !== 'flight')
  const item = invoice.items.find(({ description }) => description.includes(wanted?.description ?? '-'))
  if (item?.trip_item_id == null) return
  const excess = desk.random.chance(0.6) ? 'credit' : 'refund'
  const note = await desk.post<CreditNote>('/credit-notes', {
    invoice_id: invoice.id,
    reason: `Cancelado a pedido do cliente: ${item.description}`,
    items: [{ trip_item_id: item.trip_item_id, amount: item.total }],
    excess,
  })
  const cancelled = { status: 'cancelled', kept_price_amount: 0, kept_cost_amount: 0 }
  await desk.patch(`/trips/${tripId}/items/${item.trip_item_id}`, cancelled)
  if (excess === 'credit') desk.inDays(12, 10, () => useCredit(desk, sale, note.amount))
}

/** A later service, paid from the credit of the client, the rest by Pix. */
async function useCredit(desk: Desk, { client }: Sale, credit: number): Promise<void> {
  const price = Math.max(180, Math.round(credit * 0.8))
  const invoice = await desk.post<Invoice>('/invoices', {
    client_id: client.id,
    issue_date: String(desk.today()),
    due_date: String(desk.today().add({ days: 7 })),
    ...TO_SEND,
    payment_methods: ['pix'],
    items: [{ description: 'Remarcação e diferença tarifária', quantity: 1, unit_price: price }],
  } satisfies InvoiceInput)
  await desk.post(`/invoices/${invoice.id}/credit`)
  desk.inDays(2, 10, () => payCharge(desk, invoice.id))
}

// Monthly advice for companies.

const DAYS_BEFORE_DUE = 6

interface Advice {
  readonly client: SampleClient
  /** The place among the companies with advice, which decides how it is paid. */
  readonly place: number
  readonly months: number
}

type Payer = 'accepts' | 'cancels' | 'lacks money' | 'refuses' | 'pays by code'
const PAYERS: readonly Payer[] = [
  'accepts',
  'cancels',
  'lacks money',
  'refuses',
  'pays by code',
  'pays by code',
]
const PRICES = [1_290, 890, 2_450, 1_690, 990, 1_490] as const
export const ADVISED = PAYERS.length

export async function adviseMonthly(desk: Desk, { client, place, months }: Advice): Promise<void> {
  const payer = PAYERS[place] ?? 'pays by code'
  const hasMandate = payer !== 'pays by code'
  const first = desk.today().add({ days: 12 + 2 * place })
  const { id } = await desk.post<RecurringInvoice>('/recurring-invoices', {
    client_id: client.id,
    name: 'Assessoria mensal de viagens',
    frequency: 'monthly',
    billing_day: first.day,
    start_date: String(first),
    auto_send: true,
    payment_methods: hasMandate ? ['pix_automatic', 'pix'] : ['boleto', 'pix'],
    items: [
      {
        description: 'Assessoria em viagens corporativas',
        quantity: 1,
        unit_price: PRICES[place] ?? 890,
      },
    ],
  } satisfies RecurringInvoiceInput)
  const morning = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: ZONE, plainTime: '10:00' })
  if (hasMandate)
    desk.at(morning(first.subtract({ days: DAYS_BEFORE_DUE })), async () => {
      const [mandate] = await desk.get<Mandate[]>(`/mandates?recurring_invoice_id=${id}`)
      if (mandate === undefined) return
      await desk.post(`/test/mandates/${mandate.id}/${payer === 'refuses' ? 'refuse' : 'accept'}`)
      // Otherwise each of its invoices would offer another mandate.
      if (payer === 'refuses') await desk.patch(`/recurring-invoices/${id}`, { payment_methods: ['pix'] })
      const trouble = first.add({ months: months - 2 })
      if (payer === 'cancels')
        desk.at(morning(trouble), () => desk.post(`/test/mandates/${mandate.id}/cancel`))
      if (payer === 'lacks money')
        desk.at(morning(trouble.subtract({ days: 3 })), () =>
          desk.post(`/test/mandates/${mandate.id}/refuse-debit`, {}),
        )
    })
  for (let month = 0; month < months; month++)
    desk.at(morning(first.add({ months: month, days: desk.random.between(0, 5) })), () => payLast(desk, id))
}

/** What no mandate debits is paid by its code. */
async function payLast(desk: Desk, recurringId: string): Promise<void> {
  const { last_invoice_id } = await desk.get<RecurringInvoice>(`/recurring-invoices/${recurringId}`)
  if (last_invoice_id === null) return
  const { mandate_id } = await desk.get<Invoice>(`/invoices/${last_invoice_id}`)
  if (mandate_id === null) await payCharge(desk, last_invoice_id)
}

// The wallet.

const RECHARGES = ['8000.00', '12500.00', '10000.00', '15000.00'] as const

export async function recharge(desk: Desk): Promise<void> {
  const payment_method = desk.random.chance(0.7) ? 'pix' : 'boleto'
  const { id } = await desk.post<{ id: string }>('/wallet/recharge', {
    amount: desk.random.pick(RECHARGES),
    currency: 'BRL',
    payment_method,
  })
  if (!desk.random.chance(0.1))
    desk.inDays(payment_method === 'pix' ? 0 : 2, 17, () => desk.post(`/test/charges/${id}/pay`))
}
