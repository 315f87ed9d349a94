// The cards of the fake Asaas: sales in instalments, what the holder of a card and the acquirer do, and chargebacks.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../server/kernel/process/clock.ts'
import type { FakeAsaasChargeback, FakeAsaasPayment, FakeAsaasRefund } from './asaas-schema.ts'
import { type AsaasAnswer, type AsaasBooks, fault } from './fake-asaas-books.ts'

export interface AsaasCardBooks {
  /** The account may sell by card: its commercial data are approved. */
  isApproved: boolean
  /** Of the account's commercial data: payers are sent back there alone. */
  site: string
  /** Puts the payments of a sale into the books, and returns the first. */
  make(payment: FakeAsaasPayment, count: number): FakeAsaasPayment
  answer(method: string, installment: string): AsaasAnswer
  /** The holder pays on the page of Asaas; the first instalment is credited 32 days later, each other a month after. */
  approve(txid: string): void
  /** The card said no: nothing changes but the event. */
  refuse(txid: string): void
  /** Somebody at Asaas looks at the payment first. */
  analyse(txid: string): void
  /** The analysis ends without a payment. */
  reprove(txid: string): void
  /** All that is due by now is credited. */
  settle(txid: string): void
  /** The holder contests the payment at the bank of the card. */
  dispute(txid: string, options?: { reason?: string; deadline?: string }): FakeAsaasChargeback
  contest(txid: string): void
  /** `isReversed`: the acquirer has given the money back; before, it is only won. */
  win(txid: string, options?: { isReversed: boolean }): void
  lose(txid: string): void
  /** One instalment goes back by hand, in the panel of Asaas. */
  giveBackInstalment(txid: string, number: number): void
}

const FEE_PERCENT = 3.49
const FIRST_CREDIT_DAYS = 32

type AddRefund = (
  payment: FakeAsaasPayment,
  value: number,
  description: string | null,
  status: FakeAsaasRefund['status'],
) => FakeAsaasRefund

export function makeAsaasCards(clock: Clock, books: () => AsaasBooks, addRefund: AddRefund): AsaasCardBooks {
  const day = () => clock.now().toISOString().slice(0, 10)
  const later = (from: string, days: number) => Temporal.PlainDate.from(from).add({ days }).toString()
  const of = (txid: string) => {
    const all = books().of(txid)
    if (all.length === 0) throw new Error(`Asaas has no payment of ${txid}`)
    return all
  }
  const ofInstallment = (id: string) =>
    books().payments.filter((one) => one.installment === id && !one.deleted)
  const netOf = (value: number) => Number((value - Math.round(value * FEE_PERCENT) / 100).toFixed(2))
  const setAll = (txid: string, changes: Partial<FakeAsaasPayment>) => {
    for (const payment of of(txid)) Object.assign(payment, changes)
  }
  const setChargeback = (txid: string, status: FakeAsaasChargeback['status']) => {
    for (const payment of of(txid)) Object.assign(payment.chargeback ?? {}, { status })
  }
  /** Credited instalments are RECEIVED again. */
  const restore = (txid: string) => {
    for (const payment of of(txid)) payment.status = payment.paymentDate ? 'RECEIVED' : 'CONFIRMED'
  }

  return {
    isApproved: true,
    site: 'https://',
    make(payment, count) {
      const cents = Math.round(payment.value * 100)
      const each = Math.floor(cents / count)
      const installment = count === 1 ? null : randomUUID()
      const all = Array.from({ length: count }, (_, index): FakeAsaasPayment => {
        const value = (index === count - 1 ? cents - each * (count - 1) : each) / 100
        const id = index === 0 ? payment.id : `${payment.id}${index + 1}`
        return {
          ...payment,
          id,
          value,
          netValue: netOf(value),
          bankSlipUrl: null,
          invoiceUrl: `https://www.asaas.com/i/${id.slice(4)}`,
          installment,
          installmentNumber: installment === null ? null : index + 1,
          dueDate: later(payment.dueDate, index * 30),
        }
      })
      // Not in the order of their numbers.
      books().payments.push(...all.toReversed())
      return all[0]!
    },
    answer(method, id) {
      const all = ofInstallment(id)
      if (all.length === 0) return { status: 404, body: null }
      if (method === 'DELETE') {
        if (all.some(({ status }) => status !== 'PENDING' && status !== 'OVERDUE'))
          return fault('invalid_action', 'O parcelamento possui cobranças que não podem ser removidas.')
        for (const payment of all) payment.deleted = true
        return { status: 200, body: { deleted: true, id } }
      }
      if (all.some(({ status }) => status !== 'CONFIRMED' && status !== 'RECEIVED' && status !== 'REFUNDED'))
        return fault('invalid_action', 'Não é possível estornar este parcelamento.')
      for (const payment of all)
        if (payment.status !== 'REFUNDED') addRefund(payment, payment.value, null, books().refundsEnd)
      return { status: 200, body: { object: 'installment', id } }
    },
    approve(txid) {
      const today = day()
      for (const payment of of(txid))
        Object.assign(payment, {
          status: 'CONFIRMED',
          confirmedDate: today,
          clientPaymentDate: today,
          estimatedCreditDate: later(today, FIRST_CREDIT_DAYS + 30 * ((payment.installmentNumber ?? 1) - 1)),
          creditCard: { creditCardNumber: '8829', creditCardBrand: 'MASTERCARD' },
        })
    },
    refuse: (txid) => void of(txid),
    analyse: (txid) => setAll(txid, { status: 'AWAITING_RISK_ANALYSIS' }),
    reprove: (txid) => setAll(txid, { status: 'PENDING' }),
    settle(txid) {
      for (const payment of of(txid)) {
        const { estimatedCreditDate, status } = payment
        if (status !== 'CONFIRMED' || !estimatedCreditDate || estimatedCreditDate > day()) continue
        Object.assign(payment, {
          status: 'RECEIVED',
          paymentDate: estimatedCreditDate,
          creditDate: estimatedCreditDate,
        })
      }
    },
    dispute(txid, { reason = 'FRAUD', deadline = later(day(), 10) } = {}) {
      const all = of(txid)
      const chargeback: FakeAsaasChargeback = {
        id: randomUUID(),
        payment: all[0]!.id,
        installment: all[0]!.installment ?? null,
        status: 'REQUESTED',
        reason,
        disputeStartDate: day(),
        value: Number(all.reduce((sum, { value }) => sum + value, 0).toFixed(2)),
        deadlineToSendDisputeDocuments: deadline,
      }
      for (const payment of all) Object.assign(payment, { status: 'CHARGEBACK_REQUESTED', chargeback })
      return chargeback
    },
    contest(txid) {
      setAll(txid, { status: 'CHARGEBACK_DISPUTE' })
      setChargeback(txid, 'IN_DISPUTE')
    },
    win(txid, { isReversed } = { isReversed: true }) {
      setChargeback(txid, 'REVERSED')
      if (isReversed) restore(txid)
      else setAll(txid, { status: 'AWAITING_CHARGEBACK_REVERSAL' })
    },
    lose(txid) {
      setChargeback(txid, 'DISPUTE_LOST')
      setAll(txid, { status: 'REFUNDED' })
    },
    giveBackInstalment(txid, number) {
      const payment = of(txid).find((one) => one.installmentNumber === number)!
      addRefund(payment, payment.value, null, 'DONE')
    },
  }
}
