// The PIX charge of an invoice: made with it, replaced when the amount changes, withdrawn when nothing is left to pay.
import { SIMULATED } from '../../../contract/banks.ts'
import type { Pix } from '../../../contract/invoices.ts'
import type { Queryable } from '../../base/database/db.ts'
import { dayEnd, isoTimestamp } from '../../base/values/dates.ts'
import type { Cents } from '../../base/values/money.ts'
import type { ClientRow } from '../../clients/client-store.ts'
import { schedule } from '../../outbox/schedule.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { qrCodeUrl } from '../../payments/charge-links.ts'
import { type ChargeRow, findCharge, findCharges, moveCharge } from '../../payments/charge-store.ts'
import { type ChargeWish, newCharge } from '../../payments/new-charge.ts'
import { withdrawCharge } from '../../payments/work.ts'
import { isAwaited, isPayable } from '../../rules/charge-states.ts'
import { isCancelled, isPaid } from '../../rules/invoice-states.ts'
import { amountDue } from '../../rules/payment-status.ts'
import type { Team } from '../../teams/team-store.ts'
import type { World } from '../../world.ts'
import { taxIdOf } from '../documents/parties.ts'
import * as work from '../work.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { numberText } from './invoice-view.ts'
import type { PreparedBank } from './prepare-bank.ts'

/** How long after the due date, or after today if that is later, a code can be paid; then it is renewed. */
const DAYS_AFTER_DUE = 30
export const RECEIVER_CITY = 'São Paulo'
/** What fits into a code. */
export const PIX_CENTS_MAX: Cents = 999_999_999_999n

export interface ChargeContext {
  team: Pick<Team, 'name' | 'time_zone'>
  client: Pick<ClientRow, 'full_name' | 'client_type' | 'cpf' | 'cnpj'>
  /** In the team's time zone. */
  today: Temporal.PlainDate
  /** Null: there is no bank to charge through. */
  bank: PreparedBank | null
}

/** What can be paid by PIX now: what is left, unless the invoice is cancelled or was reported as paid. */
export function payableCents(
  invoice: Pick<InvoiceRow, 'status' | 'payment_status' | 'total_cents' | 'amount_paid_cents'>,
): Cents {
  const isOver = isCancelled(invoice) || isPaid(invoice)
  const due = isOver ? 0n : amountDue(invoice.total_cents, invoice.amount_paid_cents)
  return due > PIX_CENTS_MAX ? 0n : due
}

/** The charge by which the invoice can be paid as it is now; its old one is kept if it fits, else withdrawn. */
export async function adjustCharge(
  tx: Tx,
  invoice: InvoiceRow,
  context: ChargeContext,
): Promise<ChargeRow | null> {
  const wanted = payableCents(invoice)
  const current = invoice.charge_id === null ? undefined : await findCharge(tx, invoice.charge_id)
  // A charge that its bank has not confirmed yet is replaced by one that a bank has just made.
  const isBetterMade =
    current !== undefined && isAwaited(current) && context.bank?.made?.order.amountCents === wanted
  if (current !== undefined && mayFit(current, wanted) && !isBetterMade) return current
  if (current !== undefined) await withdraw(tx, current)
  if (wanted === 0n || context.bank === null) return null
  const charge = await issue(tx, context.bank, chargeWish(invoice, wanted, context))
  const renewal = { invoice_id: invoice.id, charge_id: charge.id }
  schedule(tx, work.renewInvoiceCharge, { at: charge.expires_at, key: charge.id, payload: renewal })
  return charge
}

/** It asks for the right amount, and can be paid, now or as soon as its bank has made it. */
function mayFit(charge: ChargeRow, wantedCents: Cents): boolean {
  return (isPayable(charge) || isAwaited(charge)) && charge.amount_cents === wantedCents
}

/** What a bank is asked to collect for this invoice. */
export function chargeWish(
  invoice: InvoiceRow,
  amountCents: Cents,
  { team, client, today }: Omit<ChargeContext, 'bank'>,
): ChargeWish {
  const due = Temporal.PlainDate.from(invoice.due_date)
  const last = Temporal.PlainDate.compare(due, today) > 0 ? due : today
  const number = numberText(invoice)
  return {
    purpose: 'invoice',
    referenceId: invoice.id,
    method: 'pix',
    amountCents,
    expiresAt: new Date(dayEnd(last.add({ days: DAYS_AFTER_DUE }), team.time_zone).getTime() - 1),
    receiver: { name: team.name, city: RECEIVER_CITY },
    payerName: client.full_name,
    payerDocument: taxIdOf(client),
    description: number === null ? 'Fatura' : `Fatura ${number}`,
  }
}

async function issue(tx: Tx, { chosen, made }: PreparedBank, wish: ChargeWish): Promise<ChargeRow> {
  const fitting = made?.order.amountCents === wish.amountCents ? made : null
  const { charge } = await newCharge(tx, chosen, wish, fitting)
  if (isAwaited(charge)) schedule(tx, work.openInvoiceCharge, { at: tx.now, key: charge.id, payload: null })
  return charge
}

/** For an invoice that goes away altogether. */
export async function withdrawChargeOf(tx: Tx, { charge_id }: InvoiceRow): Promise<void> {
  if (charge_id !== null) await withdraw(tx, { id: charge_id })
}

/** The simulated bank needs no withdrawal: a charge that is not shown cannot be paid there. */
async function withdraw(tx: Tx, { id }: Pick<ChargeRow, 'id'>): Promise<void> {
  const charge = await moveCharge(tx, id, 'withdraw')
  if (charge === undefined || charge.provider === SIMULATED) return
  schedule(tx, withdrawCharge, { at: tx.now, key: charge.id, payload: null })
}

/** The charges by which these can be paid or were paid, by id. */
export async function chargesOf(
  db: Queryable,
  all: readonly { charge_id: string | null }[],
): Promise<Map<string, ChargeRow>> {
  const ids = all.flatMap(({ charge_id }) => (charge_id === null ? [] : [charge_id]))
  return new Map((await findCharges(db, ids)).map((charge) => [charge.id, charge]))
}

export function pixView(world: World, charge: ChargeRow | null): Pix | null {
  if (charge === null || !isPayable(charge) || charge.pix_copy_paste === null) return null
  return {
    copy_paste: charge.pix_copy_paste,
    qrcode_url: qrCodeUrl(world, charge),
    txid: charge.txid,
    expires_at: isoTimestamp(charge.expires_at),
  }
}
