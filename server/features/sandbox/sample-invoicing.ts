// Sample objects of the invoicing side, whole, as its real events carry them.
import type { EventType } from '../../../contract/events.ts'
import type { Invoice } from '../../../contract/invoices.ts'
import type { PaymentStatus } from '../../../contract/invoicing-states.ts'
import type { Quote } from '../../../contract/quotes.ts'
import type { RecurringInvoice } from '../../../contract/recurring-invoices.ts'
import type { Refund } from '../../../contract/refunds.ts'
import { stateTold } from '../../kernel/values/state-table.ts'
import { isRefused, isUnsettled, REFUND_MOVES } from '../invoices/refunds/states.ts'
import { INVOICE_MOVES, isDraft, isPaid, PAYMENT_MOVES, TO_SEND } from '../invoices/states.ts'
import { isAccepted, isAnswered, QUOTE_MOVES } from '../quotes/states.ts'
import { RECURRING_MOVES } from '../recurring-invoices/states.ts'

export const NO_UUID = '00000000-0000-0000-0000-000000000000'

const LINK = 'https://example.com'
const ITEM = { id: NO_UUID, description: 'Sample', quantity: 1, unit_price: 100, total: 100 }
const RATES = { subtotal: 100, discount_rate: 0, discount_amount: 0 }
const NO_TAX = { tax_rate: 0, tax_amount: 0 }

const clientOf = (at: string) => ({
  client_id: NO_UUID,
  client: {
    id: NO_UUID,
    client_type: 'individual' as const,
    full_name: 'Maria Exemplo',
    email: 'maria@example.com',
    phone: null,
    cpf: null,
    cnpj: null,
    company_name: null,
    notes: null,
    language: null,
    is_active: true,
    created_at: at,
    updated_at: at,
  },
})

const PAID: Partial<Record<PaymentStatus, number>> = { partial: 40, paid: 100 }

export function sampleInvoice(type: EventType, at: string): Invoice {
  const status = stateTold(INVOICE_MOVES, type) ?? TO_SEND.status
  const unmoved = type === 'invoice.payment_received' ? 'partial' : PAYMENT_MOVES.begins.create.to
  const payment_status = stateTold(PAYMENT_MOVES, type) ?? unmoved
  const amount_paid = PAID[payment_status] ?? 0
  const payment = {
    id: NO_UUID,
    amount: amount_paid,
    late_amount: 0,
    method: 'manual' as const,
    reference: null,
  }
  return {
    id: NO_UUID,
    number: isDraft({ status }) ? null : '2026-000000',
    ...clientOf(at),
    issue_date: at.slice(0, 10),
    due_date: at.slice(0, 10),
    status,
    payment_status,
    items: [ITEM],
    ...RATES,
    ...NO_TAX,
    total: 100,
    amount_paid,
    amount_due: 100 - amount_paid,
    amount_overpaid: 0,
    late_payment: { fine_percent: 0, interest_percent: 0, amount_paid: 0 },
    paid_at: isPaid({ payment_status }) ? at : null,
    notes: null,
    currency: 'BRL',
    payment_provider_id: null,
    payment_methods: ['pix'],
    pix: null,
    boleto: null,
    payments: amount_paid === 0 ? [] : [{ ...payment, paid_at: at, created_at: at }],
    payment_url: LINK,
    pdf_url: LINK,
    recurring_invoice_id: null,
    quote_id: null,
    created_at: at,
    updated_at: at,
  }
}

export function sampleQuote(type: EventType, at: string): Quote {
  const status = stateTold(QUOTE_MOVES, type) ?? QUOTE_MOVES.begins.create.to
  return {
    id: NO_UUID,
    number: '2026-000000',
    ...clientOf(at),
    issue_date: at.slice(0, 10),
    valid_until: null,
    is_expired: false,
    status,
    items: [ITEM],
    ...RATES,
    total: 100,
    notes: null,
    currency: 'BRL',
    options: [],
    chosen_option_id: null,
    responded_at: isAnswered({ status }) ? at : null,
    responded_by: isAccepted({ status }) ? 'Maria Exemplo' : null,
    decline_reason: null,
    invoice_id: null,
    public_url: LINK,
    pdf_url: LINK,
    created_at: at,
    updated_at: at,
  }
}

export function sampleRecurringInvoice(type: EventType, at: string): RecurringInvoice {
  const generated = type === 'recurring_invoice.generated'
  return {
    id: NO_UUID,
    ...clientOf(at),
    name: 'Sample',
    frequency: 'monthly',
    custom_interval_days: null,
    billing_day: 10,
    start_date: at.slice(0, 10),
    end_date: null,
    status: stateTold(RECURRING_MOVES, type) ?? RECURRING_MOVES.begins.create.to,
    items: [ITEM],
    ...RATES,
    ...NO_TAX,
    total: 100,
    notes: null,
    currency: 'BRL',
    payment_provider_id: null,
    payment_methods: ['pix'],
    auto_send: true,
    notify_on_generation: true,
    notify_client_before_due: false,
    reminder_days_before_due: [],
    next_due_date: generated ? at.slice(0, 10) : null,
    next_generation_at: generated ? at : null,
    last_invoice_id: generated ? NO_UUID : null,
    invoices_generated: generated ? 1 : 0,
    created_at: at,
    updated_at: at,
  }
}

export function sampleRefund(type: EventType, at: string): Refund {
  const status = stateTold(REFUND_MOVES, type) ?? REFUND_MOVES.begins.ask.to
  return {
    id: `rfd_${'0'.repeat(26)}`,
    invoice_id: NO_UUID,
    payment_id: NO_UUID,
    amount: 40,
    currency: 'BRL',
    status,
    reason: null,
    failure: isRefused({ status }) ? 'Sample' : null,
    created_at: at,
    ended_at: isUnsettled({ status }) ? null : at,
  }
}
