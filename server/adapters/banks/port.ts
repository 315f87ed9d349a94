// The port to banks: what a bank declares, the requests we send it, and what its responses mean.
import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TObject } from 'typebox'
import { Parse } from 'typebox/value'
import type { DisputeStatus, RefusalReason } from '../../../contract/cards.ts'
import type {
  DebitAttempt,
  MandateEnder,
  MandateFrequency,
  MandateRetries,
  MandateStatus,
} from '../../../contract/mandate-states.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { AccountGap, BankName } from '../../../contract/payment-providers.ts'
import type { FieldIssue, FixedIssue } from '../../../contract/phrases/issues.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import type { AddressRules, Resolve } from '../webhooks/addresses.ts'

/** A bank that teams can connect, as its folder declares it. */
export interface BankAdapter<Settings = SettingTexts> {
  /** Stored with each provider and charge, and part of the address of callbacks: never changed, never reused. */
  readonly name: BankName
  /** The name of a provider that the team gave none. */
  readonly title: string
  readonly methods: readonly PaymentMethod[]
  /** The schema of the settings about the team's account: texts by name. */
  readonly settings: TObject
  /** Why the bank does not serve these keys; null if it does. A test key must never reach real money. */
  refusal(keys: { mode: Mode; isProduction: boolean }): FixedIssue | null
  /** What is wrong with settings that a person entered. Whether the bank accepts them is for `register` to find out. */
  faults(settings: Settings, at: Date): FieldIssue[]
  /** The settings without secrets; a missing one is null. */
  shown(settings: Settings): ShownSettings
  /** The settings that hold addresses of the bank. */
  readonly addresses: readonly string[]
  /** Hosts of the bank at which no money is real. */
  readonly sandboxHosts?: readonly string[]
  /** It makes its codes itself, without a network: there is no account to read from, and none to withdraw from. */
  readonly isOffline?: boolean
  /** Charges of this bank can be paid after they expire, so they are withdrawn then. */
  readonly keepsExpired?: boolean
  /** A page of this bank takes another payment after it was paid, so it is closed then. */
  readonly keepsPaid?: boolean
  /** The bank creates no charge for a payer without CPF or CNPJ. */
  readonly needsPayerDocument?: boolean
  /** The bank gives a payment by card in several instalments back only as a whole. */
  readonly refundsWholeSales?: boolean
  /** The payer chooses the number of instalments on the bank's page, so our page does not ask. */
  readonly payerChoosesInstalments?: boolean
  /** The Pix key that receives payments, if there is one. */
  pixKey(shown: ShownSettings): string | null
  connect(settings: Settings, surroundings: Surroundings): Bank
}

export type SettingTexts = Readonly<Record<string, string>>
export type ShownSettings = Readonly<Record<string, string | null>>

/** What a connection to a bank needs besides the settings. */
export interface Surroundings {
  /** Tokens expire by real time. */
  wall: Clock
  /** Each team has its share of DNS look-ups. */
  team: string
  address: AddressRules & { resolve: Resolve }
  /** For each request, from the DNS look-up to the last byte of the response. */
  timeoutMs?: number
}

/** Checks settings against the bank's schema before the bank's own functions get them. */
export function declareBank<const Schema extends TObject>(
  bank: Omit<BankAdapter<Static<Schema>>, 'settings'> & { settings: Schema },
): BankAdapter {
  const read = (settings: SettingTexts) => Parse(bank.settings, settings)
  return {
    ...bank,
    faults: (settings, at) => bank.faults(read(settings), at),
    shown: (settings) => bank.shown(read(settings)),
    connect: (settings, surroundings) => bank.connect(read(settings), surroundings),
  }
}

/** What a bank did with a request. Unknown: it may have happened, so the caller asks again and never assumes. */
export type Outcome<T> =
  | { outcome: 'confirmed'; value: T }
  | Rejected
  | { outcome: 'unknown'; reason: string }

