// Due work: keeps asking a bank for a charge that it did not confirm when the invoice was made.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { isCostly, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { type ChargeRow, findCharge, moveCharge } from '../payments/charge-store.ts'
import { instructionColumns, orderFor } from '../payments/new-charge.ts'
import { isAwaited } from '../payments/states.ts'
import { withdrawAgain } from '../payments/withdraw-again.ts'
import type { World } from '../world.ts'
import { RECEIVER_CITY } from './charge-wish.ts'
import { CHARGE_COLUMNS } from './invoice-charge.ts'
import { lockInvoice, updateInvoice } from './invoice-store.ts'
import { withPayer } from './with-payer.ts'
import * as work from './work.ts'

/** A bank may be away for days: after the first tries it is asked now and then, until the charge would end. */
const FIRST_TRIES = 6
const NEXT_TRIES_AFTER_MS = 4 * 3_600_000

/** Due work: asks a bank that did not answer when the invoice was made. The same order again gives the same charge. */
export async function openInvoiceCharge(
  world: World,
  { piece, last }: TaskOf<typeof work.openInvoiceCharge>,
): Promise<void> {
  const awaited = await findCharge(world.pool, piece.key.replace(/#.*$/, ''))
  if (awaited === undefined || !isAwaited(awaited)) return
  const charge = await withPayer(world, awaited)
  const bank = await bankOfCharge(world, charge)
  if (bank === null) return
  const answer = await bank.open({ ...orderFor(charge.id, wishOf(charge)), isRepeated: true })
  if (answer.outcome !== 'confirmed') {
    if (piece.attempt < FIRST_TRIES) throw new Error(`the bank made no charge: ${answer.reason}`)
    return transaction(world, last, async (tx) => {
      const at = new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)
      const key = `${charge.id}#${at.getTime()}`
      if (at < charge.expires_at) schedule(tx, work.openInvoiceCharge, { at, key, payload: null })
    })
  }
  await transaction(world, last, async (tx) => {
    const invoice = await lockInvoice(tx, charge.reference_id)
    // Given up meanwhile: if the bank made the charge after all, it is withdrawn.
    const columns = { ...instructionColumns(answer.value), payer_document: charge.payer_document }
    if ((await moveCharge(tx, charge.id, 'open', columns)) === undefined) return withdrawAgain(tx, charge.id)
    if (invoice === undefined || invoice[CHARGE_COLUMNS[charge.method]] !== charge.id) return
    // The open page of the invoice notices by this that something changed.
    await updateInvoice(tx, { ...invoice, updated_at: tx.now })
  })
}

/** As it was wished for when it was stored. */
function wishOf(charge: ChargeRow): Parameters<typeof orderFor>[1] {
  const { method, due_date, fine_percent, interest_percent } = charge
  const late = { fine_percent, interest_percent }
  return {
    method,
    amountCents: charge.amount_cents,
    expiresAt: charge.expires_at,
    receiver: { name: charge.receiver_name, city: RECEIVER_CITY },
    payerName: charge.payer_name,
    payerDocument: charge.payer_document,
    description: 'Fatura',
    ...(due_date !== null && { dueDate: Temporal.PlainDate.from(due_date) }),
    ...(isCostly(lateTermsOf(late)) && { late }),
  }
}
