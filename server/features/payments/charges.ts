// Opens charges at a bank, and schedules their withdrawal.
import { MADE_PREFIXES } from '../../../contract/ids.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Bank, ChargeOrder, Instructions } from '../../adapters/banks/port.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isEarly } from '../../kernel/values/early-payment.ts'
import { isId } from '../../kernel/values/ids.ts'
import {
  chargeableDaysLate,
  type LateColumns,
  lateCharges,
  lateTermsOf,
  NO_LATE_COLUMNS,
} from '../../kernel/values/late-charges.ts'
import type { ChosenBank } from './banks.ts'
import { type ChargeRefusal, type ChargeRow, completeCharge, insertCharge } from './charge-store.ts'
import { withdrawChargeJob } from './jobs.ts'
import { CHARGE_MOVES } from './states.ts'

export interface ChargeRequest {
  purpose: ChargeRow['purpose']
  referenceId: string
  method: ChargeRow['method']
  amountCents: bigint
  expiresAt: Date
  receiver: { name: string; city: string }
  /** Of an invoice. */
  clientId?: string
  payerName: string
  /** CPF or CNPJ, if it is known. */
  payerDocument?: string | null
  description: string
  /** Part of the amount: fine and interest. */
  lateCents?: bigint
  /** For early payment: part of a fixed amount, or taken off by the bank of a charge with a due date. */
  discount?: EarlyTerms | null
  /** The due date, and the late charges that the bank adds after it. Without them: the last day, and no charges. */
  dueDate?: Temporal.PlainDate
  late?: LateColumns | null
  /** How long after the due date it can be paid. */
  payableDays?: number
  /** Of a Pix with a due date: what is collected if the bank refuses one. */
  immediate?: ImmediateTerms
  /** Of a card: what the payer chose, the most that may be chosen, and the fee as part of the amount. */
  instalments?: { count?: number; max: number }
  surchargeCents?: bigint
  payerEmail?: string
  returnUrl?: string
  callbackUrl?: string
}

export interface EarlyTerms {
  cents: bigint
  until: string
}

/** The terms of a Pix with a fixed amount. */
export interface ImmediateTerms {
  amountCents: bigint
  lateCents: bigint
  discount: EarlyTerms | null
  expiresAt: Date
}

/** A charge that a bank was asked for before the transaction that uses it. */
export interface AskedCharge {
  id: string
  order: ChargeOrder
  /** Null if the bank did not confirm it; it may have opened the charge nevertheless. */
  instructions: Instructions | null
  /** Why the bank opened none, if it said so. */
  refusal?: ChargeRefusal | null
  /** Whether the charge was stored before its bank was asked. */
  isStored: boolean
}

const LINK_BYTES = 20
/** A charge's id is this prefix and its txid. */
const CHARGE_PREFIX = `${MADE_PREFIXES.charge}_`

/**
 * A bank without a network responds at once; a real one is asked outside the transaction. If the charge that was asked for was
 * abandoned meanwhile, a job withdraws it and another one is created. `waits`: the caller asks the bank afterwards.
 */
export async function newCharge(
  tx: Tx,
  chosen: ChosenBank,
  request: ChargeRequest,
  {
    asked = null,
    isCurrent = true,
    waits = false,
  }: { asked?: AskedCharge | null; isCurrent?: boolean; waits?: boolean } = {},
): Promise<{ charge: ChargeRow; order: ChargeOrder }> {
  const { provider, providerId, bank, simulated } = chosen
  const id = asked?.id ?? tx.newId('charge')
  const order = asked?.order ?? orderFor(id, request)
  const isOpenedNow = BANKS[provider].isOffline === true && !waits
  const instructions = isOpenedNow ? await openAtOnce(bank, order) : (asked?.instructions ?? null)
  const charge: ChargeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    provider,
    provider_id: providerId,
    method: request.method,
    purpose: request.purpose,
    reference_id: request.referenceId,
    txid: order.txid,
    status: CHARGE_MOVES.begins[instructions === null ? 'ask' : 'make'].to,
    ...instructionColumns(instructions),
    is_current: isCurrent,
    fee_cents: null,
    net_cents: null,
    refusals: [],
    instalment_count: request.instalments?.count ?? null,
    instalments_max: request.instalments?.max ?? null,
    card: null,
    receiver_name: request.receiver.name,
    payer_name: request.payerName,
    payer_document: request.payerDocument ?? null,
    ...termColumns(request, instructions),
    link_token: randomToken(LINK_BYTES),
    simulated,
    refusal: asked?.refusal ?? null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  if (asked?.isStored !== true) await insertCharge(tx, charge)
  else if (!(await completeCharge(tx, charge))) {
    withdrawAgain(tx, id)
    return newCharge(tx, chosen, request)
  }
  return { charge, order }
}

type TermColumn =
  | 'amount_cents'
  | 'late_cents'
  | 'surcharge_cents'
  | 'discount_cents'
  | 'discount_until'
  | 'due_date'
  | 'expires_at'
  | keyof LateColumns

