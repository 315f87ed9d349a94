// The port to banks: what a bank declares of itself, what we ask of it, and what its answers mean.
import type { Static, TObject } from 'typebox'
import { Parse } from 'typebox/value'
import type { BankName } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import type { AddressRules, Resolve } from '../webhooks/addresses.ts'
import type { BankHabits, BankNames, BoletoExtras, CallbackHeaders } from './banks.ts'

/** A bank that teams can connect, as its folder declares it. */
export interface BankKind<Settings = SettingTexts> extends BankHabits {
  /** Stored with each provider and charge, and part of the address of callbacks: never changed, never reused. */
  readonly name: BankName
  /** The name of a provider that the team gave none. */
  readonly title: string
  readonly methods: readonly PaymentMethod[]
  /** The schema of the settings about the team's account: texts by name. */
  readonly settings: TObject
  /** Why it does not serve these keys; null where it does. A test key must never reach real money. */
  refusal(keys: { mode: Mode; isProduction: boolean }): string | null
  /** What is wrong with settings as a person gave them. Whether the bank accepts them is for `register` to find out. */
  faults(settings: Settings, at: Date): SettingFault[]
  /** What may be shown of the settings; one that was left out is null. */
  shown(settings: Settings): ShownSettings
  /** Which of the settings are addresses that it calls. */
  readonly addresses: readonly string[]
  /** The PIX key that receives, where there is one. */
  pixKey(shown: ShownSettings): string | null
  connect(settings: Settings, surroundings: Surroundings): Bank
}

export type SettingTexts = Readonly<Record<string, string>>
export type ShownSettings = Readonly<Record<string, string | null>>

export interface SettingFault {
  field: string
  issue: string
}

/** What a bank is handed besides its settings. */
export interface Surroundings {
  /** Tokens end by real time. */
  wall: Clock
  /** For whom it is called: each team has its part of all look-ups. */
  team: string
  address: AddressRules & { resolve: Resolve }
  /** For each exchange, from the look-up of the name to the last byte of the answer. */
  timeoutMs?: number
}

/** A bank as the registry keeps it: whatever settings it is handed are first held against its schema. */
export function declareBank<const Schema extends TObject>(
  kind: Omit<BankKind<Static<Schema>>, 'settings'> & { settings: Schema },
): BankKind {
  const read = (settings: SettingTexts) => Parse(kind.settings, settings)
  return {
    ...kind,
    faults: (settings, at) => kind.faults(read(settings), at),
    shown: (settings) => kind.shown(read(settings)),
    connect: (settings, surroundings) => kind.connect(read(settings), surroundings),
  }
}

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
   * says nothing about the charge. payer: it wants the payer's CPF or CNPJ, or another. Left out: it refused just this.
   */
  cause?: 'absent' | 'account' | 'payer'
}

export interface ChargeOrder {
  /** Ours, so that asking twice makes one charge. 26 to 35 of [a-zA-Z0-9]. */
  txid: string
  method: PaymentMethod
  amountCents: bigint
  /** Until when it can be paid. */
  expiresAt: Date
  /** The last day on which a boleto costs nothing more; the last on which it can be paid if left out. */
  dueDate?: Temporal.PlainDate
  /** Percent, such as 1.5, that the bank adds after that day: once, and for each month, day by day. */
  finePercent?: string
  interestPercent?: string
  /**
   * It may have been asked for before. A bank counts the life of a charge from when it first heard of it, so what it
   * has is looked for first: asked for again it would end too early, and by its first life, too late.
   */
  isRepeated?: boolean
  receiver: { name: string; city: string }
  payer: { name: string; document: string | null } | null
  description: string
}

export type Instructions =
  | ({ method: 'pix'; copyPaste: string } & BankNames)
  | ({ method: 'boleto'; barcode: string; digitableLine: string } & BoletoExtras)

export interface ReceivedPayment {
  /** The bank's own id of the payment (endToEndId): each counts once. */
  id: string
  txid: string
  amountCents: bigint
  paidAt: Date
  /** What of it went back to the payer, whoever wanted that; left out where nothing did. */
  returns?: readonly PaymentReturn[]
}

/** Money of a payment on its way back to the payer: asked for by us, by the bank, or by the payer's bank. */
export interface PaymentReturn {
  /** Among the returns of its payment: ours where we asked for it. */
  id: string
  amountCents: bigint
  /** Only what is done has left the account. */
  status: Refund['status']
  /** When it was settled, or else asked for; null where the bank does not say. */
  at: Date | null
  /** In the bank's words; null where it has none. */
  reason: string | null
}

export interface Received {
  payments: ReceivedPayment[]
  /** Charges, perhaps not ours, of payments that could not be read. */
  unreadable: string[]
}

/** What a bank says of a charge. */
export interface Verdict {
  /** An expired charge is still open for the bank. */
  status: 'open' | 'paid' | 'removed'
  /** At least one where it is paid. */
  payments: ReceivedPayment[]
}

export function isStillOpen({ status }: Verdict): boolean {
  return status === 'open'
}

/** What a bank says of a charge by telling of a payment. */
export function paidBy(payment: ReceivedPayment): Verdict {
  return { status: 'paid', payments: [payment] }
}

/** What a callback claims. Only a hint: the charge is read back. */
export interface Hint {
  /** The same for every repetition of the same callback. */
  eventId: string
  txid: string
}

export interface Registration {
  callbacks: boolean
  /** Why the bank will not call, where it was asked to. */
  reason?: string
}

/** A connected bank. Nothing here throws for what a bank does. */
export interface Bank {
  /** The same order again gives the same charge. */
  open(order: ChargeOrder): Promise<Outcome<Instructions>>
  /** `bankReference` as the bank gave it when it made the charge. */
  read(txid: string, bankReference?: string | null): Promise<Outcome<Verdict>>
  /** Says what it is afterwards: a charge that was paid meanwhile says so. */
  withdraw(txid: string, bankReference?: string | null): Promise<Outcome<Verdict>>
  /** All of them, or it is unknown. */
  received(from: Date, to: Date): Promise<Outcome<Received>>
  /** Those of the time between that have returns, in full or in part; all of them, or it is unknown. */
  returned(from: Date, to: Date): Promise<Outcome<Received>>
  /** The refund's id is ours, up to 35 of [a-zA-Z0-9]: the same again gives the same refund. */
  refund(paymentId: string, refundId: string, amountCents: bigint): Promise<Outcome<Refund>>
  /** Null: not this provider's callback. */
  readCallback(body: unknown): Hint[] | null
  /** Whether a callback is the bank's by its headers; left out where its address is all that proves it. */
  isCaller?(headers: CallbackHeaders, callbackUrl: string): boolean
  /** Proves that the credentials work; and asks the bank to call us at `callbackUrl` where it is https. */
  register(callbackUrl: string | null): Promise<Outcome<Registration>>
  /** Waits for what is on its way. */
  close(): Promise<void>
}

/** The bank says for sure that it has no such thing. */
export function isAbsent(answer: Outcome<unknown>): boolean {
  return answer.outcome === 'rejected' && answer.cause === 'absent'
}

// A refund as a bank tells of it: money of a payment that goes back to its payer because we asked for it.

export interface Refund {
  /** processing: ask again with the same id. */
  status: 'processing' | 'done' | 'failed'
  /** In the bank's words, where it says why. */
  reason?: string
}

/** The bank has not settled it yet. */
export function isUnderWay({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'processing'
}

/** It has left the account. */
export function isGone({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'done'
}
