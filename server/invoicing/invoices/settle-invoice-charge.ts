// What becomes of an invoice when its PIX charge is paid, taken away by the bank, or about to end. The same payment
// told again changes nothing.
import type { Invoice } from '../../../contract/invoices.ts'
import { schedule } from '../../outbox/schedule.ts'
import { type Scope, type Tx, transaction } from '../../outbox/transaction.ts'
import type { TaskOf } from '../../outbox/work.ts'
import type { ChargeState, ReceivedPayment } from '../../outside/banks/port.ts'
import { bankOfCharge } from '../../payments/bank-of.ts'
import { type ChargeRow, findCharge, openCharge, recordChargePayment } from '../../payments/charge-store.ts'
import { type chargeInvoices, withdrawCharge } from '../../payments/work.ts'
import type { World } from '../../world.ts'
import * as work from '../work.ts'
import { storeChange } from './change-invoice.ts'
import {
  findInvoice,
  type InvoiceRow,
  invoicesWithoutCharge,
  lockInvoice,
  updateInvoice,
} from './invoice-store.ts'
import { type PreparedBank, prepareAnyBank } from './prepare-bank.ts'

/** The invoice as the payment left it; undefined where this payment was counted before, or its draft is gone. */
export async function payInvoice(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  payment: ReceivedPayment,
): Promise<Invoice | undefined> {
  const bank = await bankForRest(world, scope, charge)
  return transaction(world, scope, (tx) => takeInvoicePayment(world, tx, charge, payment, bank))
}

/** Part of the amount may be left to pay, and then a new charge is made for it. */
export async function bankForRest(
  world: World,
  scope: Scope,
  { reference_id }: Pick<ChargeRow, 'reference_id'>,
): Promise<PreparedBank | null> {
  const known = await findInvoice(world.pool, scope.owner, reference_id)
  return known === undefined ? null : prepareAnyBank(world, scope, known.payment_provider_id)
}

export async function takeInvoicePayment(
  world: World,
  tx: Tx,
  charge: ChargeRow,
  payment: ReceivedPayment,
  bank: PreparedBank | null,
): Promise<Invoice | undefined> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  if (!(await recordChargePayment(tx, charge.id, payment))) return undefined
  if (invoice === undefined) {
    const lost = { charge: charge.id, invoice: charge.reference_id, payment: payment.id }
    world.log.error(lost, 'money came for an invoice that was deleted: give it back, or record it by hand')
    return undefined
  }
  const received = {
    amountCents: payment.amountCents,
    method: 'pix' as const,
    paidAt: payment.paidAt,
    chargeId: charge.id,
    reference: payment.id,
  }
  return storeChange(world, tx, invoice, invoice, { received }, bank)
}

/** What the bank's books say of the charge: its payments count, and one that the bank took away is replaced. */
export async function applyInvoiceState(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  { status, payments }: Pick<ChargeState, 'status' | 'payments'>,
): Promise<void> {
  for (const payment of payments) await payInvoice(world, scope, charge, payment)
  if (status === 'removed') await replaceCharge(world, scope, charge)
}

/** The bank took the charge away, or its time is over: the invoice gets another, if it is still to be paid. */
async function replaceCharge(
  world: World,
  scope: Scope,
  charge: { id: string | null; reference_id: string },
  isWanted: (invoice: InvoiceRow) => boolean = () => true,
): Promise<void> {
  const known = await findInvoice(world.pool, scope.owner, charge.reference_id)
  if (known === undefined || known.charge_id !== charge.id) return
  const bank = isWanted(known) ? await prepareAnyBank(world, scope, known.payment_provider_id) : null
  await transaction(world, scope, async (tx) => {
    const invoice = await lockInvoice(tx, known.id)
    if (invoice === undefined || invoice.charge_id !== charge.id) return
    if (isWanted(invoice) !== isWanted(known)) throw new Error(`invoice ${known.id} was changed just now`)
    await storeChange(world, tx, invoice, { ...invoice, charge_id: null }, {}, bank)
  })
}

/** Due work at a charge's last moment, or, for an invoice that has none, when there is a bank. */
export async function renewInvoiceCharge(
  world: World,
  { payload, scope }: TaskOf<typeof work.renewInvoiceCharge>,
): Promise<void> {
  const { invoice_id, charge_id } = payload
  // A draft that was left lying for so long gets another code when it is sent.
  const isWanted = ({ status }: InvoiceRow) => charge_id === null || status !== 'draft'
  await replaceCharge(world, scope, { id: charge_id, reference_id: invoice_id }, isWanted)
}

const SCHEDULED_AT_ONCE = 500

/** Due work when a bank was connected: what was made while there was none gets its code now. */
export async function chargeWaitingInvoices(
  world: World,
  { piece, scope }: TaskOf<typeof chargeInvoices>,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await invoicesWithoutCharge(world.pool, scope.owner, after, SCHEDULED_AT_ONCE)
    if (ids.length === 0) return
    await transaction(world, scope, async (tx) => {
      for (const invoice_id of ids) {
        const payload = { invoice_id, charge_id: null }
        schedule(tx, work.renewInvoiceCharge, { at: tx.now, key: `${piece.key} ${invoice_id}`, payload })
      }
    })
    after = ids.at(-1)!
  }
}

const RECEIVER_CITY = 'São Paulo'
/** A bank may be away for days: after the first tries it is asked now and then, until the charge would end. */
const FIRST_TRIES = 6
const NEXT_TRIES_AFTER_MS = 4 * 3_600_000

/** Due work: asks a bank that did not answer when the invoice was made. The same order again gives the same charge. */
export async function openInvoiceCharge(
  world: World,
  { piece, last }: TaskOf<typeof work.openInvoiceCharge>,
): Promise<void> {
  const charge = await findCharge(world.pool, piece.key.split('#')[0]!)
  if (charge?.status !== 'requested') return
  const bank = await bankOfCharge(world, charge)
  if (bank === null) return
  const answer = await bank.open({
    txid: charge.txid,
    method: charge.method,
    amountCents: charge.amount_cents,
    createdAt: charge.created_at,
    expiresAt: charge.expires_at,
    receiver: { name: charge.receiver_name, city: RECEIVER_CITY },
    payer: { name: charge.payer_name, document: null },
    description: 'Fatura',
  })
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
    // Given up since it was asked for: what the bank has made by now is taken away again.
    if (!(await openCharge(tx, charge.id, answer.value)))
      return schedule(tx, withdrawCharge, { at: tx.now, key: charge.id, payload: null })
    if (invoice?.charge_id !== charge.id) return
    // Whoever looks at its page learns by this that there is something new.
    await updateInvoice(tx, { ...invoice, updated_at: tx.now })
  })
}
