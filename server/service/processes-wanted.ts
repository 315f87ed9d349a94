// How many processes a service is, and what each of them is told: together they keep to what the settings say of all.
import { availableParallelism } from 'node:os'
import type { Config } from './config.ts'
import type { ProcessPlan } from './process-messages.ts'

const BY_ITSELF_MAX = 4
/** Fewer would wait for each other. */
const CONNECTIONS_MIN = 8

/** How many answer requests; 1 is the only process, and does everything its role says. */
export function processesWanted(
  { processes, environment, role }: Pick<Config, 'processes' | 'environment' | 'role'>,
  cores = availableParallelism(),
): number {
  if (role === 'worker') return 1
  return processes ?? (environment === 'production' ? Math.min(cores, BY_ITSELF_MAX) : 1)
}

/** Those that answer requests, and the one that does due work. */
export function planProcesses(
  config: Config,
  count: number,
): { apis: ProcessPlan[]; workers: ProcessPlan[] } {
  // Requests of one caller are spread over them, so that each may have its part of what is counted in one process.
  const part = (most: number) => Math.ceil(most / count)
  const hasWorker = config.role !== 'api'
  const all = hasWorker ? count + 1 : count
  const own = { ...config, databasePoolMax: partOfPool(config.databasePoolMax, all) }
  const api: Config = {
    ...own,
    role: 'api',
    connectionsPerAddress: part(config.connectionsPerAddress),
    streamsPerTeam: part(config.streamsPerTeam),
  }
  const apis = Array.from({ length: count }, (_, n) => ({
    name: `api ${n + 1}`,
    config: api,
    buildsPanel: n === 0,
  }))
  const worker: ProcessPlan = { name: 'worker', config: { ...own, role: 'worker' }, buildsPanel: false }
  return { apis, workers: hasWorker ? [worker] : [] }
}

function partOfPool(most: number, processes: number): number {
  return Math.min(most, Math.max(CONNECTIONS_MIN, Math.ceil(most / processes)))
}
