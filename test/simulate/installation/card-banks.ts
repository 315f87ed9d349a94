// One interface to both banks for cards: what payers do on their pages, what their books record, and what they notify.
import { realClock } from '../../../server/kernel/process/clock.ts'
import type { Agency } from '../agency.ts'
import type { Installation } from './installation.ts'

/** What the bank's books record of a sale. */
export interface SaleRecord {
  /** How many payments were approved. */
  payments: number
  paidCents: bigint
  refundedCents: bigint
  dispute: 'none' | 'open' | 'won' | 'lost'
  feeCents: bigint
  /** A payer can still pay it. */
  isOpen: boolean
  /** The bank analyses a payment before it decides. */
  isAnalysed: boolean
}

export type CardEvent = 'paid' | 'refused' | 'analysed' | 'refunded' | 'disputed' | 'ended'

export interface CardBank {
  recordOf(txid: string): SaleRecord
  approve(txid: string, instalments: number): void
  refuse(txid: string): void
  analyse(txid: string): void
  /** Ends the analysis. */
  decide(txid: string, isApproved: boolean): void
  dispute(txid: string): void
  win(txid: string): void
  lose(txid: string): void
  /** Sends one notification so many times, with the same id. */
  notify(url: string, txid: string, event: CardEvent, times: number): Promise<void>
}

export type CardBankName = 'asaas' | 'mercado-pago'

export const cardBank = (installation: Installation, { cards }: Pick<Agency, 'cards'>): CardBank =>
  cards?.bank === 'mercado-pago' ? atMercadoPago(installation) : atAsaas(installation)

const UNPAID: readonly string[] = ['PENDING', 'OVERDUE', 'AWAITING_RISK_ANALYSIS']
const DECIDED: Readonly<Record<string, SaleRecord['dispute']>> = { REVERSED: 'won', DISPUTE_LOST: 'lost' }
const ASAAS_EVENTS: Readonly<Record<CardEvent, string>> = {
  paid: 'PAYMENT_CONFIRMED',
  refused: 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
  analysed: 'PAYMENT_AWAITING_RISK_ANALYSIS',
  refunded: 'PAYMENT_REFUNDED',
  disputed: 'PAYMENT_CHARGEBACK_REQUESTED',
  ended: 'PAYMENT_RECEIVED',
}

function atAsaas({ asaas }: Installation): CardBank {
  const { books } = asaas
  const { cards } = books
  return {
    recordOf(txid) {
      const all = books.of(txid)
      const isPaid = all.some(({ status }) => !UNPAID.includes(status))
      const paidCents = isPaid ? sum(all.map(({ value }) => value)) : 0n
      const refunds = all.flatMap((payment) => payment.refunds ?? [])
      const chargeback = all[0]?.chargeback ?? null
      const dispute = chargeback === null ? 'none' : (DECIDED[chargeback.status] ?? 'open')
      return {
        payments: isPaid ? 1 : 0,
        paidCents,
        refundedCents: sum(refunds.filter(({ status }) => status === 'DONE').map(({ value }) => value)),
        dispute,
        feeCents: isPaid ? paidCents - sum(all.map(({ netValue }) => netValue)) : 0n,
        isOpen: all.some(({ status }) => status === 'PENDING' || status === 'OVERDUE'),
        isAnalysed: all.some(({ status }) => status === 'AWAITING_RISK_ANALYSIS'),
      }
    },
    approve: (txid) => cards.approve(txid),
    refuse: (txid) => cards.refuse(txid),
    analyse: (txid) => cards.analyse(txid),
    decide: (txid, isApproved) => (isApproved ? cards.approve(txid) : cards.reprove(txid)),
    dispute: (txid) => void cards.dispute(txid),
    win: (txid) => cards.win(txid),
    lose: (txid) => cards.lose(txid),
    async notify(url, txid, event, times) {
      const id = newEventId()
      for (let sent = 0; sent < times; sent++)
        await asaas.callBack(url, txid, { event: ASAAS_EVENTS[event], id }).catch(() => {})
    },
  }
}

const PAID: readonly string[] = ['approved', 'refunded', 'charged_back', 'in_mediation']
const ENDED: Readonly<Record<string, SaleRecord['dispute']>> = { reimbursed: 'won', settled: 'lost' }

function atMercadoPago({ mercadoPago }: Installation): CardBank {
  const { books } = mercadoPago
  return {
    recordOf(txid) {
      const paid = books.of(txid).filter(({ status }) => PAID.includes(status))
      const disputed = paid.find(({ status }) => status === 'charged_back' || status === 'in_mediation')
      const dispute = disputed === undefined ? 'none' : (ENDED[disputed.status_detail] ?? 'open')
      const preference = books.preferences.find(({ external_reference }) => external_reference === txid)
      const isOver =
        preference === undefined || Date.parse(preference.expiration_date_to) <= realClock.now().getTime()
      const isAnalysed = books.of(txid).some(({ status }) => status === 'in_process')
      const fees = paid.flatMap(({ fee_details }) => fee_details)
      return {
        payments: paid.length,
        paidCents: sum(paid.map(({ transaction_amount }) => transaction_amount)),
        refundedCents: sum(paid.map(({ transaction_amount_refunded }) => transaction_amount_refunded)),
        dispute,
        feeCents: sum(fees.map(({ amount }) => amount)),
        isOpen: !isOver && !isAnalysed,
        isAnalysed,
      }
    },
    approve: (txid, instalments) => void books.approve(txid, { instalments }),
    refuse: (txid) => void books.refuse(txid),
    analyse: (txid) => void books.analyse(txid),
    decide: (txid, isApproved) => void books.decide(txid, isApproved),
    dispute: (txid) => void books.dispute(txid),
    win: (txid) => books.endDispute(txid, 'won'),
    lose: (txid) => books.endDispute(txid, 'lost'),
    async notify(url, txid, event, times) {
      const payment = books.of(txid).at(-1)
      const chargeback = books.chargebacks.find(({ payments }) => payments.includes(payment?.id ?? 0))
      const isOfDispute = chargeback !== undefined && (event === 'disputed' || event === 'ended')
      const about = isOfDispute
        ? { type: 'chargebacks', dataId: chargeback.id }
        : { dataId: payment?.id ?? 0 }
      const id = newEventId()
      for (let sent = 0; sent < times; sent++)
        await mercadoPago.callBack(url, { ...about, id }).catch(() => {})
    },
  }
}

let events = 0
const newEventId = () => `evt_simulated${++events}`

/** In cents. */
function sum(reais: readonly number[]): bigint {
  return reais.reduce((total, one) => total + BigInt(Math.round(one * 100)), 0n)
}
