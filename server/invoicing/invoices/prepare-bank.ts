// The bank of an invoice, chosen and asked before the transaction: nothing waits for a network inside one. A charge
// that was asked for and then not needed has been seen by nobody, so nobody can pay it.
import { SIMULATED } from '../../../contract/banks.ts'
import { Fail } from '../../base/values/fail.ts'
import { makeId } from '../../base/values/ids.ts'
import type { Scope } from '../../outbox/transaction.ts'
import { type ChosenBank, chooseBank } from '../../payments/choose-bank.ts'
import { type ChargeWish, type MadeCharge, orderFor } from '../../payments/new-charge.ts'
import type { World } from '../../world.ts'

export interface PreparedBank {
  chosen: ChosenBank
  /** What the bank has already agreed to collect; null for the simulated one, or where the bank did not answer. */
  made: MadeCharge | null
}

/** `wish` says what will probably be charged; null for nothing. It is only called for a real bank. */
export async function prepareBank(
  world: World,
  scope: Scope,
  providerId: string | null,
  wish: () => Promise<ChargeWish | null>,
): Promise<PreparedBank> {
  const chosen = await chooseBank(world, scope, 'pix', providerId ?? undefined)
  const wanted = chosen.provider === SIMULATED ? null : await wish()
  if (wanted === null) return { chosen, made: null }
  const id = makeId('charge', world.wall.now())
  const order = orderFor(id, wanted, scope.clock.now())
  const answer = await chosen.bank.open(order)
  if (answer.outcome === 'confirmed') return { chosen, made: { id, order, instructions: answer.value } }
  // The invoice is made without its code, and due work keeps asking the bank.
  world.log.warn(
    { provider: chosen.providerId, reason: answer.reason },
    'the bank made no charge for an invoice',
  )
  return { chosen, made: null }
}

/**
 * The same for what must not fail for want of a bank: a provider that is gone by now is replaced by the default one,
 * and without any the invoice goes on without a code.
 */
export async function prepareAnyBank(
  world: World,
  scope: Scope,
  providerId: string | null,
  wish: () => Promise<ChargeWish | null> = async () => null,
): Promise<PreparedBank | null> {
  for (const id of providerId === null ? [null] : [providerId, null]) {
    try {
      return await prepareBank(world, scope, id, wish)
    } catch (error) {
      if (!(error instanceof Fail)) throw error
    }
  }
  return null
}
