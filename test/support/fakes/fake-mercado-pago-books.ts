// The data of the fake Mercado Pago: preferences, payments with refunds and chargebacks, and what payers do.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import type { FakeMpChargeback, FakeMpPayment, FakeMpRefund, FakePreference } from './mercado-pago-schema.ts'

export interface MpCall {
  method: string
  path: string
  query: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  key: string | null
}

export interface MpAnswer {
  status: number
  body: object
}

export interface MercadoPagoBooks {
  preferences: FakePreference[]
  payments: FakeMpPayment[]
  chargebacks: FakeMpChargeback[]
  site: string
  pageSizeMax: number
  /** The outcome of refunds requested from now on. */
  refundsEnd: FakeMpRefund['status']
  answer(call: MpCall): MpAnswer
  of(txid: string): FakeMpPayment[]
  /** The payer pays on the page, in so many instalments. */
  approve(txid: string, options?: { instalments?: number }): FakeMpPayment
  refuse(txid: string, detail?: string): FakeMpPayment
  analyse(txid: string): FakeMpPayment
  /** The analysis ends: paid, or refused. */
  decide(txid: string, isApproved: boolean): FakeMpPayment
  release(txid: string): void
  dispute(txid: string): FakeMpChargeback
  /** A complaint at Mercado Pago, before any chargeback. */
  mediate(txid: string): void
  endDispute(txid: string, outcome: 'won' | 'lost'): void
  giveBack(txid: string, amount: number, status?: FakeMpRefund['status']): FakeMpRefund
}

const FEE_PERCENT = 4.98
const RELEASE_DAYS = 30
const DAY_MS = 86_400_000

