// Where the payer of a charge finds what to pay. The links cannot be guessed and need no key.
import { PAY_PATH } from '../../../contract/links.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'

export function pageUrl(world: World, { link_token }: Pick<ChargeRow, 'link_token'>): string {
  return `${world.address.url}${PAY_PATH}/${link_token}`
}

export function qrCodeUrl(world: World, charge: Pick<ChargeRow, 'link_token'>): string {
  return `${pageUrl(world, charge)}/qrcode.svg`
}

/** A real bank prints its own, with all that ours does not know. */
export function boletoPdfUrl(
  world: World,
  charge: Pick<ChargeRow, 'link_token' | 'boleto_slip_url'>,
): string {
  return charge.boleto_slip_url ?? `${pageUrl(world, charge)}/boleto.pdf`
}