export interface Rejected {
  outcome: 'rejected'
  /** A text for the team, without secrets. */
  reason: string
  // absent: the bank has no such charge or payment. account: our access is refused, which leaves the state of the
  // charge open. payer: the bank needs the payer's CPF or CNPJ, or refuses it. Without a cause: this request was refused.
  cause?: 'absent' | 'account' | 'payer'
}

export interface ChargeOrder {
  /** Chosen by us, so that a repeated request creates one charge. 26 to 35 of [a-zA-Z0-9]. */
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
  /** A Pix with a due date: what is collected instead if the bank refuses one. */
  withoutDueDate?: { amountCents: bigint; expiresAt: Date }
  // The charge may have been requested before. A bank counts the lifetime of a charge from its first request, so a
  // repeated request looks for that charge first.
  isRepeated?: boolean
  receiver: { name: string; city: string }
  payer: Payer | null
  description: string
  /** Discounts of the bank for payment until the end of these days, which are not after the due date. */
  discount?: readonly { until: Temporal.PlainDate; amountCents: bigint }[]
  /** Of a Pix: how many days after the due date, or after the next business day if banks are closed on it. */
  payableDaysAfterDue?: number
  /** Of a card: the number that the payer chose, unless the bank's own page asks for it, and the highest. */
  instalments?: { count?: number; max: number }
  /** Where the bank's page sends the payer afterwards, which proves nothing. */
  returnUrl?: string
  /** Where the bank reports the payment, if it takes the address with each charge. */
  callbackUrl?: string
}

export interface Payer {
  name: string
  /** CPF or CNPJ. */
  document: string | null
  email?: string
  address?: PayerAddress
}

/** An address in Brazil. */
export interface PayerAddress {
  street: string | null
  number: string | null
  complement: string | null
  district: string | null
  city: string | null
  state: string | null
  /** CEP. */
  postal_code: string | null
}

export type Instructions =
  /** `isDueDate`: the bank computes discount, fine and interest of the day of payment. */
  | ({ method: 'pix'; copyPaste: string; isDueDate?: true } & BankNames)
  | ({ method: 'boleto'; barcode: string; digitableLine: string } & BoletoExtras)
  /** A page of the bank takes the card: no card data reaches us. */
  | ({ method: 'card'; pageUrl: string } & BankNames)
  | ({ method: 'pix_automatic'; copyPaste: string } & BankNames)
  | ({ method: 'pix_key'; copyPaste: string } & BankNames)

/** What a bank returns for a new charge, besides how it is paid. */
interface BankNames {
  /** The bank's own id of the charge, if ours is not enough to read the charge back. */
  bankReference?: string
}

/** What a boleto has besides its numbers. */
interface BoletoExtras extends BankNames {
  /** The bank's own number of the boleto. */
  ourNumber?: string
  /** The bank's own page or PDF of the boleto. */
  slipUrl?: string
}

export interface ReceivedPayment {
  /** The bank's own id of the payment (endToEndId): each counts once. */
  id: string
  txid: string
  amountCents: bigint
  paidAt: Date
  /** The part of the amount that is fine and interest; missing if the bank does not report it. */
  lateCents?: bigint
  /** Money that went back to the payer; missing if none did. */
  returns?: readonly PaymentReturn[]
}

/** Money of a payment on its way back to the payer, requested by us, by the bank, or by the payer's bank. */
export interface PaymentReturn {
  /** Unique among the returns of the payment; ours if we requested the return. */
  id: string
  amountCents: bigint
  /** Only a return that is done has left the account. */
  status: Refund['status']
  /** When the return was settled, or else requested; null if the bank does not report it. */
  at: Date | null
  /** The bank's own text, if any. */
  reason: string | null
  // `amountCents` is all that went back so far: the bank gives returns no ids of ours, so the caller takes the
  // difference to what it recorded.
  isTotal?: boolean
}

export interface Received {
  payments: ReceivedPayment[]
  /** Charges, perhaps not ours, of payments that could not be read. */
  unreadable: string[]
}

