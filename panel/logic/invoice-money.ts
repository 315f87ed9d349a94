// What the amounts of an invoice mean: what it costs today, what is left of a payment, and who took money back.
import { amountOf, centsOf, sumOf } from './money.ts'

interface Asked {
  readonly amount: number
}

interface Owed {
  readonly amount_due: number
  readonly pix: Asked | null
  readonly boleto: Asked | null
  readonly charges?: readonly (Asked & {
    readonly instructions: object | null
    /** The fee of a card, which is no part of what is owed. */
    readonly surcharge_amount: number
  })[]
  readonly early_payment: { readonly until: string; readonly amount_due: number } | null
}

/** With fine and interest, which are part of the codes to pay; less the discount for early payment. */
export function owedToday(
  { amount_due: due, pix, boleto, charges = [], early_payment: early }: Owed,
  today = '',
): number {
  if (due === 0) return 0
  const isEarly = early !== null && (today === '' ? pix !== null && pix.amount < due : today <= early.until)
  if (isEarly) return early.amount_due
  const payable = charges
    .filter(({ instructions }) => instructions !== null)
    .map(({ amount, surcharge_amount: fee }) => ({ amount: Number(sumOf([amount, -fee])) }))
  return Math.max(due, ...[pix, boleto, ...payable].map((one) => one?.amount ?? 0))
}

interface Moved {
  readonly amount_paid: number
  readonly amount_due: number
  readonly refunded_amount: number
}

/** All that came went back, and nothing is owed. */
export function isGivenBack({
  amount_paid: paid,
  amount_due: due,
  refunded_amount: refunded,
}: Moved): boolean {
  return refunded > 0 && paid === 0 && due === 0
}

interface Payment {
  readonly amount: number
  /** The fee of a card, which goes back with the payment. */
  readonly surcharge_amount?: number
  readonly method: string
  readonly reference: string | null
  readonly charge_id?: string | null
}

/**
 * The refundable part of a payment: a return names the payment before its own id. The amount that the holder of a card
 * contests is not the agency's to give back.
 */
export function leftOf(payment: Payment, all: readonly Payment[]): string {
  const isReturn = ({ method, reference }: Payment) =>
    method === 'return' && reference?.startsWith(`${payment.reference}:`) === true
  const moved = [payment, ...all.filter(isReturn)]
  const contested = all.filter((one) => one.method === 'dispute' && one.charge_id === payment.charge_id)
  const taken = centsOf(sumOf(contested.map(({ amount }) => amount))) ?? 0n
  const counted = moved.flatMap(({ amount, surcharge_amount: fee = 0 }) => [amount, taken < 0n ? 0 : fee])
  const left = (centsOf(sumOf(counted)) ?? 0n) + taken
  return amountOf(left > 0n ? left : 0n)
}

/** Money that went back although the agency asked for no refund here. */
export function isContested({ method, reference }: Payment, refunds: readonly { id: string }[]): boolean {
  const returnId = reference?.split(':').at(-1)
  return method === 'return' && !refunds.some(({ id }) => id === `rfd_${returnId}`)
}

interface AskedBack {
  readonly amount: number
  readonly status: string
  readonly reduces_amount_due: boolean
  readonly trip_item_id: string | null
}

/** What a refund of an item proposes: what is to be given back less refunds on their way, at most what is left. */
export function toGiveBack(
  { id, money }: { readonly id: string; readonly money: { readonly open: number } },
  left: string,
  refunds: readonly AskedBack[],
): string {
  const asked = refunds
    .filter((one) => one.status === 'pending' && one.reduces_amount_due)
    .filter(({ trip_item_id: item }) => item === null || item === id)
    .reduce((cents, { amount }) => cents + (centsOf(amount) ?? 0n), 0n)
  const owed = -(centsOf(money.open) ?? 0n) - asked
  const most = centsOf(left) ?? 0n
  return amountOf(owed <= 0n ? 0n : owed < most ? owed : most)
}
