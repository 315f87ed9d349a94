// Opens charges at a bank, and schedules their withdrawal.
import { MADE_PREFIXES } from '../../../contract/ids.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Bank, ChargeOrder, Instructions } from '../../adapters/banks/port.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isId } from '../../kernel/values/ids.ts'
import { type LateColumns, NO_LATE_COLUMNS } from '../../kernel/values/late-charges.ts'
import type { ChosenBank } from './banks.ts'
import { type ChargeRefusal, type ChargeRow, insertCharge, takeUpCharge } from './charge-store.ts'
import { withdrawChargeJob } from './jobs.ts'
import { CHARGE_MOVES } from './states.ts'

export interface ChargeRequest {
  purpose: ChargeRow['purpose']
  referenceId: string
  method: ChargeRow['method']
  amountCents: bigint
  expiresAt: Date
  receiver: { name: string; city: string }
  payerName: string
  /** CPF or CNPJ, if it is known. */
  payerDocument?: string | null
  description: string
  /** Part of the amount: fine and interest. */
  lateCents?: bigint
  /** The due date, and the late charges that the bank adds after it. Without them: the last day, and no charges. */
  dueDate?: Temporal.PlainDate
  late?: LateColumns | null
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
 * The simulated bank responds at once; a real one is asked outside the transaction. If the charge that was asked for was
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
  const isOpenedNow = provider === SIMULATED && !waits
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
    amount_cents: request.amountCents,
    status: CHARGE_MOVES.begins[instructions === null ? 'ask' : 'make'].to,
    ...instructionColumns(instructions),
    is_current: isCurrent,
    fee_cents: null,
    net_cents: null,
    refusals: [],
    receiver_name: request.receiver.name,
    payer_name: request.payerName,
    payer_document: request.payerDocument ?? null,
    late_cents: request.lateCents ?? 0n,
    due_date: request.dueDate?.toString() ?? null,
    ...(request.late ?? NO_LATE_COLUMNS),
    link_token: randomToken(LINK_BYTES),
    simulated,
    refusal: asked?.refusal ?? null,
    expires_at: order.expiresAt,
    created_at: tx.now,
    updated_at: tx.now,
  }
  if (asked?.isStored !== true) await insertCharge(tx, charge)
  else if (!(await takeUpCharge(tx, charge))) {
    withdrawAgain(tx, id)
    return newCharge(tx, chosen, request)
  }
  return { charge, order }
}

async function openAtOnce(bank: Bank, order: ChargeOrder): Promise<Instructions> {
  const opened = await bank.open(order)
  if (opened.outcome !== 'confirmed') throw new Error(`the simulated bank refused: ${opened.reason}`)
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
    payer: { name: request.payerName, document: request.payerDocument ?? null },
    description: request.description,
    ...(request.dueDate && { dueDate: request.dueDate }),
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
  schedule(tx, withdrawChargeJob, { at: tx.now, key: `${chargeId}#again`, payload: null })
}

/** Some banks accept payments of an expired charge, so there it is withdrawn too. */
export function withdrawIfKept(tx: Tx, { id, provider }: Pick<ChargeRow, 'id' | 'provider'>): void {
  if (BANKS[provider].keepsExpired === true)
    schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: null })
}