/** What a bank reports about a charge. */
export interface Verdict {
  /** An expired charge is still open for the bank. authorised: a card that the bank still checks. */
  status: 'open' | 'authorised' | 'paid' | 'removed'
  /** At least one if the charge is paid. */
  payments: ReceivedPayment[]
  /** Of a charge of a mandate: the attempts to debit the payer's account, oldest first. */
  attempts?: readonly DebitAttempt[]
  /** All cards that were refused so far, oldest first. The charge stays open. */
  refusals?: readonly CardRefusal[]
  /** When the money of a paid card arrives. */
  settlement?: Settlement
  /** The holder of the card contests the payment; null if the bank reports none. */
  dispute?: Dispute | null
}

export interface CardRefusal {
  at: Date
  /** One of `REFUSAL_REASONS`, or the bank's own word. */
  reason: string
}

export interface Settlement {
  feeCents: bigint
  netCents: bigint
  /** In how many instalments the payer pays by card. */
  count?: number
  /** The money as it arrives, which may be all at once. */
  instalments: readonly SettledInstalment[]
  /** For receipts: brand and last four digits, if the bank reports them. */
  card?: { brand: string | null; lastDigits: string | null }
}

export interface SettledInstalment {
  number: number
  amountCents: bigint
  netCents: bigint
  /** Null if the bank does not say. */
  settlesOn: Temporal.PlainDate | null
  isSettled: boolean
}

export interface Dispute {
  /** The bank's own id. */
  id: string
  /** The contested payment: an id among those of the verdict. */
  paymentId: string
  status: DisputeStatus
  /** The bank's own text or code; empty if it names none. */
  reason: string
  amountCents: bigint
  openedAt: Date
  /** The last day on which the agency can send documents; null if the bank names none. */
  respondBy: Temporal.PlainDate | null
}

export function isStillOpen({ status }: Verdict): boolean {
  return status === 'open' || status === 'authorised'
}

/** The verdict that follows from a reported payment. */
export function paidBy(payment: ReceivedPayment): Verdict {
  return { status: 'paid', payments: [payment] }
}

/** Headers of a callback, in lower case. */
export type CallbackHeaders = IncomingHttpHeaders

/** What a callback claims. The charge is always read back. */
export interface Hint {
  /** The same for every repetition of the same callback. */
  eventId: string
  /** Null if the callback names only a thing of the bank's: `find` has the charge then. */
  txid: string | null
  /** The bank's own id of a payment or dispute, for `find`. */
  bankId?: string
  /** The callback reports that a card was refused, which the charge itself does not show. */
  refusal?: RefusalReason
}

/** Offers of a bank besides those of every bank of its kind. */
export interface Capabilities {
  /** Pix with a due date. */
  cobv: boolean
  pixAutomatic: boolean
}

/** The claim of a callback about a mandate, which is always read back. */
export interface MandateHint {
  eventId: string
  /** The bank's id of the mandate. */
  mandate: string
}

export interface Registration {
  callbacks: boolean
  /** Why the bank refused to call us. */
  reason?: string
}

/** A connected bank. A bank's failure is an outcome, never an exception. */
export interface Bank {
  /** A repeated order returns the same charge. */
  open(order: ChargeOrder): Promise<Outcome<Instructions>>
  /** `bankReference` as the bank returned it with the new charge. */
  read(txid: string, bankReference?: string | null): Promise<Outcome<Verdict>>
  /** Returns the state after the withdrawal: a charge that was paid meanwhile is paid. */
  withdraw(txid: string, bankReference?: string | null): Promise<Outcome<Verdict>>
  /** All payments of this time, or unknown. */
  received(from: Date, to: Date): Promise<Outcome<Received>>
  /** All payments of this time with full or partial returns, or unknown. */
  returned(from: Date, to: Date): Promise<Outcome<Received>>
  /** The refund's id is ours, up to 35 of [a-zA-Z0-9]: a repeated id returns the same refund. */
  refund(paymentId: string, refundId: string, amountCents: bigint): Promise<Outcome<Refund>>
  /** Null if the callback is not this provider's. The headers may sign the body. */
  readCallback(body: unknown, headers?: CallbackHeaders): (Hint | MandateHint)[] | null
  /** The txid of the charge behind an id of a hint; null if it is none of ours. */
  find?(bankId: string): Promise<Outcome<string | null>>
  /** Whether the headers prove that the bank sent the callback; missing if only the callback's address proves it. */
  isCaller?(headers: CallbackHeaders, callbackUrl: string): boolean
  /** Proves that the credentials work. If `callbackUrl` is https, the bank is asked to call it. */
  register(callbackUrl: string | null): Promise<Outcome<Registration>>
  /** Finds out what the bank offers this account; missing if there is nothing to find out. */
  probe?(): Promise<Outcome<Capabilities>>
  /** Requirements that the account lacks to collect by its methods; missing if the bank never reports them. */
  gaps?(): Promise<AccountGap[]>
  /** Missing if the bank has no Pix Automático. */
  mandates?: Mandates
  /** Waits for requests in flight. */
  close(): Promise<void>
}

