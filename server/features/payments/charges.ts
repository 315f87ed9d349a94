// Charges at a bank: opened, checked, withdrawn, and found by their links.
import { MADE_PREFIXES } from '../../../contract/ids.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { Bank, ChargeOrder, Instructions } from '../../adapters/banks/port.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isId } from '../../kernel/values/ids.ts'
import { type LateColumns, NO_LATE_COLUMNS } from '../../kernel/values/late-charges.ts'
import type { ChosenBank } from './banks.ts'
import { type ChargeRow, insertCharge, takeUpCharge } from './charge-store.ts'
import { withdrawChargeJob } from './jobs.ts'
import { CHARGE_MOVES } from './states.ts'

export interface ChargeWish {
  purpose: ChargeRow['purpose']
  referenceId: string
  method: ChargeRow['method']
  amountCents: bigint
  expiresAt: Date
  receiver: { name: string; city: string }
  payerName: string
  /** CPF or CNPJ, where it is known. */
  payerDocument?: string | null
  description: string
  /** What of the amount is for being late. */
  lateCents?: bigint
  /** By which day it is owed, and what the bank adds afterwards; its last day, and nothing, if left out. */
  dueDate?: Temporal.PlainDate
  late?: LateColumns | null
}

/** What a bank was asked for ahead of the transaction that uses it, under the id that it has from then on. */
export interface AskedCharge {
  id: string
  order: ChargeOrder
  /** Null where the bank did not confirm it: it may have made it all the same. */
  instructions: Instructions | null
  /** Whether it was stored before its bank was asked. */
  isStored: boolean
}

const LINK_BYTES = 20
/** What a charge's id has before its txid. */
const CHARGE_PREFIX = `${MADE_PREFIXES.charge}_`

/**
 * The simulated bank answers at once; a real one is asked outside the transaction, before it or after it. What was
 * asked for and is given up by now is left to due work, and another is asked for.
 */
export async function newCharge(
  tx: Tx,
  chosen: ChosenBank,
  wish: ChargeWish,
  asked: AskedCharge | null = null,
): Promise<{ charge: ChargeRow; order: ChargeOrder }> {
  const { provider, providerId, bank, simulated } = chosen
  const id = asked?.id ?? tx.newId('charge')
  const order = asked?.order ?? orderFor(id, wish)
  const instructions = provider === SIMULATED ? await openAtOnce(bank, order) : (asked?.instructions ?? null)
  const charge: ChargeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    provider,
    provider_id: providerId,
    method: wish.method,
    purpose: wish.purpose,
    reference_id: wish.referenceId,
    txid: order.txid,
    amount_cents: wish.amountCents,
    status: CHARGE_MOVES.begins[instructions === null ? 'ask' : 'make'].to,
    ...instructionColumns(instructions),
    receiver_name: wish.receiver.name,
    payer_name: wish.payerName,
    payer_document: wish.payerDocument ?? null,
    late_cents: wish.lateCents ?? 0n,
    due_date: wish.dueDate?.toString() ?? null,
    ...(wish.late ?? NO_LATE_COLUMNS),
    link_token: randomToken(LINK_BYTES),
    simulated,
    expires_at: order.expiresAt,
    created_at: tx.now,
  }
  if (asked?.isStored !== true) await insertCharge(tx, charge)
  else if (!(await takeUpCharge(tx, charge))) {
    withdrawAgain(tx, id)
    return newCharge(tx, chosen, wish)
  }
  return { charge, order }
}

async function openAtOnce(bank: Bank, order: ChargeOrder): Promise<Instructions> {
  const answer = await bank.open(order)
  if (answer.outcome !== 'confirmed') throw new Error(`the simulated bank refused: ${answer.reason}`)
  return answer.value
}

export function orderFor(chargeId: string, wish: Omit<ChargeWish, 'purpose' | 'referenceId'>): ChargeOrder {
  return {
    txid: chargeId.slice(CHARGE_PREFIX.length),
    method: wish.method,
    amountCents: wish.amountCents,
    expiresAt: wish.expiresAt,
    receiver: wish.receiver,
    payer: { name: wish.payerName, document: wish.payerDocument ?? null },
    description: wish.description,
    ...(wish.dueDate && { dueDate: wish.dueDate }),
    ...(wish.late && { finePercent: wish.late.fine_percent, interestPercent: wish.late.interest_percent }),
  }
}

type InstructionColumn =
  | 'pix_copy_paste'
  | 'boleto_barcode'
  | 'boleto_our_number'
  | 'boleto_slip_url'
  | 'bank_reference'

/** How the bank says that a charge can be paid, and what it calls it. */
export function instructionColumns(instructions: Instructions | null): Pick<ChargeRow, InstructionColumn> {
  const boleto = instructions?.method === 'boleto' ? instructions : null
  return {
    pix_copy_paste: instructions?.method === 'pix' ? instructions.copyPaste : null,
    boleto_barcode: boleto?.barcode ?? null,
    boleto_our_number: boleto?.ourNumber ?? null,
    boleto_slip_url: boleto?.slipUrl ?? null,
    bank_reference: instructions?.bankReference ?? null,
  }
}

/** Whether a txid is one that we make. */
export function isTxid(text: string): boolean {
  return isId('charge', CHARGE_PREFIX + text)
}

export function withdrawAgain(tx: Tx, chargeId: string): void {
  schedule(tx, withdrawChargeJob, { at: tx.now, key: `${chargeId}#again`, payload: null })
}

export function withdrawIfKept(tx: Tx, { id, provider }: Pick<ChargeRow, 'id' | 'provider'>): void {
  if (bankNamed(provider).keepsExpired === true)
    schedule(tx, withdrawChargeJob, { at: tx.now, key: id, payload: null })
}
