// The door to whoever collects money for a team: the simulated bank, a bank with Banco Central's API Pix, and others.

import type { PaymentMethod } from '../../../contract/wallet.ts'

/** What a bank did with a request. Unknown: it may have happened; ask again, never assume. */
export type Outcome<T> =
  | { outcome: 'confirmed'; value: T }
  | Rejected
  | { outcome: 'unknown'; reason: string }

export interface Rejected {
  outcome: 'rejected'
  /** In words, for the team; never with a secret in it. */
  reason: string
  /**
   * absent: the bank knows no such charge or payment. account: it does not let us in, or may not be called, which
   * says nothing about the charge. Left out: it refused just this.
   */
  cause?: 'absent' | 'account'
}

export interface ChargeOrder {
  /** Ours, so that asking twice makes one charge. 26 to 35 of [a-zA-Z0-9]. */
  txid: string
  method: PaymentMethod
  amountCents: bigint
  /** Until when it can be paid: PIX without due date. */
  expiresAt: Date
  /**
   * When we made it; now if left out. A bank counts the life of a charge from when it first heard of it, so whoever
   * may ask again hands in the same moment each time, or the life shrinks.
   */
  createdAt?: Date
  /** With a due date (cobv): the day, and how many days after it a payment is still taken. */
  dueOn?: { date: string; daysAfter: number }
  receiver: { name: string; city: string }
  payer: { name: string; document: string | null } | null
  description: string
}

export type Instructions =
  | { method: 'pix'; copyPaste: string }
  | { method: 'boleto'; barcode: string; digitableLine: string }

export interface ReceivedPayment {
  /** The bank's own id of the payment (endToEndId): each counts once. */
  id: string
  txid: string
  amountCents: bigint
  paidAt: Date
}

export interface Received {
  payments: ReceivedPayment[]
  /** Charges, perhaps not ours, of payments that the bank tells in a way nobody understands. */
  unreadable: string[]
}

export interface ChargeState {
  /** An expired charge is still open for the bank. */
  status: 'open' | 'paid' | 'removed'
  amountCents: bigint
  /** At least one where it is paid. */
  payments: ReceivedPayment[]
}

export interface ChargeRef {
  txid: string
  /** Whether it was made with a due date. */
  due: boolean
}

/** What a callback claims. Only a hint: the charge is read back. */
export interface Hint {
  /** The same for the same piece of news, however often it is told. */
  eventId: string
  txid: string
}

export interface Refund {
  /** processing: ask again with the same id. */
  status: 'processing' | 'done' | 'failed'
}

export interface Connection {
  callbacks: boolean
  /** Why the bank will not call, where it was asked to. */
  reason?: string
}

/** Nothing here throws for what a bank does. */
export interface PaymentProvider {
  readonly methods: readonly PaymentMethod[]
  /** The same order again gives the same charge. */
  open(order: ChargeOrder): Promise<Outcome<Instructions>>
  read(charge: ChargeRef): Promise<Outcome<ChargeState>>
  /** Says what it is afterwards: a charge that was paid meanwhile says so. */
  withdraw(charge: ChargeRef): Promise<Outcome<ChargeState>>
  /** All of them, or it is unknown. */
  received(from: Date, to: Date): Promise<Outcome<Received>>
  /** The refund's id is ours, up to 35 of [a-zA-Z0-9]: the same again gives the same refund. */
  refund(paymentId: string, refundId: string, amountCents: bigint): Promise<Outcome<Refund>>
  /** Null: not this provider's callback. */
  readCallback(body: unknown): Hint[] | null
  /** Proves that the credentials work; and asks the bank to call us at `callbackUrl` where it is https. */
  connect(callbackUrl: string | null): Promise<Outcome<Connection>>
  /** Waits for what is on its way. */
  close(): Promise<void>
}

/** The bank says for sure that it has no such thing. */
export function isAbsent(answer: Outcome<unknown>): boolean {
  return answer.outcome === 'rejected' && answer.cause === 'absent'
}