// Mandates of Pix Automático: a payer allows the bank to debit each bill of a recurring contract.

export interface MandateOrder {
  /** Chosen by us, up to 35 of [a-zA-Z0-9], so that a repeated order finds the same mandate. */
  contract: string
  /** The text that the payer's bank shows. */
  subject: string
  payer: { name: string; document: string }
  frequency: MandateFrequency
  /** Each later charge is exactly this. */
  amountCents: bigint
  /** The due date of the first charge after the immediate one. */
  startsOn: Temporal.PlainDate
  endsOn: Temporal.PlainDate | null
  retries: MandateRetries
  /** The charge that is paid at once, by the code that also accepts the mandate. */
  first: ChargeOrder
  /** The order may have been sent before: a mandate that was created since then is looked for first. */
  sentSince: Date | null
}

/** The report of a bank about a mandate. */
export interface BankMandate {
  /** The bank's id. */
  id: string
  status: MandateStatus
  /** Null while the mandate may be used, and if the bank does not report why it ended. */
  ending: MandateEnding | null
}

export interface MandateEnding {
  /** The side that ended it, if the bank reports that. */
  by: MandateEnder | null
  /** The bank's own code and text. */
  code: string | null
  reason: string | null
}

/** A mandate that awaits its payer. */
export interface OfferedMandate extends BankMandate {
  /** Pays the first charge and accepts the mandate. */
  copyPaste: string
  /** Of the first charge, as `Instructions` have it. */
  bankReference?: string
}

export interface MandateChargeOrder {
  /** Chosen by us, so that a repeated order creates one charge. */
  txid: string
  /** The bank's id of the mandate. */
  mandate: string
  amountCents: bigint
  dueOn: Temporal.PlainDate
  payer: { name: string; document: string }
  description: string
}

/** Mandates and their charges at a bank. A charge is read and withdrawn as any other, by its `bankReference`. */
export interface Mandates {
  /** Whether the bank debits again on our request; if not, mandates have no retries. */
  readonly takesRetries: boolean
  /** A repeated order returns the same mandate. */
  create(order: MandateOrder): Promise<Outcome<OfferedMandate>>
  read(id: string): Promise<Outcome<BankMandate>>
  /** Returns the state after the request: a mandate that has ended already stays as it is. */
  cancel(id: string): Promise<Outcome<BankMandate>>
  /** A repeated order returns the same charge. Returns its `bankReference`. */
  charge(order: MandateChargeOrder): Promise<Outcome<{ bankReference: string }>>
  /** Asks for another attempt on a day in the future. */
  retry(txid: string, bankReference: string, on: Temporal.PlainDate): Promise<Outcome<Verdict>>
}

/** The bank confirms that it has no such charge or payment. */
export function isAbsent(outcome: Outcome<unknown>): boolean {
  return outcome.outcome === 'rejected' && outcome.cause === 'absent'
}

/** Money of a payment that goes back to its payer at our request. */
export interface Refund {
  /** processing: ask again with the same id. */
  status: 'processing' | 'done' | 'failed'
  /** The bank's own text, if any. */
  reason?: string
}

/** The bank has not settled the refund yet. */
export function isUnderWay({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'processing'
}

/** The money has left the account. */
export function isGone({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'done'
}
