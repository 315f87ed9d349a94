// Samples of every event, and the operation that sends one.
import { BOOKING_STATUSES } from '../../../contract/bookings.ts'
import type { Dispute } from '../../../contract/disputes.ts'
import type { EventObjectName, SampleEvent, Snapshot } from '../../../contract/event-operations.ts'
import { EVENTS, type EventType } from '../../../contract/events.ts'
import type { Place, Segment } from '../../../contract/flights.ts'
import type { Invoice, Refund } from '../../../contract/invoices.ts'
import type { PaymentStatus } from '../../../contract/invoicing-states.ts'
import type { Mandate } from '../../../contract/mandates.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { debitRefusal } from '../../../contract/phrases/debit-refusals.ts'
import type { Quote } from '../../../contract/quotes.ts'
import type { RecurringInvoice } from '../../../contract/recurring-invoices.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { NO_REFERENCES } from '../../kernel/values/references.ts'
import { stateAtEvent } from '../../kernel/values/state-table.ts'
import { BOOKING_MOVES } from '../bookings/states.ts'
import { emitUntyped } from '../events/emit.ts'
import { readEventType } from '../events/events.ts'
import { isRefused, isUnsettled, REFUND_MOVES } from '../invoices/refunds/states.ts'
import { INVOICE_MOVES, isDraft, isPaid, PAYMENT_MOVES, TO_SEND } from '../invoices/states.ts'
import { MANDATE_MOVES } from '../mandates/states.ts'
import { DISPUTE_MOVES, isTakenAway, isUndecided } from '../payments/disputes/states.ts'
import { hasResponse, isAccepted, QUOTE_MOVES } from '../quotes/states.ts'
import { RECURRING_MOVES } from '../recurring-invoices/states.ts'
import { HELD_MOVES, isCompleted, isPending, RECHARGE_MOVES } from '../wallet/states.ts'
import type { World } from '../world.ts'

const NO_UUID = '00000000-0000-0000-0000-000000000000'

