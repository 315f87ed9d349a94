// Routes a bank's verdict on a charge to the feature that owns the charge.

import { applyInvoiceState } from '../invoicing/invoices/settle-invoice-charge.ts'
import type { Scope } from '../outbox/transaction.ts'
import type { ChargeState } from '../outside/banks/port.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { applyState } from '../wallet/settle-recharge.ts'
import type { World } from '../world.ts'

type Apply = (
  world: World,
  scope: Scope,
  charge: ChargeRow,
  state: Pick<ChargeState, 'status' | 'payments'>,
) => Promise<void>

const PURPOSES: Readonly<Record<ChargeRow['purpose'], Apply>> = {
  recharge: applyState,
  invoice: applyInvoiceState,
}

/** Each payment counts once, however often it is told. */
export const settleCharge: Apply = (world, scope, charge, state) =>
  PURPOSES[charge.purpose](world, scope, charge, state)
