// A sale by card at Asaas: one payment, or one for each instalment, which share an id and our txid.
import type {
  Dispute,
  PaymentReturn,
  ReceivedPayment,
  SettledInstalment,
  Settlement,
  Verdict,
} from '../port.ts'
import { type AsaasPayment, receivedOf } from './client.ts'

export type Sale = readonly [AsaasPayment, ...AsaasPayment[]]

/** The payments of a txid by sale, each in the order of its instalments; the oldest sale first. */
export function salesOf(payments: readonly AsaasPayment[]): Sale[] {
  const groups = Map.groupBy(payments, ({ id, card }) => card?.installment ?? id)
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((one, other) => numberOf(one) - numberOf(other))
    return first === undefined ? [] : [[first, ...others] as const]
  })
}

function numberOf({ card }: AsaasPayment): number {
  return card?.number ?? 1
}

export function saleCents(sale: Sale): bigint {
  return sale.reduce((sum, { amountCents }) => sum + amountCents, 0n)
}

/** Instalments of the same sale are confirmed together, so the first decision of any counts. */
function statusOf(sale: Sale): Verdict['status'] {
  const order = ['paid', 'authorised', 'open'] as const
  return order.find((status) => sale.some((one) => one.status === status)) ?? 'removed'
}

/** The path of a sale: removed and given back as a whole. */
export function pathOf([{ id, card }]: Sale): string {
  return card?.installment == null ? `/payments/${id}` : `/installments/${card.installment}`
}

/** Their returns must be known. */
export function receivedBySales(sales: readonly Sale[], txid: string, now: Date): ReceivedPayment[] {
  return sales.filter((sale) => statusOf(sale) === 'paid').map((sale) => receivedBySale(sale, txid, now))
}

function receivedBySale(sale: Sale, txid: string, now: Date): ReceivedPayment {
  const [first] = sale
  const received = receivedOf(first, txid, now)
  if (sale.length === 1) return received
  const { returns: _, ...rest } = received
  const total = returnedBySale(sale)
  return { ...rest, amountCents: saleCents(sale), ...(total !== null && { returns: [total] }) }
}

/** Refunds of instalments have no ids of ours. While one is on its way, the sum may still change. */
export function returnedBySale(sale: Sale): PaymentReturn | null {
  const all = sale.flatMap(({ returns }) => returns ?? []).filter(({ status }) => status !== 'failed')
  if (all.length === 0) return null
  const amountCents = all.reduce((sum, one) => sum + one.amountCents, 0n)
  const isUnderWay = all.some(({ status }) => status === 'processing')
  const last = all.at(-1)
  return {
    id: `total${amountCents}`,
    amountCents,
    status: isUnderWay ? 'processing' : 'done',
    at: last?.at ?? null,
    reason: last?.reason ?? null,
    isTotal: true,
  }
}

export function verdictOfSales(sales: readonly Sale[], txid: string, now: Date): Verdict {
  const payments = receivedBySales(sales, txid, now)
  const paid = sales.find((sale) => statusOf(sale) === 'paid')
  const left = (['authorised', 'open'] as const).find((status) =>
    sales.some((sale) => statusOf(sale) === status),
  )
  return {
    status: paid === undefined ? (left ?? 'removed') : 'paid',
    payments,
    ...(paid?.[0].card != null && { settlement: settlementOf(paid), dispute: disputeAmong(sales) }),
  }
}

function settlementOf(sale: Sale): Settlement {
  const [{ card: first }] = sale
  const instalments = sale.map(
    ({ card, amountCents }): SettledInstalment => ({
      number: card?.number ?? 1,
      amountCents,
      netCents: card?.netCents ?? amountCents,
      settlesOn: card?.creditedOn ?? null,
      isSettled: card?.isCredited ?? false,
    }),
  )
  const netCents = instalments.reduce((sum, one) => sum + one.netCents, 0n)
  return {
    feeCents: saleCents(sale) - netCents,
    netCents,
    count: sale.length,
    instalments,
    card: { brand: first?.brand ?? null, lastDigits: first?.lastDigits ?? null },
  }
}

/** One that is open, if there is one. */
function disputeAmong(sales: readonly Sale[]): Dispute | null {
  const all = sales.flatMap((sale) => disputeOf(sale) ?? [])
  return all.find(({ status }) => status === 'open') ?? all[0] ?? null
}

/** Instalments carry the same chargeback, or one each: they are one dispute of the sale. */
export function disputeOf(sale: Sale): Dispute | null {
  const all = new Map(sale.flatMap(({ card }) => (card?.dispute ? [[card.dispute.id, card.dispute]] : [])))
  const [first, ...others] = [...all.values()]
  if (first === undefined) return null
  const each = [first, ...others]
  const amountCents = each.reduce((sum, one) => sum + one.amountCents, 0n)
  const whole = saleCents(sale)
  return {
    ...first,
    paymentId: sale[0].id,
    status: (['open', 'lost'] as const).find((status) => each.some((one) => one.status === status)) ?? 'won',
    amountCents: amountCents < whole ? amountCents : whole,
  }
}