export const zeros = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`

const SAMPLES: Readonly<Record<EventObjectName, (type: EventType, at: string) => object>> = {
  booking: sampleBooking,
  transaction: sampleTransaction,
  recharge: sampleRecharge,
  payment_return: samplePaymentReturn,
  held_payment: sampleHeldPayment,
  integration: sampleIntegration,
  api_key: sampleApiKey,
  invoice: sampleInvoice,
  refund: sampleRefund,
  credit_note: sampleCreditNote,
  client_credit_entry: sampleCreditEntry,
  dispute: sampleDispute,
  quote: sampleQuote,
  recurring_invoice: sampleRecurringInvoice,
  mandate: sampleMandate,
  trip: sampleTrip,
}

/** `now` dates the sample. All ids are zeros, so that they are recognisably not real. */
export function sampleObject(type: EventType, now: Date): object {
  return SAMPLES[EVENTS[type].object](type, isoTimestamp(now))
}

/** Emits a sample in the same way as a real event, so that integrators can test their receiver. */
export async function emitSample(world: World, scope: Scope, name: string): Promise<SampleEvent> {
  const type = readEventType(name)
  return transaction(world, scope, async (tx) => {
    const id = emitUntyped(tx, type, sampleObject(type, tx.now))
    return { id, type }
  })
}

const CARRIER = { iata_code: 'ZZ', name: 'Sandbox Airline' }
const GRU = place('GRU', 'Guarulhos', 'São Paulo', 'SAO')
const SDU = place('SDU', 'Santos Dumont', 'Rio de Janeiro', 'RIO')

/** Its flight leaves a month after the event. */
function sampleBooking(type: EventType, at: string): Snapshot<'booking'> {
  const ticket = {
    type: 'electronic_ticket' as const,
    unique_identifier: '9990000000001',
    passenger_id: zeros('pas'),
  }
  const state = stateAtEvent(BOOKING_MOVES, type)
  return {
    id: zeros('ord'),
    booking_reference: 'SAMPLE',
    status: BOOKING_STATUSES.find((status) => status === state) ?? BOOKING_STATUSES[0],
    total_amount: '1250.90',
    currency: 'BRL',
    documents: type === 'booking.ticketed' ? [ticket] : [],
    passengers: [
      {
        id: zeros('pas'),
        type: 'adult',
        given_name: 'Maria',
        family_name: 'Exemplo',
        gender: 'f',
        title: null,
        born_on: '1990-05-17',
        email: 'maria@example.com',
        phone_number: '+5511987654321',
        infant_passenger_id: null,
      },
    ],
    slices: [{ id: zeros('sli'), origin: GRU, destination: SDU, duration: 'PT1H', segments: [flightOf(at)] }],
    changes: [],
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function flightOf(at: string): Segment {
  const day = Temporal.PlainDate.from(at.slice(0, 10)).add({ days: 30 })
  return {
    id: zeros('seg'),
    origin: { iata_code: GRU.iata_code, name: GRU.name, terminal: '2' },
    destination: { iata_code: SDU.iata_code, name: SDU.name, terminal: null },
    departing_at: `${day}T08:00:00`,
    arriving_at: `${day}T09:00:00`,
    operating_carrier: { ...CARRIER, logo_symbol_url: 'https://example.com/zz.svg' },
    marketing_carrier: CARRIER,
    operating_carrier_flight_number: '100',
    marketing_carrier_flight_number: '100',
    aircraft: { iata_code: '320', name: 'Airbus A320' },
    duration: 'PT1H',
    distance: '344',
    passengers: [
      {
        passenger_id: zeros('pas'),
        cabin_class: 'economy',
        cabin_class_marketing_name: 'Economy',
        fare_basis_code: 'YSAMPLE',
        seat: null,
        baggages: [{ type: 'carry_on', quantity: 1 }],
      },
    ],
  }
}

function place(iata_code: string, name: string, city_name: string, iata_city_code: string): Place {
  return { iata_code, name, city_name, iata_city_code, time_zone: 'America/Sao_Paulo' }
}

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
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  },
})

const PAID: Partial<Record<PaymentStatus, number>> = { partial: 40, paid: 100 }

function sampleInvoice(type: EventType, at: string): Invoice {
  const status = stateAtEvent(INVOICE_MOVES, type) ?? TO_SEND.status
  const unmoved = type === 'invoice.payment_received' ? 'partial' : PAYMENT_MOVES.begins.create.to
  const payment_status = stateAtEvent(PAYMENT_MOVES, type) ?? unmoved
  const amount_paid = PAID[payment_status] ?? 0
  const payment = {
    id: NO_UUID,
    amount: amount_paid,
    late_amount: 0,
    surcharge_amount: 0,
    method: 'manual' as const,
    manual_method: null,
    reference: null,
    charge_id: null,
  }
  return {
    id: NO_UUID,
    number: isDraft({ status }) ? null : '2026-000000',
    ...clientOf(at),
    issue_date: at.slice(0, 10),
    due_date: at.slice(0, 10),
    status,
    payment_status,
    items: [{ ...ITEM, trip_item_id: null, booking_id: null }],
    ...RATES,
    ...NO_TAX,
    total: 100,
    amount_paid,
    amount_due: 100 - amount_paid,
    amount_overpaid: 0,
    refunded_amount: 0,
    uncovered_amount: 0,
    adjustments: [],
    late_payment: { fine_percent: 0, interest_percent: 0, payable_days: 30, amount_paid: 0 },
    early_payment: null,
    paid_at: isPaid({ payment_status }) ? at : null,
    notes: null,
    currency: 'BRL',
    payment_provider_id: null,
    payment_methods: ['pix'],
    card_payment: { instalments_max: null, fee_bearer: null },
    pix: null,
    boleto: null,
    charges: [],
    card_refusals: [],
    payment_problems: [],
    payments: amount_paid === 0 ? [] : [{ ...payment, paid_at: at, created_at: at }],
    payment_url: LINK,
    pdf_url: LINK,
    recurring_invoice_id: null,
    mandate_id: null,
    quote_id: null,
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function sampleQuote(type: EventType, at: string): Quote {
  const status = stateAtEvent(QUOTE_MOVES, type) ?? QUOTE_MOVES.begins.create.to
  return {
    id: NO_UUID,
    number: '2026-000000',
    ...clientOf(at),
    issue_date: at.slice(0, 10),
    valid_until: null,
    is_expired: false,
    status,
    items: [{ ...ITEM, kind: null }],
    ...RATES,
    total: 100,
    notes: null,
    currency: 'BRL',
    options: [],
    chosen_option_id: null,
    responded_at: hasResponse({ status }) ? at : null,
    responded_by: isAccepted({ status }) ? 'Maria Exemplo' : null,
    decline_reason: null,
    invoice_id: null,
    trip_id: null,
    ...NO_REFERENCES,
    public_url: LINK,
    pdf_url: LINK,
    created_at: at,
    updated_at: at,
  }
}

function sampleRecurringInvoice(type: EventType, at: string): RecurringInvoice {
  const generated = type === 'recurring_invoice.generated'
  return {
    id: NO_UUID,
    ...clientOf(at),
    name: 'Sample',
    early_payment: null,
    frequency: 'monthly',
    custom_interval_days: null,
    billing_day: 10,
    start_date: at.slice(0, 10),
    end_date: null,
    status: stateAtEvent(RECURRING_MOVES, type) ?? RECURRING_MOVES.begins.create.to,
    items: [ITEM],
    ...RATES,
    ...NO_TAX,
    total: 100,
    notes: null,
    currency: 'BRL',
    payment_provider_id: null,
    payment_methods: ['pix'],
    mandate_retries: 'three_in_seven_days',
    auto_send: true,
    notify_on_generation: true,
    notify_client_before_due: false,
    reminder_days_before_due: [],
    next_due_date: generated ? at.slice(0, 10) : null,
    next_generation_at: generated ? at : null,
    last_invoice_id: generated ? NO_UUID : null,
    invoices_generated: generated ? 1 : 0,
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function sampleMandate(type: EventType, at: string): Mandate {
  const status = stateAtEvent(MANDATE_MOVES, type) ?? 'active'
  const isOver = status !== 'created' && status !== 'active'
  const attempt = {
    on: at.slice(0, 10),
    status: 'refused' as const,
    code: null,
    reason: debitRefusal(null, 'en'),
  }
  const failed = {
    invoice_id: NO_UUID,
    status: 'failed' as const,
    amount: 100,
    due_date: at.slice(0, 10),
    attempts: [attempt],
    obstacle: 'debit_refused' as const,
    is_owed: true,
  }
  return {
    id: zeros('mdt'),
    recurring_invoice_id: NO_UUID,
    ...clientOf(at),
    status,
    amount: 100,
    currency: 'BRL',
    frequency: 'monthly',
    retries: 'three_in_seven_days',
    starts_on: at.slice(0, 10),
    ends_on: null,
    first_invoice_id: NO_UUID,
    payment_provider_id: null,
    charges: type === 'mandate.debit_failed' ? [failed] : [],
    ended_by: isOver ? 'payer' : null,
    end_reason: null,
    accepted_at: status === 'created' || status === 'rejected' ? null : at,
    ended_at: isOver ? at : null,
    created_at: at,
    updated_at: at,
  }
}

function sampleRefund(type: EventType, at: string): Refund {
  const status = stateAtEvent(REFUND_MOVES, type) ?? REFUND_MOVES.begins.ask.to
  return {
    id: `rfd_${'0'.repeat(26)}`,
    invoice_id: NO_UUID,
    payment_id: NO_UUID,
    amount: 40,
    currency: 'BRL',
    reduces_amount_due: true,
    trip_item_id: null,
    credit_note_id: null,
    status,
    reason: null,
    failure: isRefused({ status }) ? 'Sample' : null,
    created_at: at,
    updated_at: at,
    ended_at: isUnsettled({ status }) ? null : at,
  }
}

function sampleCreditNote(_type: EventType, at: string): Snapshot<'credit_note'> {
  return {
    id: zeros('crn'),
    number: '2026-000000',
    invoice_id: NO_UUID,
    invoice_number: '2026-000000',
    ...clientOf(at),
    issue_date: at.slice(0, 10),
    reason: 'Sample',
    items: [],
    amount: 40,
    excess: 'credit',
    excess_amount: 40,
    credit_expires_on: null,
    refund_ids: [],
    currency: 'BRL',
    page_url: LINK,
    pdf_url: LINK,
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function sampleDispute(type: EventType, at: string): Dispute {
  const status = stateAtEvent(DISPUTE_MOVES, type) ?? DISPUTE_MOVES.begins.open.to
  return {
    id: zeros('dsp'),
    invoice_id: NO_UUID,
    charge_id: zeros('chg'),
    status,
    amount: 40,
    uncovered_amount: 0,
    taken_amount: isTakenAway({ status }) ? 40 : 0,
    currency: 'BRL',
    reason: 'COMMERCIAL_DISAGREEMENT',
    evidence: ['invoice', 'contract', 'vouchers', 'messages', 'cancellation_terms'],
    answer_by: at.slice(0, 10),
    documents_sent_at: null,
    opened_at: at,
    ended_at: isUndecided({ status }) ? null : at,
    created_at: at,
    updated_at: at,
  }
}

function sampleCreditEntry(type: EventType, at: string): Snapshot<'client_credit_entry'> {
  const isAdded = type === 'client_credit.added'
  const [, verb] = type.split('.')
  const spent = verb === 'expired' || verb === 'reclaimed' ? verb : 'used'
  return {
    id: zeros('cre'),
    client_id: NO_UUID,
    type: isAdded ? 'credit_note' : spent,
    amount: isAdded ? 40 : -40,
    expires_on: null,
    amount_left: isAdded ? 40 : null,
    source_id: isAdded ? null : zeros('cre'),
    invoice_id: NO_UUID,
    credit_note_id: isAdded ? zeros('crn') : null,
    currency: 'BRL',
    created_at: at,
  }
}

/** It begins a month after the event. */
function sampleTrip(_type: EventType, at: string): Snapshot<'trip'> {
  const day = Temporal.PlainDate.from(at.slice(0, 10)).add({ days: 30 })
  return {
    id: zeros('trip'),
    number: '2026-000000',
    title: 'Sample',
    ...clientOf(at),
    seller: null,
    status: 'planned',
    starts_on: day.toString(),
    ends_on: day.add({ days: 7 }).toString(),
    travellers: [
      {
        id: zeros('pax'),
        full_name: 'Maria Exemplo',
        born_on: '1990-05-17',
        client_id: null,
        companion_id: null,
      },
    ],
    currency: 'BRL',
    money: { price: 100, collected_by_supplier: 0, invoiced: 40, paid: 40, due: 0, open: 60 },
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function sampleTransaction(type: EventType, at: string): object {
  const credit = type === 'wallet.credit'
  return {
    id: zeros('txn'),
    type: credit ? 'credit' : 'debit',
    amount: '500.00',
    currency: 'BRL',
    description: 'Sample',
    reference_type: credit ? 'recharge' : 'booking',
    reference_id: zeros(credit ? 'rch' : 'ord'),
    balance_after: type === 'wallet.low_balance' ? '499.00' : '1500.00',
    ...(credit && { payment_method: 'pix' }),
    balance: type === 'wallet.low_balance' ? '499.00' : '1500.00',
    created_at: at,
  }
}

function sampleRecharge(type: EventType, at: string): object {
  const status = stateAtEvent(RECHARGE_MOVES, type) ?? RECHARGE_MOVES.begins.ask.to
  const paid = isCompleted({ status })
    ? { paid_at: at, paid_amount: '500.00', transaction_id: zeros('txn') }
    : {}
  const payment = {
    pix_copy_paste: 'SAMPLE',
    pix_qrcode_url: 'https://example.com/qrcode.svg',
    expires_at: at,
  }
  return {
    id: zeros('rch'),
    amount: '500.00',
    currency: 'BRL',
    status,
    payment_method: 'pix',
    ...(isPending({ status }) && { payment }),
    ...paid,
    ...NO_REFERENCES,
    created_at: at,
    updated_at: at,
  }
}

function samplePaymentReturn(_type: EventType, at: string): object {
  return {
    id: 'SAMPLE',
    recharge_id: zeros('rch'),
    payment_id: `E${'0'.repeat(31)}`,
    amount: '500.00',
    debited_amount: '500.00',
    currency: 'BRL',
    transaction_id: zeros('txn'),
    balance: '-120.00',
    reason: null,
    returned_at: at,
  }
}

function sampleHeldPayment(_type: EventType, at: string): object {
  return {
    id: zeros('hpm'),
    recharge_id: zeros('rch'),
    amount: '5000.00',
    currency: 'BRL',
    reason: 'exceeds_amount',
    status: HELD_MOVES.begins.hold.to,
    payment_id: 'SAMPLE',
    paid_at: at,
    created_at: at,
  }
}

function sampleIntegration(type: EventType, at: string): object {
  const status = type.slice('integration.'.length)
  return { id: NO_UUID, kind: 'payment_provider', provider: SIMULATED, status, connected_at: at }
}

function sampleApiKey(type: EventType, at: string): object {
  const revoked_at = type === 'api_key.revoked' ? at : null
  return { id: zeros('key'), name: 'Sample', mode: 'test', last_four: '0000', created_at: at, revoked_at }
}
