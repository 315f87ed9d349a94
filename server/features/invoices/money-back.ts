// Money that leaves an invoice again, to its payer or in a dispute: the client's credit that came of it goes with it.
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { giveCreditBack, reclaimCredit } from '../client-credit/credit.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import type { PreparedBanks } from './charges.ts'
import { beyond } from './rules.ts'
import { creditMoney, saveChange } from './save.ts'
import {
  creditPaid,
  type InvoiceRow,
  insertPayment,
  isReclaimed,
  lockInvoice,
  type PaymentRow,
  paymentsOf,
  storeInvoice,
} from './store.ts'

type Moved = Pick<PaymentRow, 'amount_cents' | 'method' | 'charge_id' | 'reference'> & { id?: string }

/** Money that comes to the invoice only to leave it in the same transaction: nobody paid, so there is no event. */
export async function putBack(tx: Tx, invoice: InvoiceRow, moved: Moved): Promise<InvoiceRow> {
  await insertPayment(tx, {
    id: tx.newUuid(),
    ...moved,
    invoice_id: invoice.id,
    late_cents: 0n,
    surcharge_cents: 0n,
    manual_method: null,
    paid_at: tx.now,
    created_at: tx.now,
  })
  const after = { ...invoice, amount_paid_cents: invoice.amount_paid_cents + moved.amount_cents }
  await storeInvoice(tx, after)
  return after
}

/** Puts credit that came of the invoice's money back into it, as far as it is unused. */
export async function reclaim(
  tx: Tx,
  invoice: InvoiceRow,
  wanted: Cents,
  reference: string,
): Promise<{ invoice: InvoiceRow; reclaimedCents: Cents }> {
  const out = await creditOut(tx, invoice.id)
  const most = wanted < out ? wanted : out
  if (most <= 0n) return { invoice, reclaimedCents: 0n }
  const paymentId = tx.newUuid()
  const place = { clientId: invoice.client_id, invoiceId: invoice.id, paymentId }
  const cents = await reclaimCredit(tx, place, most, await today(tx))
  if (cents === 0n) return { invoice, reclaimedCents: 0n }
  const moved = { id: paymentId, amount_cents: cents, method: 'credit', charge_id: null, reference } as const
  return { invoice: await putBack(tx, invoice, moved), reclaimedCents: cents }
}

/** What of the missing money became credit that is used. */
export async function uncoveredOf(tx: Tx, invoiceId: string, missing: Cents): Promise<Cents> {
  const out = await creditOut(tx, invoiceId)
  return missing < out ? missing : out
}

/** What of the invoice's money is credit of the client, used or not. */
async function creditOut(tx: Tx, invoiceId: string): Promise<Cents> {
  return beyond(0n, creditPaid((await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []))
}

/** The money stays after all, so what was taken of the credit is credit again. */
export async function restoreCredit(
  world: World,
  tx: Tx,
  invoiceId: string,
  { cents, reference, banks }: { cents: Cents; reference: string; banks: PreparedBanks },
): Promise<void> {
  const before = await lockInvoice(tx, invoiceId)
  if (before === undefined || cents === 0n) return
  const payments = (await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []
  const taken = payments.findLast((one) => isReclaimed(one) && one.reference === reference)
  if (taken === undefined) return
  const paymentId = tx.newUuid()
  const place = { clientId: before.client_id, invoiceId, paymentId }
  await giveCreditBack(tx, { ...place, cents, ofPayments: [taken.id] }, await today(tx))
  const received = { ...creditMoney(tx, paymentId), amountCents: -cents, reference }
  await saveChange(world, tx, { before, reported: { received, notifyClient: false }, banks })
}

async function today(tx: Tx): Promise<Temporal.PlainDate> {
  return dateIn(tx.now, (await demandTeam(tx, tx.owner.teamId)).time_zone)
}
