// Believable objects for sample events, in the shapes that real events of each family carry.
import { SIMULATED } from '../../../contract/banks.ts'
import type { EventObjectName } from '../../../contract/event-objects.ts'
import { EVENTS, type EventType } from '../../../contract/events.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { stateTold } from '../../kernel/values/state-table.ts'
import { HELD_MOVES } from '../wallet/held-payment-states.ts'
import { isCompleted, isPending, RECHARGE_MOVES } from '../wallet/recharge-states.ts'
import { sampleBooking } from './sample-booking.ts'
import { zeros } from './sample-ids.ts'
import {
  NO_UUID,
  sampleInvoice,
  sampleQuote,
  sampleRecurringInvoice,
  sampleRefund,
} from './sample-invoicing.ts'

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
  quote: sampleQuote,
  recurring_invoice: sampleRecurringInvoice,
}

/** `now` dates the sample. Its ids are recognisably not real: all zeros. */
export function sampleObject(type: EventType, now: Date): object {
  return SAMPLES[EVENTS[type].object](type, isoTimestamp(now))
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
  const status = stateTold(RECHARGE_MOVES, type) ?? RECHARGE_MOVES.begins.ask.to
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
    created_at: at,
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
