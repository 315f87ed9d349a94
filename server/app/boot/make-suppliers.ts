// Connects the suppliers that the settings name.

import { makeDuffel } from '../../adapters/flights/duffel/duffel.ts'
import type { Supplier } from '../../adapters/flights/port.ts'
import { makeSimulatedCarrier } from '../../adapters/flights/simulated/simulated-carrier.ts'
import { makeAtlas } from '../../features/flights/reference/atlas.ts'
import type { Pool } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/process/clock.ts'
import type { Config } from './config.ts'

/** One supplier may be several: Duffel is one for each of its tokens. */
type Connect = (config: Config, pool: Pool, wall: Clock) => Supplier[]

/** One for all services of a process: what was found out about it is found out once. */
const atlas = makeAtlas()

const SUPPLIERS: Readonly<Record<Config['suppliers'][number], Connect>> = {
  simulated: ({ environment }, pool) => [
    makeSimulatedCarrier({
      pool,
      atlas,
      serves: (mode) => mode === 'test' || environment !== 'production',
    }),
  ],
  duffel: ({ duffelUrl: baseUrl, supplierSearchSeconds, ...config }, _pool, wall) => {
    const accounts = [
      { token: config.duffelToken, webhookSecret: config.duffelWebhookSecret },
      { token: config.duffelTestToken, webhookSecret: config.duffelTestWebhookSecret },
    ]
    const limits = { searchMs: supplierSearchSeconds * 1_000 }
    const connected = accounts.flatMap(({ token, webhookSecret }) =>
      token === null ? [] : [makeDuffel({ token, webhookSecret, baseUrl, wall, limits })],
    )
    if (connected.length === 0)
      throw new Error('SUPPLIERS names duffel, but neither DUFFEL_TOKEN nor DUFFEL_TEST_TOKEN is set')
    return connected
  },
}

export function makeSuppliers(config: Config, pool: Pool, wall: Clock): Supplier[] {
  return config.suppliers.flatMap((name) => SUPPLIERS[name](config, pool, wall))
}
