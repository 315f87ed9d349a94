// Opens traces where a collector is set, and puts spans around what the service asks of others.

import { tracedBanks, tracedReceivers, tracedSupplier } from '../../adapters/tracing/traced-calls.ts'
import type { World } from '../../features/world.ts'
import type { Log } from '../../kernel/process/log.ts'
import type { Tracing } from '../../kernel/process/tracing.ts'
import type { Config } from './config.ts'
// Counted from the start, so that a question for it has an answer where nothing is traced.
import '../../adapters/tracing/trace-metrics.ts'

type Outside = Pick<World, 'webhookClient' | 'banks' | 'suppliers'>

/** The packages that do it take a moment to load; who sets no collector never loads them. */
export async function openTracing(config: Config, log: Log): Promise<Tracing | undefined> {
  if (config.traceEndpoint === null) return undefined
  const { makeTracing } = await import('../../adapters/tracing/make-tracing.ts')
  return makeTracing(config, log)
}

export function traced(tracing: Tracing | undefined, outside: Outside): Outside & Pick<World, 'tracing'> {
  if (tracing === undefined) return outside
  return {
    tracing,
    webhookClient: tracedReceivers(tracing, outside.webhookClient),
    banks: tracedBanks(tracing, outside.banks),
    suppliers: outside.suppliers.map((supplier) => tracedSupplier(tracing, supplier)),
  }
}
