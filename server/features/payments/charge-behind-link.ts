// Finds what a payer's link leads to. Only the charge is asked whether it can be paid, not what it is for.
import type { ChargeStatus } from '../../../contract/payments.ts'
import type { BoletoStatus, BoletoView } from '../../render/boleto/boleto-view.ts'
import type { World } from '../world.ts'
import { boletoOf } from './boleto-of-charge.ts'
import { type ChargeRow, findChargeByLink } from './charge-store.ts'
import { isPayable } from './states.ts'

const BOLETO_STATUSES: Readonly<Record<ChargeStatus, BoletoStatus>> = {
  requested: 'failed',
  open: 'pending',
  paid: 'paid',
  withdrawn: 'cancelled',
  expired: 'expired',
  abandoned: 'failed',
}

/** The code to pay by PIX; null where there is none, or none any more. */
export async function pixCodeBehind(world: World, token: string): Promise<string | null> {
  const charge = await findChargeByLink(world.pool, token)
  return charge !== undefined && isPayable(charge) ? charge.pix_copy_paste : null
}

/** The boleto, even one that can no longer be paid: its page says so. What it is for may know a number for it. */
export async function boletoBehind(
  world: World,
  token: string,
  numberOf: (world: World, charge: ChargeRow) => Promise<string | null>,
): Promise<{ boleto: BoletoView; charge: ChargeRow } | null> {
  const charge = await findChargeByLink(world.pool, token)
  if (charge === undefined || charge.boleto_barcode === null) return null
  const { boleto_barcode, status } = charge
  const number = await numberOf(world, charge)
  return { boleto: boletoOf(world, { ...charge, boleto_barcode }, BOLETO_STATUSES[status], number), charge }
}
