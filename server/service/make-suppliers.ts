// Connects the suppliers that the settings name.

import type { Pool } from '../base/database/db.ts'
import type { Clock } from '../base/process/clock.ts'
import { makeAtlas } from '../flights/atlas.ts'
import { makeDuffel } from '../outside/suppliers/duffel/duffel.ts'
import type { Supplier } from '../outside/suppliers/port.ts'
import { makeSimulatedCarrier } from '../outside/suppliers/simulated/simulated-carrier.ts'
import type { Config } from './config.ts'

export function makeSuppliers(config: Config, pool: Pool, wall: Clock): Supplier[] {
  const isProduction = config.environment === 'production'
  const { duffelUrl: baseUrl, duffelToken, duffelTestToken } = config
  return config.suppliers.flatMap((name): Supplier[] => {
    if (name === 'simulated')
      return [
        makeSimulatedCarrier({
          pool,
          atlas: makeAtlas(),
          serves: (mode) => mode === 'test' || !isProduction,
        }),
      ]
    const limits = { searchMs: config.supplierSearchSeconds * 1_000 }
    const tokens = [duffelToken, duffelTestToken].filter((token) => token !== null)
    if (tokens.length === 0)
      throw new Error('SUPPLIERS names duffel, but neither DUFFEL_TOKEN nor DUFFEL_TEST_TOKEN is set')
    return tokens.map((token) => makeDuffel({ token, baseUrl, wall, limits }))
  })
}
