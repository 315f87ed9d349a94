// The only maker of a recharge's public JSON.
import { SIMULATED } from '../../../contract/banks.ts'
import type { Recharge } from '../../../contract/wallet.ts'
import { digitableLine } from '../../kernel/values/boleto.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { boletoPdfUrl, pageUrl, qrCodeUrl } from '../payments/charge-links.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'
import type { RechargeRow } from './recharge-store.ts'

/** With its charge it also shows how to pay, as long as it can be paid. */
export function rechargeView(world: World, recharge: RechargeRow, charge?: ChargeRow): Recharge {
  const { status, paid_at, paid_cents, held_cents, transaction_id } = recharge
  return {
    id: recharge.id,
    amount: formatAmount(recharge.amount_cents),
    currency: 'BRL',
    status,
    payment_method: recharge.payment_method,
    ...(charge !== undefined && isPayable(charge) && waysToPay(world, charge)),
    ...(paid_at !== null && { paid_at: isoTimestamp(paid_at) }),
    ...(paid_cents !== null && { paid_amount: formatAmount(paid_cents) }),
    ...(held_cents > 0n && { held_amount: formatAmount(held_cents) }),
    ...(transaction_id !== null && { transaction_id }),
    created_at: isoTimestamp(recharge.created_at),
  }
}

function waysToPay(world: World, charge: ChargeRow): Pick<Recharge, 'payment' | 'simulated'> {
  const isPlayed = charge.mode === 'live' && charge.provider === SIMULATED
  return { payment: paymentView(world, charge), ...(isPlayed && { simulated: true }) }
}

function paymentView(world: World, charge: ChargeRow): NonNullable<Recharge['payment']> {
  const expires_at = isoTimestamp(charge.expires_at)
  const { pix_copy_paste, boleto_barcode } = charge
  if (pix_copy_paste !== null) return { pix_copy_paste, pix_qrcode_url: qrCodeUrl(world, charge), expires_at }
  if (boleto_barcode === null) throw new Error(`charge ${charge.id} can be paid, but by no method`)
  return {
    boleto_barcode,
    boleto_digitable_line: digitableLine(boleto_barcode),
    boleto_url: pageUrl(world, charge),
    boleto_pdf_url: boletoPdfUrl(world, charge),
    expires_at,
  }
}
