// The one way in which a stored invoice changes: locked, edited, and saved with all that follows.
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { clientOf } from '../clients/client-store.ts'
import { findCharges } from '../payments/charge-store.ts'
import type { ChargeWish } from '../payments/new-charge.ts'
import { isPayable } from '../payments/states.ts'
import { demandTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { applyReportedChange, type ReportedChange } from './apply-reported-change.ts'
import { chargeWish } from './charge-wish.ts'
import { CHARGE_COLUMNS, isFit } from './invoice-charge.ts'
import { latePaidOf } from './invoice-payment-store.ts'
import { findInvoice, type InvoiceRow, lockInvoice } from './invoice-store.ts'
import type { WarnedInvoice } from './invoice-view.ts'
import { type PreparedBanks, prepareBanks } from './prepare-bank.ts'
import { demandClient } from './read-input.ts'
import { saveInvoice } from './save-invoice.ts'

export type Edit = (before: InvoiceRow, newUuid: () => string) => InvoiceRow

const unedited: Edit = (before) => before

export async function changeInvoice(
  world: World,
  scope: Scope,
  id: string,
  reported: ReportedChange,
  edit: Edit = unedited,
): Promise<WarnedInvoice> {
  const known = isUuid(id) ? await findInvoice(world.pool, scope.owner, id) : undefined
  if (known === undefined) return fail('invoice_not_found')
  const likely = edit(known, () => '')
  const banks = await prepareBanks(world, scope, likely, () =>
    likelyWishes(world, scope, known, likely, reported),
  )
  return transaction(world, scope, async (tx) => {
    const before = (await lockInvoice(tx, known.id)) ?? fail('invoice_not_found')
    return saveChange(world, tx, before, edit(before, tx.newUuid), reported, banks)
  })
}

/** `before` is locked. */
export async function saveChange(
  world: World,
  tx: Tx,
  before: InvoiceRow,
  edited: InvoiceRow,
  reported: ReportedChange,
  banks: PreparedBanks,
): Promise<WarnedInvoice> {
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await demandClient(tx, tx.owner, edited.client_id)
  const today = dateIn(tx.now, team.time_zone)
  // Only what goes back asks for it.
  const latePaidCents = mayGoBack(reported) ? await latePaidOf(tx, before.id) : 0n
  const moment = { now: tx.now, zone: team.time_zone, newUuid: tx.newUuid, latePaidCents }
  const changed = applyReportedChange(edited, reported, moment)
  return saveInvoice(world, tx, before, changed, { team, client, today, banks, newsOfCreation: null })
}

function mayGoBack({ amountPaidCents, received }: ReportedChange): boolean {
  return amountPaidCents !== undefined || (received !== undefined && received.amountCents < 0n)
}

/** The charges that the change will need, as far as is known before the invoice is locked. */
async function likelyWishes(
  world: World,
  scope: Scope,
  known: InvoiceRow,
  edited: InvoiceRow,
  reported: ReportedChange,
): Promise<(method: PaymentMethod) => ChargeWish | null> {
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const now = scope.clock.now()
  const today = dateIn(now, team.time_zone)
  const { invoice } = applyReportedChange(edited, reported, {
    now,
    zone: team.time_zone,
    newUuid: () => '',
  })
  const client = await clientOf(world.pool, scope.owner, invoice)
  const ids = Object.values(CHARGE_COLUMNS).flatMap((column) => invoice[column] ?? [])
  const charges = await findCharges(world.pool, ids)
  return (method) => {
    const wish = chargeWish(method, invoice, { team, client, today })
    const current = charges.find(({ id }) => id === invoice[CHARGE_COLUMNS[method]])
    // A charge that its bank has not confirmed yet is asked for again, and replaced by what the bank makes now.
    const isThere = current !== undefined && isPayable(current) && isFit(current, wish, known, invoice)
    return isThere ? null : wish
  }
}
