// Receives what a supplier calls us with. It is a hint and no more: the orders it names are read at the supplier, at
// once instead of at their next time.

import type { Supplier } from '../../adapters/flights/port.ts'
import type { SignedMessage } from '../../adapters/flights/supplier-change.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { scopeOf, type World } from '../world.ts'
import { bookingsOfOrders } from './order-store.ts'
import * as work from './work.ts'

/** Whether a supplier of this name has told us how it signs. */
export function isHintAddress({ suppliers }: World, name: string): boolean {
  return suppliers.some((supplier) => supplier.name === name && supplier.hear !== undefined)
}

/** Fails where nobody of that name signed it. One name may be several accounts, each with its own secret. */
export async function receiveHint(world: World, name: string, message: SignedMessage): Promise<void> {
  const heard = world.suppliers
    .filter((supplier) => supplier.name === name)
    .flatMap((supplier) => {
      const told = supplier.hear?.(message) ?? null
      return told === null ? [] : [{ supplier, told }]
    })
  if (heard.length === 0) fail('unauthorized', { advice: 'the signature is not that of the webhook' })
  for (const { supplier, told } of heard) await lookAt(world, supplier, told)
}

async function lookAt(
  world: World,
  { name, serves }: Supplier,
  { id, orderIds }: { id: string; orderIds: readonly string[] },
): Promise<void> {
  for (const { bookingId, owner } of await bookingsOfOrders(world.pool, name, orderIds)) {
    if (!serves(owner.mode)) continue
    await transaction(world, await scopeOf(world, owner), async (tx) => {
      // The same message again, before anybody looked, is the same look.
      schedule(tx, work.syncBooking, { at: tx.now, key: `${bookingId} told ${id}`, payload: { bookingId } })
    })
  }
}
