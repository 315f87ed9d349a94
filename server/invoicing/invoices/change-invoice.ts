// The one way in which a stored invoice changes: locked, edited, reckoned anew and stored with all that follows.
import type { Invoice } from '../../../contract/invoices.ts'
import { dateIn } from '../../base/values/dates.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import { findClient } from '../../clients/client-store.ts'
import { type Scope, type Tx, transaction } from '../../outbox/transaction.ts'
import { findCharge } from '../../payments/charge-store.ts'
import type { ChargeWish } from '../../payments/new-charge.ts'
import { findTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { invoiceAfter, type Said } from './invoice-after.ts'
import { chargeWish, payableCents } from './invoice-charge.ts'
import { findInvoice, type InvoiceRow, lockInvoice } from './invoice-store.ts'
import { type PreparedBank, prepareAnyBank } from './prepare-bank.ts'
import { storeInvoice } from './save-invoice.ts'

export type Edit = (before: InvoiceRow, newUuid: () => string) => InvoiceRow

const unedited: Edit = (before) => before

export async function changeInvoice(
  world: World,
  scope: Scope,
  id: string,
  said: Said,
  edit: Edit = unedited,
): Promise<Invoice> {
  const known = isUuid(id) ? await findInvoice(world.pool, scope, id) : undefined
  if (known === undefined) return fail('invoice_not_found')
  const bank = await prepareAnyBank(world, scope, known.payment_provider_id, () =>
    likelyWish(
      world,
      scope,
      edit(known, () => ''),
      said,
    ),
  )
  return transaction(world, scope, async (tx) => {
    const before = (await lockInvoice(tx, known.id)) ?? fail('invoice_not_found')
    return storeChange(world, tx, before, edit(before, tx.newUuid), said, bank)
  })
}

/** `before` is locked. */
export async function storeChange(
  world: World,
  tx: Tx,
  before: InvoiceRow,
  edited: InvoiceRow,
  said: Said,
  bank: PreparedBank | null,
): Promise<Invoice> {
  const team = (await findTeam(tx, tx.teamId))!
  const client = (await findClient(tx, tx, before.client_id))!
  const today = dateIn(tx.now, team.time_zone)
  const after = invoiceAfter(edited, said, { now: tx.now, today, newUuid: tx.newUuid })
  return storeInvoice(world, tx, before, after, { team, client, today, bank, newsOfCreation: null })
}

/** The charge that the change will need, as far as can be told before the invoice is locked. */
async function likelyWish(
  world: World,
  scope: Scope,
  edited: InvoiceRow,
  said: Said,
): Promise<ChargeWish | null> {
  const team = (await findTeam(world.pool, scope.teamId))!
  const now = scope.clock.now()
  const today = dateIn(now, team.time_zone)
  const { invoice } = invoiceAfter(edited, said, { now, today, newUuid: () => '' })
  const amountCents = payableCents(invoice)
  if (amountCents === 0n) return null
  const current = invoice.charge_id === null ? undefined : await findCharge(world.pool, invoice.charge_id)
  // One that its bank has not made yet is asked for anew, and gives way to what the bank makes now.
  if (current?.status === 'open' && current.amount_cents === amountCents) return null
  const client = (await findClient(world.pool, scope, invoice.client_id))!
  return chargeWish(invoice, amountCents, { team, client, today })
}
