// Plays the payer of a mandate of the simulated bank, and the payer's bank that refuses a debit.

import type { DebitAttempt } from '../../../contract/mandate-states.ts'
import type { Mandate } from '../../../contract/mandates.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isId } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { banksForRest, recordPaymentOfInvoice } from '../invoices/payments.ts'
import { findInvoice } from '../invoices/store.ts'
import { prepareRefusal } from '../mandates/debits.ts'
import { type Ending, moveMandate } from '../mandates/moves.ts'
import { isActive, isOffered } from '../mandates/states.ts'
import { chargesUnderWay, findMandate, lockMandate, type MandateRow } from '../mandates/store.ts'
import { viewIn } from '../mandates/view.ts'
import { findCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'

async function simulatedMandate(world: World, owner: Owner, id: string): Promise<MandateRow> {
  const mandate = isId('mandate', id) ? await findMandate(world.pool, owner, id) : undefined
  if (mandate === undefined || mandate.provider !== SIMULATED || mandate.bank_id === null)
    return fail('mandate_not_found', { advice: 'the simulated bank has no such mandate' })
  return mandate
}

/** Pays the code of the first invoice, which accepts the mandate. */
export async function acceptTestMandate(world: World, scope: Scope, id: string): Promise<Mandate> {
  const known = await simulatedMandate(world, scope.owner, id)
  const charge = await findCharge(world.pool, known.first_charge_id)
  if (charge === undefined || !isOffered(known)) return refuse(known)
  const banks = await banksForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    const payment = {
      id: `SIM${charge.txid}`,
      txid: charge.txid,
      amountCents: charge.amount_cents,
      paidAt: tx.now,
    }
    await recordPaymentOfInvoice(world, tx, { charge, payment, banks })
    const mandate = (await lockMandate(tx, id)) ?? fail('mandate_not_found')
    return viewIn(tx, await moveMandate(tx, mandate, 'active'))
  })
}

export async function endTestMandate(
  world: World,
  scope: Scope,
  id: string,
  status: 'rejected' | 'cancelled',
): Promise<Mandate> {
  const known = await simulatedMandate(world, scope.owner, id)
  if (status === 'rejected' ? !isOffered(known) : !isActive(known)) return refuse(known)
  const ending: Ending = { by: 'payer', reason: null }
  return transaction(world, scope, async (tx) => {
    const mandate = (await lockMandate(tx, id)) ?? fail('mandate_not_found')
    return viewIn(tx, await moveMandate(tx, mandate, status, ending))
  })
}

/** The attempt that awaits its day is refused now: for want of balance, or with this code. */
export async function refuseTestDebit(
  world: World,
  scope: Scope,
  id: string,
  code: string | null,
): Promise<Mandate> {
  const mandate = await simulatedMandate(world, scope.owner, id)
  const [debit] = await chargesUnderWay(world.pool, scope.owner, mandate.id)
  const last = debit?.attempts.at(-1)
  const charge = debit?.charge_id == null ? undefined : await findCharge(world.pool, debit.charge_id)
  const invoice = debit && (await findInvoice(world.pool, scope.owner, debit.invoice_id))
  if (!debit || !invoice || charge === undefined || last?.status !== 'scheduled')
    return fail('charge_not_found', { advice: 'no debit of this mandate awaits its day' })
  const attempts: DebitAttempt[] = [...debit.attempts.slice(0, -1), { ...last, status: 'refused', code }]
  const settle = await prepareRefusal(world, scope, { debit, mandate, invoice }, charge, attempts)
  return transaction(world, scope, async (tx) => {
    await settle(tx)
    return viewIn(tx, (await lockMandate(tx, id)) ?? mandate)
  })
}

function refuse({ status }: MandateRow): never {
  return fail('invalid_status_transition', { advice: `the mandate is ${status}` })
}
