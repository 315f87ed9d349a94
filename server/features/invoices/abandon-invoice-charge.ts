// Due work: gives up a charge that a bank was asked for ahead of an invoice that then was not made, or not made so: the
// request was a copy or was refused, the bank answered too late, or nobody lived to store the answer.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { ERASED_FULL_NAME } from '../../kernel/values/erase-person.ts'
import { findCharge, lockCharge, moveCharge } from '../payments/charge-store.ts'
import { isAwaited } from '../payments/states.ts'
import { withdrawCharge } from '../payments/work.ts'
import type { World } from '../world.ts'
import { CHARGE_COLUMNS } from './invoice-charge.ts'
import { findInvoice } from './invoice-store.ts'
import type * as work from './work.ts'

/** Nothing leads from a client to what no invoice has, so whoever erases the client would not find the payer. */
const NOBODY = { payer_name: ERASED_FULL_NAME, payer_document: null }

export async function abandonInvoiceCharge(
  world: World,
  { piece, last }: TaskOf<typeof work.abandonInvoiceCharge>,
): Promise<void> {
  const { key: id } = piece
  const known = await findCharge(world.pool, id)
  if (known === undefined || !isAwaited(known)) return
  await transaction(world, last, async (tx) => {
    // Whoever is about to use it has locked it already, or finds that it was given up.
    await lockCharge(tx, id)
    const charge = await findCharge(tx, id)
    if (charge === undefined) return
    const invoice = await findInvoice(tx, tx.owner, charge.reference_id)
    // Its bank has not answered yet, and is asked again.
    if (invoice?.[CHARGE_COLUMNS[charge.method]] === id) return
    if ((await moveCharge(tx, id, 'abandon', NOBODY)) !== undefined)
      schedule(tx, withdrawCharge, { at: tx.now, key: id, payload: null })
  })
}
