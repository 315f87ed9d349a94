// The banks of an invoice, chosen and asked before the transaction: nothing waits for a network inside one. A charge
// that was asked for and then not needed has been seen by nobody, so nobody can pay it.
import { SIMULATED } from '../../../contract/banks.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import { makeId } from '../../base/values/ids.ts'
import type { Scope } from '../../outbox/transaction.ts'
import { type ChosenBank, chooseBank } from '../../payments/choose-bank.ts'
import { type ChargeWish, type MadeCharge, orderFor } from '../../payments/new-charge.ts'
import type { World } from '../../world.ts'
import type { InvoiceRow } from './invoice-store.ts'

export interface PreparedBank {
  chosen: ChosenBank
  /** What the bank has already agreed to collect; null for the simulated one, or where the bank did not answer. */
  made: MadeCharge | null
}

/** By method; one that no bank takes is not there: the invoice goes on without it. */
export type PreparedBanks = Readonly<Partial<Record<PaymentMethod, PreparedBank>>>

/** What will probably be charged. It is only asked for where there is a real bank. */
type Wishes = () => Promise<(method: PaymentMethod) => ChargeWish | null>

/** A provider that is gone by now, or does not take a method, is replaced by the default one. */
export async function prepareBanks(
  world: World,
  scope: Scope,
  { payment_methods, payment_provider_id }: Pick<InvoiceRow, 'payment_methods' | 'payment_provider_id'>,
  wishes: Wishes = async () => () => null,
): Promise<PreparedBanks> {
  const banks: { [Method in PaymentMethod]?: PreparedBank } = {}
  for (const method of PAYMENT_METHODS.filter((one) => payment_methods.includes(one))) {
    const chosen = await chooseBank(world, scope, method, payment_provider_id)
    if (chosen !== null) banks[method] = { chosen, made: null }
  }
  const real = PAYMENT_METHODS.filter((method) => isReal(banks[method]))
  if (real.length === 0) return banks
  const wishOf = await wishes()
  await Promise.all(
    real.map(async (method) => {
      const [prepared, wish] = [banks[method], wishOf(method)]
      if (prepared !== undefined && wish !== null)
        banks[method] = { ...prepared, made: await ask(world, scope, prepared.chosen, wish) }
    }),
  )
  return banks
}

function isReal(prepared: PreparedBank | undefined): boolean {
  return prepared !== undefined && prepared.chosen.provider !== SIMULATED
}

/** Null where the bank did not make it: then due work keeps asking. */
async function ask(
  world: World,
  scope: Scope,
  { bank, providerId }: ChosenBank,
  wish: ChargeWish,
): Promise<MadeCharge | null> {
  const id = makeId('charge', world.wall.now())
  const order = orderFor(id, wish, scope.clock.now())
  const answer = await bank.open(order)
  if (answer.outcome === 'confirmed') return { id, order, instructions: answer.value }
  world.log.warn(
    { provider: providerId, method: wish.method, reason: answer.reason },
    'the bank made no charge for an invoice',
  )
  return null
}

/** Whether a bank has made just what is wished for. */
export function isMadeFor(prepared: PreparedBank | undefined, wish: ChargeWish | null): boolean {
  const order = prepared?.made?.order
  if (order === undefined || wish === null) return false
  return order.amountCents === wish.amountCents && order.dueDate?.toString() === wish.dueDate?.toString()
}