/** The amount of the charge. The bank may have made an immediate Pix in place of one with a due date. */
export function termColumns(
  request: Omit<ChargeRequest, 'purpose' | 'referenceId'>,
  made: Instructions | null,
): Pick<ChargeRow, TermColumn> {
  const immediate = made === null || 'isDueDate' in made ? undefined : request.immediate
  const { amountCents, lateCents = 0n, discount = null, expiresAt } = immediate ?? request
  return {
    amount_cents: amountCents,
    late_cents: lateCents,
    surcharge_cents: request.surchargeCents ?? 0n,
    discount_cents: discount?.cents ?? 0n,
    discount_until: discount?.until ?? null,
    due_date: immediate === undefined ? (request.dueDate?.toString() ?? null) : null,
    expires_at: expiresAt,
    ...((immediate === undefined ? request.late : null) ?? NO_LATE_COLUMNS),
  }
}

/** The amount of the charge on a day of the bank. */
export function askedOn(
  charge: Pick<ChargeRow, Exclude<TermColumn, 'expires_at' | 'late_cents' | 'surcharge_cents'>>,
  day: Temporal.PlainDate,
): bigint {
  const { amount_cents, due_date, discount_cents, discount_until } = charge
  if (due_date === null) return amount_cents
  const days = chargeableDaysLate(Temporal.PlainDate.from(due_date), day)
  const { lateCents } = lateCharges(amount_cents, lateTermsOf(charge), days)
  const isDiscounted = discount_until !== null && isEarly({ until: discount_until }, day)
  return amount_cents + lateCents - (isDiscounted ? discount_cents : 0n)
}

/** The part of an invoice that the charge settles: its amount without late charges and a card's fee, with the discount. */
export function coveredBy({
  amount_cents,
  late_cents,
  surcharge_cents,
  discount_cents,
  due_date,
}: Pick<ChargeRow, Exclude<TermColumn, 'discount_until' | 'expires_at' | keyof LateColumns>>): bigint {
  return amount_cents - late_cents - surcharge_cents + (due_date === null ? discount_cents : 0n)
}

async function openAtOnce(bank: Bank, order: ChargeOrder): Promise<Instructions> {
  const opened = await bank.open(order)
  if (opened.outcome !== 'confirmed') throw new Error(`a bank without a network refused: ${opened.reason}`)
  return opened.value
}

export function orderFor(
  chargeId: string,
  request: Omit<ChargeRequest, 'purpose' | 'referenceId'>,
): ChargeOrder {
  return {
    txid: chargeId.slice(CHARGE_PREFIX.length),
    method: request.method,
    amountCents: request.amountCents,
    expiresAt: request.expiresAt,
    receiver: request.receiver,
    payer: {
      name: request.payerName,
      document: request.payerDocument ?? null,
      ...(request.payerEmail !== undefined && { email: request.payerEmail }),
    },
    description: request.description,
    ...(request.dueDate && {
      dueDate: request.dueDate,
      ...(request.discount && {
        discount: [
          {
            until: Temporal.PlainDate.from(request.discount.until),
            amountCents: request.discount.cents,
          },
        ],
      }),
      ...(request.payableDays !== undefined && { payableDaysAfterDue: request.payableDays }),
    }),
    ...(request.immediate && {
      withoutDueDate: {
        amountCents: request.immediate.amountCents,
        expiresAt: request.immediate.expiresAt,
      },
    }),
    ...(request.instalments && { instalments: request.instalments }),
    ...(request.returnUrl !== undefined && { returnUrl: request.returnUrl }),
    ...(request.callbackUrl !== undefined && { callbackUrl: request.callbackUrl }),
    ...(request.late && {
      finePercent: request.late.fine_percent,
      interestPercent: request.late.interest_percent,
    }),
  }
}

/** The columns of a charge that hold the bank's instructions for paying it. */
export function instructionColumns(
  made: Instructions | null,
): Pick<ChargeRow, 'instructions' | 'bank_reference'> {
  if (made === null) return { instructions: null, bank_reference: null }
  const instructions = {
    ...('copyPaste' in made && { code: made.copyPaste }),
    ...('barcode' in made && { barcode: made.barcode }),
    ...('pageUrl' in made && { page_url: made.pageUrl }),
    ...('ourNumber' in made && { our_number: made.ourNumber }),
    ...('slipUrl' in made && { slip_url: made.slipUrl }),
  }
  return { instructions, bank_reference: made.bankReference ?? null }
}

/** Whether this service could have issued the txid. */
export function isTxid(text: string): boolean {
  return isId('charge', CHARGE_PREFIX + text)
}

/**
 * A bank may open a charge after the request to withdraw it, because it got the order earlier. A second job withdraws it,
 * as the first may still run.
 */
export function withdrawAgain(tx: Tx, chargeId: string): void {
  schedule(tx, withdrawChargeJob, { at: tx.now, key: `${chargeId}#again`, payload: { chargeId } })
}

/**
 * Some banks accept payments of an expired charge, so there it is withdrawn too; and a Pix with a due date, of which the
 * last day depends on the holidays of the payer's town.
 */
export function withdrawIfKept(
  tx: Tx,
  { id, provider, method, due_date }: Pick<ChargeRow, 'id' | 'provider' | 'method' | 'due_date'>,
): void {
  const isDueDate = method === 'pix' && due_date !== null
  if (isDueDate || BANKS[provider].keepsExpired === true)
    schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: { chargeId: id } })
}

/** Some banks take a second payment on a page that was paid. */
export function closeIfKept(tx: Tx, { id, provider }: Pick<ChargeRow, 'id' | 'provider'>): void {
  if (BANKS[provider].keepsPaid === true)
    schedule(tx, withdrawChargeJob, { at: tx.now, key: `${id}#paid`, payload: { chargeId: id } })
}
