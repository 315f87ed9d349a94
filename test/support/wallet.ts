// Money for tests: recharges, created and paid like a sandbox user's, and direct movements of the ledger.
import assert from 'node:assert/strict'
import type { Entry, Line } from '../../server/features/wallet/ledger.ts'
import { credit, debit, emitLine } from '../../server/features/wallet/ledger.ts'
import { scopeOf, type World } from '../../server/features/world.ts'
import { transaction } from '../../server/kernel/outbox/transaction.ts'
import type { Client } from './client.ts'

export const RECHARGE = '/api/v1/wallet/recharge'

export const pix = (amount: string) => ({ amount, currency: 'BRL', payment_method: 'pix' })
export const boleto = (amount: string) => ({ amount, currency: 'BRL', payment_method: 'boleto' })

export async function newRecharge(client: Client, amount = '500.00', method = 'pix') {
  const answer = await client.post(RECHARGE, { ...pix(amount), payment_method: method })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

export function payCharge(client: Client, id: string, body?: object) {
  return client.post(`/api/v1/test/charges/${id}/pay`, body)
}

/** A recharge of this amount, paid. */
export async function fill(client: Client, amount: string) {
  const { id } = await newRecharge(client, amount)
  const answer = await payCharge(client, id)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

let reasons = 0

type Movement = Partial<Omit<Entry, 'type' | 'amountCents'>>

/** A single movement, like that of a booking. */
export async function move(
  world: World,
  type: 'credit' | 'debit',
  teamId: string,
  amountCents: bigint,
  { mode = 'live', ...entry }: Movement & { mode?: 'live' | 'test' } = {},
): Promise<Line> {
  const scope = await scopeOf(world, { teamId, mode })
  return transaction(world, scope, async (tx) => {
    const line = await (type === 'credit' ? credit : debit)(tx, {
      amountCents,
      account: 'adjustment',
      description: `Movement ${++reasons}`,
      referenceType: type === 'credit' ? 'refund' : 'booking',
      referenceId: `ord_${reasons}`,
      reason: type,
      simulated: true,
      ...entry,
    })
    emitLine(tx, line)
    return line
  })
}