export function makeMercadoPagoBooks(clock: Clock): MercadoPagoBooks {
  let ids = 1_300_000_000
  const keys = new Map<string, MpAnswer>()
  const moment = (at = clock.now()) => at.toISOString()
  const touch = (payment: FakeMpPayment, changes: Partial<FakeMpPayment>) =>
    Object.assign(payment, { ...changes, date_last_updated: moment() })
  const last = (txid: string) => {
    const payment = books.of(txid).at(-1)
    if (payment === undefined) throw new Error(`Mercado Pago has no payment of ${txid}`)
    return payment
  }

  function attempt(txid: string, changes: Partial<FakeMpPayment>, instalments = 1): FakeMpPayment {
    const preference = books.preferences.find(({ external_reference }) => external_reference === txid)
    if (preference === undefined) throw new Error(`Mercado Pago has no preference of ${txid}`)
    if (Date.parse(preference.expiration_date_to) <= clock.now().getTime()) throw new Error('it has expired')
    if (instalments > preference.payment_methods.installments) throw new Error('too many instalments')
    const amount = preference.items.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)
    const payment: FakeMpPayment = {
      id: ++ids,
      status: 'pending',
      status_detail: 'pending',
      external_reference: txid,
      transaction_amount: amount,
      transaction_amount_refunded: 0,
      installments: instalments,
      payment_method_id: 'master',
      payment_type_id: 'credit_card',
      date_created: moment(),
      date_approved: null,
      date_last_updated: moment(),
      money_release_date: null,
      money_release_status: null,
      fee_details: [],
      transaction_details: { net_received_amount: 0, total_paid_amount: amount },
      card: { last_four_digits: '6351' },
      refunds: [],
    }
    books.payments.push(payment)
    return touch(payment, changes)
  }

  function approved(amount: number): Partial<FakeMpPayment> {
    const fee = Math.round(amount * FEE_PERCENT) / 100
    return {
      status: 'approved',
      status_detail: 'accredited',
      date_approved: moment(),
      money_release_date: moment(new Date(clock.now().getTime() + RELEASE_DAYS * DAY_MS)),
      money_release_status: 'pending',
      fee_details: [{ type: 'mercadopago_fee', amount: fee, fee_payer: 'collector' }],
      transaction_details: {
        net_received_amount: Number((amount - fee).toFixed(2)),
        total_paid_amount: amount,
      },
    }
  }

  function addRefund(payment: FakeMpPayment, amount: number, status: FakeMpRefund['status']): FakeMpRefund {
    const refund = { id: ++ids, payment_id: payment.id, amount, status, date_created: moment() }
    payment.refunds.push(refund)
    settleRefunds(payment)
    return refund
  }

  function settleRefunds(payment: FakeMpPayment): void {
    const done = payment.refunds.filter(({ status }) => status === 'approved')
    const sum = Number(done.reduce((total, { amount }) => total + amount, 0).toFixed(2))
    const isWhole = sum >= payment.transaction_amount
    touch(payment, {
      transaction_amount_refunded: sum,
      ...(isWhole && { status: 'refunded', status_detail: 'refunded' }),
      ...(!isWhole && sum > 0 && { status_detail: 'partially_refunded' }),
    })
  }

  function refund(payment: FakeMpPayment, amount: number): MpAnswer {
    const gone = payment.refunds.filter(({ status }) => status !== 'rejected')
    const left = payment.transaction_amount - gone.reduce((sum, one) => sum + one.amount, 0)
    if (payment.status !== 'approved' || amount > left + 0.001)
      return mpFault('The action requested is not valid for the current payment state', 400)
    return { status: 201, body: addRefund(payment, amount, books.refundsEnd) }
  }

  function search(query: Record<string, string>): MpAnswer {
    const {
      external_reference,
      range,
      begin_date = '',
      end_date = '',
      sort,
      limit = '30',
      offset = '0',
    } = query
    const column = (range ?? sort) as 'date_approved' | 'date_last_updated' | 'date_created'
    const found = books.payments
      .filter(
        (payment) => external_reference === undefined || payment.external_reference === external_reference,
      )
      .filter((payment) => {
        const at = payment[column]
        if (range === undefined) return true
        return (
          at !== null && Date.parse(at) >= Date.parse(begin_date) && Date.parse(at) <= Date.parse(end_date)
        )
      })
      .toSorted((one, other) => String(one[column]).localeCompare(String(other[column])) || one.id - other.id)
    const size = Math.min(Number(limit), books.pageSizeMax)
    const results = found.slice(Number(offset), Number(offset) + size)
    return {
      status: 200,
      body: { results, paging: { total: found.length, limit: size, offset: Number(offset) } },
    }
  }

  function make(call: MpCall): MpAnswer {
    const id = `1234567-${randomUUID()}`
    const init_point = `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`
    const made = { ...call.body, id, init_point, date_created: moment() }
    books.preferences.push(made)
    return { status: 201, body: made }
  }

  function ofPreferences(call: MpCall, id: string): MpAnswer {
    if (id === 'search') {
      const { external_reference } = call.query
      const elements = books.preferences
        .filter((one) => one.external_reference === external_reference)
        .map((one) => ({
          id: one.id,
          external_reference: one.external_reference,
          date_created: one.date_created,
        }))
      return {
        status: 200,
        body: { elements: elements.length === 0 ? null : elements, total: elements.length },
      }
    }
    if (call.method === 'POST') return make(call)
    const known = books.preferences.find((one) => one.id === id)
    if (known === undefined) return mpFault('preference not found', 404)
    return { status: 200, body: call.method === 'PUT' ? Object.assign(known, call.body) : known }
  }

  function ofPayments(call: MpCall, id: string, part: string): MpAnswer {
    if (id === 'search') return search(call.query)
    const known = books.payments.find((one) => String(one.id) === id)
    if (known === undefined) return mpFault('Payment not found', 404)
    return part === 'refunds' ? refund(known, call.body.amount) : { status: 200, body: known }
  }

  function ofChargebacks({ query }: MpCall, id: string): MpAnswer {
    if (id !== 'search') {
      const known = books.chargebacks.find((one) => one.id === id)
      return known === undefined ? mpFault('Chargeback not found', 404) : { status: 200, body: known }
    }
    const results = books.chargebacks.filter(({ payments }) => payments.includes(Number(query.payment_id)))
    return { status: 200, body: { results, paging: { total: results.length, limit: 30, offset: 0 } } }
  }

  function answerTo(call: MpCall): MpAnswer {
    const [, first = '', second = '', id = '', part = ''] = call.path.split('/')
    if (first === 'users') return { status: 200, body: { id: 1, site_id: books.site, nickname: 'AGENCIA' } }
    if (first === 'checkout') return ofPreferences(call, id)
    return second === 'payments' ? ofPayments(call, id, part) : ofChargebacks(call, id)
  }

  const books: MercadoPagoBooks = {
    preferences: [],
    payments: [],
    chargebacks: [],
    site: 'MLB',
    pageSizeMax: 100,
    refundsEnd: 'approved',
    answer(call) {
      const known = call.key === null ? undefined : keys.get(call.key)
      if (known !== undefined) return known
      const answer = answerTo(call)
      if (call.key !== null && answer.status < 300) keys.set(call.key, answer)
      return answer
    },
    of: (txid) => books.payments.filter(({ external_reference }) => external_reference === txid),
    approve(txid, { instalments = 1 } = {}) {
      const payment = attempt(txid, {}, instalments)
      return touch(payment, approved(payment.transaction_amount))
    },
    refuse: (txid, status_detail = 'cc_rejected_insufficient_amount') =>
      attempt(txid, { status: 'rejected', status_detail }),
    analyse: (txid) => attempt(txid, { status: 'in_process', status_detail: 'pending_review_manual' }),
    decide(txid, isApproved) {
      const payment = last(txid)
      const refused = { status: 'rejected', status_detail: 'cc_rejected_high_risk' } as const
      return touch(payment, isApproved ? approved(payment.transaction_amount) : refused)
    },
    release: (txid) => void touch(last(txid), { money_release_status: 'released' }),
    dispute(txid) {
      const payment = touch(last(txid), { status: 'charged_back', status_detail: 'in_process' })
      const made: FakeMpChargeback = {
        id: String(++ids),
        payments: [payment.id],
        amount: payment.transaction_amount,
        reason: 'general',
        date_created: moment(),
        date_documentation_deadline: moment(new Date(clock.now().getTime() + 7 * DAY_MS)),
      }
      books.chargebacks.push(made)
      return made
    },
    mediate: (txid) => void touch(last(txid), { status: 'in_mediation', status_detail: 'pending' }),
    endDispute(txid, outcome) {
      const payment = last(txid)
      if (payment.status === 'in_mediation' && outcome === 'won')
        touch(payment, { status: 'approved', status_detail: 'accredited' })
      else if (payment.status === 'in_mediation') addRefund(payment, payment.transaction_amount, 'approved')
      else touch(payment, { status_detail: outcome === 'won' ? 'reimbursed' : 'settled' })
    },
    giveBack: (txid, amount, status = 'approved') => addRefund(last(txid), amount, status),
  }
  return books
}

export function mpFault(message: string, status: number): MpAnswer {
  return { status, body: { message, error: 'bad_request', status, cause: [] } }
}
