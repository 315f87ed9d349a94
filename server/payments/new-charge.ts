// Makes a charge: what a bank is asked to collect, for whom and until when. The txid is ours, and the link that the
// payer gets cannot be guessed.
import { randomToken } from '../base/secrets/secrets.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ChargeOrder } from '../outside/banks/port.ts'
import { simulatedInstructions } from '../outside/banks/simulated/simulated-bank.ts'
import { CHARGE_MOVES } from '../rules/charge-states.ts'
import { type ChargeRow, insertCharge, instructionColumns } from './charge-store.ts'
import type { ChosenBank } from './choose-bank.ts'

export interface ChargeWish {
  purpose: ChargeRow['purpose']
  referenceId: string
  method: ChargeRow['method']
  amountCents: bigint
  expiresAt: Date
  receiver: { name: string; city: string }
  payerName: string
  description: string
}

const LINK_BYTES = 20

/** The simulated bank answers at once; a real one is asked after the transaction, and the charge waits for it. */
export async function newCharge(
  tx: Tx,
  bank: ChosenBank,
  wish: ChargeWish,
): Promise<{ charge: ChargeRow; order: ChargeOrder }> {
  const id = tx.newId('charge')
  const order: ChargeOrder = {
    txid: id.slice(id.indexOf('_') + 1),
    method: wish.method,
    amountCents: wish.amountCents,
    createdAt: tx.now,
    expiresAt: wish.expiresAt,
    receiver: wish.receiver,
    payer: { name: wish.payerName, document: null },
    description: wish.description,
  }
  const instructions = bank.simulated ? simulatedInstructions(order) : undefined
  const charge: ChargeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    provider_id: bank.providerId,
    method: wish.method,
    purpose: wish.purpose,
    reference_id: wish.referenceId,
    txid: order.txid,
    amount_cents: wish.amountCents,
    status: CHARGE_MOVES.begins[instructions === undefined ? 'ask' : 'make'].to,
    ...instructionColumns(instructions),
    receiver_name: wish.receiver.name,
    payer_name: wish.payerName,
    link_token: randomToken(LINK_BYTES),
    expires_at: wish.expiresAt,
    created_at: tx.now,
  }
  await insertCharge(tx, charge)
  return { charge, order }
}
