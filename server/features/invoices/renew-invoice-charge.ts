// Renews the charge of an invoice: when the bank removed the old one, when it expired, or when a bank was connected at
// last.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { moveCharge } from '../payments/charge-store.ts'
import { withdrawIfKept } from '../payments/withdraw-if-kept.ts'
import type { chargeInvoices } from '../payments/work.ts'
import type { World } from '../world.ts'
import { saveChange } from './change-invoice.ts'
import { CHARGE_COLUMNS } from './invoice-charge.ts'
import { findInvoice, type InvoiceRow, invoicesWithoutCharge, lockInvoice } from './invoice-store.ts'
import { prepareBanks } from './prepare-bank.ts'
import { isDraft } from './states.ts'
import * as work from './work.ts'

/** Ends the charge that the bank removed or that expired, and makes another if the invoice is still to be paid. */
export async function renewChargeOfInvoice(
  world: World,
  scope: Scope,
  charge: { id: string | null; reference_id: string },
  because: 'withdraw' | 'expire',
  isWanted: (invoice: InvoiceRow) => boolean = () => true,
): Promise<void> {
  const known = await findInvoice(world.pool, scope.owner, charge.reference_id)
  if (known === undefined || withoutCharge(known, charge.id) === null) return
  const banks = isWanted(known) ? await prepareBanks(world, scope, known) : {}
  await transaction(world, scope, async (tx) => {
    const invoice = await lockInvoice(tx, known.id)
    const renewed = invoice === undefined ? null : withoutCharge(invoice, charge.id)
    if (invoice === undefined || renewed === null) return
    if (isWanted(invoice) !== isWanted(known)) throw new Error(`invoice ${known.id} was changed just now`)
    const ended = charge.id === null ? undefined : await moveCharge(tx, charge.id, because)
    if (ended !== undefined && because === 'expire') withdrawIfKept(tx, ended)
    await saveChange(world, tx, invoice, renewed, {}, banks)
  })
}

/** The invoice without this charge; null where it is none of its charges any more. */
function withoutCharge(invoice: InvoiceRow, id: string | null): InvoiceRow | null {
  if (id === null) return invoice
  const column = Object.values(CHARGE_COLUMNS).find((name) => invoice[name] === id)
  return column === undefined ? null : { ...invoice, [column]: null }
}

/** Due work at a charge's last moment, or, for an invoice that has none, when there is a bank. */
export async function renewInvoiceCharge(
  world: World,
  { payload, scope }: TaskOf<typeof work.renewInvoiceCharge>,
): Promise<void> {
  const { invoice_id, charge_id } = payload
  // An old draft gets its new code when it is sent.
  const isWanted = (invoice: InvoiceRow) => charge_id === null || !isDraft(invoice)
  await renewChargeOfInvoice(world, scope, { id: charge_id, reference_id: invoice_id }, 'expire', isWanted)
}

const SCHEDULED_AT_ONCE = 500

/** Due work when a bank was connected: gives a charge to the invoices that were made without a bank. */
export async function chargeWaitingInvoices(
  world: World,
  { piece, scope }: TaskOf<typeof chargeInvoices>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await invoicesWithoutCharge(world.pool, scope.owner, after, SCHEDULED_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return
    await transaction(world, scope, async (tx) => {
      for (const invoice_id of ids) {
        const payload = { invoice_id, charge_id: null }
        schedule(tx, work.renewInvoiceCharge, { at: tx.now, key: `${piece.key} ${invoice_id}`, payload })
      }
    })
    after = last
  }
}
