// One recharge with how to pay it, or a page of them.
import type { Recharge, RechargeStatus } from '../../../contract/wallet.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { findCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { isPending } from './recharge-states.ts'
import { findRecharge, listRecharges } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

export async function readRecharge(world: World, owner: Owner, id: string): Promise<Recharge> {
  const recharge = (await findRecharge(world.pool, owner, id)) ?? fail('recharge_not_found')
  const charge = isPending(recharge) ? await findCharge(world.pool, recharge.charge_id) : undefined
  return rechargeView(world, recharge, charge)
}

export async function readRecharges(
  world: World,
  owner: Owner,
  status: RechargeStatus | undefined,
  page: Page,
): Promise<Listing<Recharge>> {
  const { items, total } = await listRecharges(world.pool, owner, { status }, page)
  return { items: items.map((recharge) => rechargeView(world, recharge)), total }
}
