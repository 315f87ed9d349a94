// The client's credit on an invoice: it pays what is due, and an overpayment becomes credit.
import type { OverpaymentCreditInput, UseCreditInput } from '../../../contract/invoices.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { chargeableDaysLate, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { debitCredit } from '../client-credit/credit.ts'
import { usableCredit } from '../client-credit/store.ts'
import { demandById, readAmount, readOptionalDate } from '../documents/input.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { payableCents, prepareBanks } from './charges.ts'
import { unsettledCents } from './refunds/refunds.ts'
import { convertPaymentToCredit, heldCredit, lockWithOrigins } from './returned-money.ts'
import { amountOverpaid, earlyOfferOn } from './rules.ts'
import { creditMoney, saveChange } from './save.ts'
import { isCancelled, isDraft, isSent } from './states.ts'
import { findInvoice, type InvoiceRow, latePaidOf, lockInvoice } from './store.ts'
import type { WarnedInvoice } from './view.ts'

/** Pays what is due less a discount of today; fine and interest of today too if the amount says so. */
export async function payWithCredit(
  world: World,
  scope: Scope,
  id: string,
  { amount }: NonNullable<UseCreditInput>,
): Promise<WarnedInvoice> {
  const wanted = amount === undefined ? undefined : readAmount('amount', amount)
  const known = await demandKnown(world, scope, id)
  // If a part is left to pay, it gets a new charge at these banks.
  const banks = await prepareBanks(world, scope, known)
  return transaction(world, scope, async (tx) => {
    const before = (await lockInvoice(tx, known.id)) ?? fail('invoice_not_found')
    if (!isSent(before))
      fail('invalid_status_transition', adviceWith('only an invoice that was sent is paid with credit'))
    const { time_zone } = await demandTeam(tx, tx.owner.teamId)
    const today = dateIn(tx.now, time_zone)
    const due = payableCents(before)
    if (due === 0n) fail('nothing_is_due')
    const usable = (await usableCredit(tx, tx.owner, before.client_id, today.toString())).cents
    if (usable === 0n) fail('insufficient_client_credit')
    const asked = due - (earlyOfferOn(before, today)?.cents ?? 0n)
    const cents = wanted ?? (usable < asked ? usable : asked)
    const most = due + lateToday(before, due, today)
    if (cents > most)
      failField(
        'amount',
        issueWith('is more than the {amount} BRL that are due', { amount: formatAmount(most) }),
      )
    const paymentId = tx.newUuid()
    const place = { clientId: before.client_id, invoiceId: before.id, paymentId }
    await debitCredit(tx, place, cents, today.toString())
    const received = { ...creditMoney(tx, paymentId), amountCents: cents }
    return saveChange(world, tx, { before, update: { received }, banks })
  })
}

function lateToday(invoice: InvoiceRow, due: Cents, today: Temporal.PlainDate): Cents {
  const days = chargeableDaysLate(Temporal.PlainDate.from(invoice.due_date), today)
  return lateCharges(due, lateTermsOf(invoice), days).lateCents
}

/** Nothing changes in what is due: only money that the invoice does not need leaves it. */
export async function creditOverpayment(
  world: World,
  scope: Scope,
  id: string,
  { amount, expires_on }: NonNullable<OverpaymentCreditInput>,
): Promise<WarnedInvoice> {
  const wanted = amount === undefined ? undefined : readAmount('amount', amount)
  const known = await demandKnown(world, scope, id)
  return transaction(world, scope, async (tx) => {
    const before = (await lockWithOrigins(tx, known.id)) ?? fail('invoice_not_found')
    // A draft may still be deleted, and its content may change.
    if (isDraft(before))
      fail(
        'invalid_status_transition',
        adviceWith('send or cancel the draft first; its payments stay with it'),
      )
    const over = await overpaidCents(tx, before)
    const cents = await demandFree(tx, before, { over, wanted: wanted ?? over })
    const expiresOn = await readLastDay(tx, 'expires_on', expires_on)
    const held = await heldCredit(tx, before.id)
    const paymentId = tx.newUuid()
    const place = { clientId: before.client_id, invoiceId: before.id, paymentId }
    await convertPaymentToCredit(world, tx, { ...place, held, type: 'overpayment', cents, expiresOn })
    const received = { ...creditMoney(tx, paymentId), amountCents: -cents }
    const update = { received, notifyClient: false }
    // The credit may have covered what is missing of this invoice.
    const current = (await lockInvoice(tx, before.id)) ?? before
    return saveChange(world, tx, { before: current, update, banks: {} })
  })
}

/** Of a cancelled invoice all that was paid. */
async function overpaidCents(tx: Tx, invoice: InvoiceRow): Promise<Cents> {
  if (isCancelled(invoice)) return invoice.amount_paid_cents
  return amountOverpaid(invoice, await latePaidOf(tx, invoice.id))
}

/** Fails if the money is not there, or is on its way back to the payer. */
export async function demandFree(
  tx: Tx,
  { id }: InvoiceRow,
  { over, wanted }: { over: Cents; wanted: Cents },
): Promise<Cents> {
  if (wanted === 0n || wanted > over) fail('nothing_is_overpaid')
  if (wanted > over - (await unsettledCents(tx, id))) fail('refund_under_way')
  return wanted
}

/** The last day of credit that is added now; null if it never ends. */
export async function readLastDay(
  tx: Tx,
  field: string,
  text: string | null | undefined,
): Promise<string | null> {
  const day = readOptionalDate(field, text)
  const { time_zone } = await demandTeam(tx, tx.owner.teamId)
  if (day !== null && day < dateIn(tx.now, time_zone).toString()) failField(field, 'must not be before today')
  return day
}

function demandKnown(world: World, scope: Scope, id: string): Promise<InvoiceRow> {
  return demandById(id, (uuid) => findInvoice(world.pool, scope.owner, uuid), 'invoice_not_found')
}
