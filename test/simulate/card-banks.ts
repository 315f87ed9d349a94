// The card banks of the town as payers, holders of cards and laws see them: what a page takes, what a book says, and what
// the bank notifies.
import { realClock } from '../../server/kernel/process/clock.ts'
import type { Shop } from './shop.ts'
import type { Town } from './town.ts'

/** What a book says of a sale: paid by how many payments, refunded, and contested. */
export interface SaleInBook {
  payments: number
  paidCents: bigint
  refundedCents: bigint
  dispute: 'none' | 'open' | 'won' | 'lost'
  /** What the bank keeps of a paid sale. */
  feeCents: bigint
  /** A payer can still pay it. */
  isOpen: boolean
  /** The bank looks at a payment first. */
  isChecked: boolean
}

export type CardNews = 'paid' | 'refused' | 'analysed' | 'refunded' | 'disputed' | 'ended'

export interface CardBank {
  book(txid: string): SaleInBook
  approve(txid: string, instalments: number): void
  refuse(txid: string): void
  analyse(txid: string): void
  /** The analysis ends. */
  decide(txid: string, isApproved: boolean): void
  dispute(txid: string): void
  win(txid: string): void
  lose(txid: string): void
  /** One notification, repeated so many times under one id. */
  tell(url: string, txid: string, news: CardNews, times: number): Promise<void>
}

export type CardBankName = 'asaas' | 'mercado-pago'

export const cardBank = (town: Town, { cards }: Pick<Shop, 'cards'>): CardBank =>
  cards?.bank === 'mercado-pago' ? atMercadoPago(town) : atAsaas(town)

const UNPAID: readonly string[] = ['PENDING', 'OVERDUE', 'AWAITING_RISK_ANALYSIS']
const DECIDED: Readonly<Record<string, SaleInBook['dispute']>> = { REVERSED: 'won', DISPUTE_LOST: 'lost' }
const ASAAS_EVENTS: Readonly<Record<CardNews, string>> = {
  paid: 'PAYMENT_CONFIRMED',
  refused: 'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
  analysed: 'PAYMENT_AWAITING_RISK_ANALYSIS',
  refunded: 'PAYMENT_REFUNDED',
  disputed: 'PAYMENT_CHARGEBACK_REQUESTED',
  ended: 'PAYMENT_RECEIVED',
}

function atAsaas({ asaas }: Town): CardBank {
  const { books } = asaas
  const { cards } = books
  return {
    book(txid) {
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
        isChecked: all.some(({ status }) => status === 'AWAITING_RISK_ANALYSIS'),
      }
    },
    approve: (txid) => cards.approve(txid),
    refuse: (txid) => cards.refuse(txid),
    analyse: (txid) => cards.analyse(txid),
    decide: (txid, isApproved) => (isApproved ? cards.approve(txid) : cards.reprove(txid)),
    dispute: (txid) => void cards.dispute(txid),
    win: (txid) => cards.win(txid),
    lose: (txid) => cards.lose(txid),
    async tell(url, txid, news, times) {
      const id = newEventId()
      for (let sent = 0; sent < times; sent++)
        await asaas.callBack(url, txid, { event: ASAAS_EVENTS[news], id }).catch(() => {})
    },
  }
}

const PAID: readonly string[] = ['approved', 'refunded', 'charged_back', 'in_mediation']
const ENDED: Readonly<Record<string, SaleInBook['dispute']>> = { reimbursed: 'won', settled: 'lost' }

function atMercadoPago({ pago }: Town): CardBank {
  const { books } = pago
  return {
    book(txid) {
      const paid = books.of(txid).filter(({ status }) => PAID.includes(status))
      const contested = paid.find(({ status }) => status === 'charged_back' || status === 'in_mediation')
      const dispute = contested === undefined ? 'none' : (ENDED[contested.status_detail] ?? 'open')
      const preference = books.preferences.find(({ external_reference }) => external_reference === txid)
      const isOver =
        preference === undefined || Date.parse(preference.expiration_date_to) <= realClock.now().getTime()
      const isChecked = books.of(txid).some(({ status }) => status === 'in_process')
      const fees = paid.flatMap(({ fee_details }) => fee_details)
      return {
        payments: paid.length,
        paidCents: sum(paid.map(({ transaction_amount }) => transaction_amount)),
        refundedCents: sum(paid.map(({ transaction_amount_refunded }) => transaction_amount_refunded)),
        dispute,
        feeCents: sum(fees.map(({ amount }) => amount)),
        isOpen: !isOver && !isChecked,
        isChecked,
      }
    },
    approve: (txid, instalments) => void books.approve(txid, { instalments }),
    refuse: (txid) => void books.refuse(txid),
    analyse: (txid) => void books.analyse(txid),
    decide: (txid, isApproved) => void books.decide(txid, isApproved),
    dispute: (txid) => void books.dispute(txid),
    win: (txid) => books.endDispute(txid, 'won'),
    lose: (txid) => books.endDispute(txid, 'lost'),
    async tell(url, txid, news, times) {
      const payment = books.of(txid).at(-1)
      const chargeback = books.chargebacks.find(({ payments }) => payments.includes(payment?.id ?? 0))
      const isOfDispute = chargeback !== undefined && (news === 'disputed' || news === 'ended')
      const about = isOfDispute
        ? { type: 'chargebacks', dataId: chargeback.id }
        : { dataId: payment?.id ?? 0 }
      const id = newEventId()
      for (let sent = 0; sent < times; sent++) await pago.callBack(url, { ...about, id }).catch(() => {})
    },
  }
}

let events = 0
const newEventId = () => `evt_simulated${++events}`

/** Cents of JSON numbers in reais. */
function sum(reais: readonly number[]): bigint {
  return reais.reduce((total, one) => total + BigInt(Math.round(one * 100)), 0n)
}
