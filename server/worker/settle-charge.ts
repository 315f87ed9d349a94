// A charge names its purpose; here stands who is told when it is paid or taken away.
import type { Scope } from '../base/transaction.ts'
import { payInvoice, replaceCharge } from '../invoicing/settle-invoice-charge.ts'
import type { ChargeState, ReceivedPayment } from '../outside/payment-provider/payment-provider.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { failRecharge, payRecharge } from '../wallet/settle-recharge.ts'
import type { World } from '../world.ts'

interface Purpose {
  paid: (world: World, scope: Scope, charge: ChargeRow, payment: ReceivedPayment) => Promise<unknown>
  removed: (world: World, scope: Scope, charge: ChargeRow) => Promise<unknown>
}

const PURPOSES: Readonly<Record<ChargeRow['purpose'], Purpose>> = {
  recharge: { paid: payRecharge, removed: failRecharge },
  invoice: { paid: payInvoice, removed: replaceCharge },
}

/** Each payment counts once, however often it is told. */
export async function settleCharge(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  { status, payments }: Pick<ChargeState, 'status' | 'payments'>,
): Promise<void> {
  const purpose = PURPOSES[charge.purpose]
  for (const payment of payments) await purpose.paid(world, scope, charge, payment)
  if (status === 'removed') await purpose.removed(world, scope, charge)
}
