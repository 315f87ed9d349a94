// Checks the last line of every wallet each minute. A wrong ledger raises an alarm.

import { ledgerFaults } from '../../features/wallet/ledger-proof.ts'
import { proveHeads } from '../../features/wallet/ledger-proof.ts'
import type { World } from '../../features/world.ts'
import { scheduleNext } from '../../kernel/jobs/schedule.ts'
import * as work from './work.ts'

export async function proveLedger(world: World): Promise<void> {
  await scheduleNext(world, work.proveLedgerJob)
  const faults = await proveHeads(world.pool)
  ledgerFaults.set(faults.length)
  for (const { wallet, fault } of faults)
    world.log.error({ wallet, fault }, 'the ledger is wrong; run "npx embarque doctor"')
}
