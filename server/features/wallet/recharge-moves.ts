// Moves a recharge between its states, and its public JSON.
import { SIMULATED } from '../../../contract/payment-providers.ts'
import type { Recharge } from '../../../contract/wallet.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import { type ChargeRow, moveCharge } from '../payments/charge-store.ts'
import { boletoPdfUrl, pageUrl, qrCodeUrl } from '../payments/payer-links.ts'
import { isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'
import { type RechargeRow, setRechargeStatus } from './recharge-store.ts'
import { RECHARGE_MOVES, type RechargeEvent, type RechargeTrigger } from './states.ts'

/** The recharge after a move other than a payment; undefined if its state does not allow it. */
export async function moveRecharge(
  world: World,
  tx: Tx,
  id: string,
  trigger: Exclude<RechargeTrigger, 'payment'>,
): Promise<RechargeRow | undefined> {
  const { from, to, emits } = moveBy(RECHARGE_MOVES, trigger)
  const moved = await setRechargeStatus(tx, id, from, to)
  if (moved === undefined) return undefined
  recordRecharge(tx, moved, { status: from.join(' or ') })
  emitRecharge(tx, emits, rechargeView(world, moved))
  return moved
}

/** The bank removed the charge. Undefined if it was withdrawn or over before, because then the removal was requested. */
export async function failRecharge(
  world: World,
  tx: Tx,
  { id, reference_id }: Pick<ChargeRow, 'id' | 'reference_id'>,
): Promise<RechargeRow | undefined> {
  if ((await moveCharge(tx, id, 'withdraw')) === undefined) return undefined
  return moveRecharge(world, tx, reference_id, 'provider_failure')
}

/** For the audit log; `before` is null for a new recharge. */
export function recordRecharge(tx: Tx, recharge: RechargeRow, before: { status: string } | null): void {
  const { id: objectId, status, payment_method, amount_cents } = recharge
  const after = before ? { status } : { status, payment_method, amount: formatAmount(amount_cents) }
  record(tx, { topic: 'money', object: 'recharge', objectId, before, after })
}

/** Emitted once the charge can be paid; the view shows how. */
export function emitRechargeBegun(tx: Tx, view: Recharge): void {
  emitRecharge(tx, RECHARGE_MOVES.begins.ask.emits, view)
}

/** `credited` emits the event of the ledger line, if there is one. */
export function emitRecharge(
  tx: Tx,
  emits: readonly RechargeEvent[],
  view: Recharge,
  credited?: () => void,
): void {
  for (const type of emits) {
    if (type !== 'wallet.credit') emit(tx, type, view)
    else if (credited === undefined)
      throw new Error(`recharge ${view.id} emits a credit without a ledger line`)
    else credited()
  }
}

/** With a charge that can be paid, it also shows how to pay. */
export function rechargeView(world: World, recharge: RechargeRow, charge?: ChargeRow): Recharge {
  const { status, paid_at, paid_cents, held_cents, transaction_id } = recharge
  return {
    id: recharge.id,
    amount: formatAmount(recharge.amount_cents),
    currency: 'BRL',
    status,
    payment_method: recharge.payment_method,
    ...(charge !== undefined && isPayable(charge) && howToPay(world, charge)),
    ...(paid_at !== null && { paid_at: isoTimestamp(paid_at) }),
    ...(paid_cents !== null && { paid_amount: formatAmount(paid_cents) }),
    ...(held_cents > 0n && { held_amount: formatAmount(held_cents) }),
    ...(transaction_id !== null && { transaction_id }),
    metadata: recharge.metadata,
    external_reference: recharge.external_reference,
    created_at: isoTimestamp(recharge.created_at),
    updated_at: isoTimestamp(recharge.updated_at),
  }
}

function howToPay(world: World, charge: ChargeRow): Pick<Recharge, 'payment' | 'simulated'> {
  const isSimulated = charge.mode === 'live' && charge.provider === SIMULATED
  return { payment: paymentView(world, charge), ...(isSimulated && { simulated: true }) }
}

function paymentView(world: World, charge: ChargeRow): NonNullable<Recharge['payment']> {
  const expires_at = isoTimestamp(charge.expires_at)
  const { code, barcode } = charge.instructions ?? {}
  if (code !== undefined)
    return { pix_copy_paste: code, pix_qrcode_url: qrCodeUrl(world, charge), expires_at }
  if (barcode === undefined) throw new Error(`charge ${charge.id} can be paid, but by no method`)
  return {
    boleto_barcode: barcode,
    boleto_digitable_line: digitableLine(barcode),
    boleto_url: pageUrl(world, charge),
    boleto_pdf_url: boletoPdfUrl(world, charge),
    expires_at,
  }
}
