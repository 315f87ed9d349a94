// The one way in which a stored invoice changes: locked, edited, and saved with all that follows.
import type { Invoice } from '../../../contract/invoices.ts'
import { dateIn } from '../../base/values/dates.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import { clientOf } from '../../clients/client-store.ts'
import { type Scope, type Tx, transaction } from '../../outbox/transaction.ts'
import { findCharge } from '../../payments/charge-store.ts'
import type { ChargeWish } from '../../payments/new-charge.ts'
import { isPayable } from '../../rules/charge-states.ts'
import { demandTeam } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { demandClient } from '../read-input.ts'
import { applyReportedChange, type ReportedChange } from './apply-reported-change.ts'
import { chargeWish, payableCents } from './invoice-charge.ts'
import { findInvoice, type InvoiceRow, lockInvoice } from './invoice-store.ts'
import { type PreparedBank, prepareAnyBank } from './prepare-bank.ts'
import { saveInvoice } from './save-invoice.ts'

export type Edit = (before: InvoiceRow, newUuid: () => string) => InvoiceRow

const unedited: Edit = (before) => before

export async function changeInvoice(
  world: World,
  scope: Scope,
  id: string,
  reported: ReportedChange,
  edit: Edit = unedited,
): Promise<Invoice> {
  const known = isUuid(id) ? await findInvoice(world.pool, scope.owner, id) : undefined
  if (known === undefined) return fail('invoice_not_found')
  const bank = await prepareAnyBank(world, scope, known.payment_provider_id, () =>
    likelyWish(
      world,
      scope,
      edit(known, () => ''),
      reported,
    ),
  )
  return transaction(world, scope, async (tx) => {
    const before = (await lockInvoice(tx, known.id)) ?? fail('invoice_not_found')
    return saveChange(world, tx, before, edit(before, tx.newUuid), reported, bank)
  })
}

/** `before` is locked. */
export async function saveChange(
  world: World,
  tx: Tx,
  before: InvoiceRow,
  edited: InvoiceRow,
  reported: ReportedChange,
  bank: PreparedBank | null,
): Promise<Invoice> {
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await demandClient(tx, tx.owner, edited.client_id)
  const today = dateIn(tx.now, team.time_zone)
  const changed = applyReportedChange(edited, reported, { now: tx.now, today, newUuid: tx.newUuid })
  return saveInvoice(world, tx, before, changed, { team, client, today, bank, newsOfCreation: null })
}

/** The charge that the change will need, as far as is known before the invoice is locked. */
async function likelyWish(
  world: World,
  scope: Scope,
  edited: InvoiceRow,
  reported: ReportedChange,
): Promise<ChargeWish | null> {
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const now = scope.clock.now()
  const today = dateIn(now, team.time_zone)
  const { invoice } = applyReportedChange(edited, reported, { now, today, newUuid: () => '' })
  const amountCents = payableCents(invoice)
  if (amountCents === 0n) return null
  const current = invoice.charge_id === null ? undefined : await findCharge(world.pool, invoice.charge_id)
  // A charge that its bank has not confirmed yet is asked for again, and replaced by what the bank makes now.
  if (current !== undefined && isPayable(current) && current.amount_cents === amountCents) return null
  const client = await clientOf(world.pool, scope.owner, invoice)
  return chargeWish(invoice, amountCents, { team, client, today })
}
