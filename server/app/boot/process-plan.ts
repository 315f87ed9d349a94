// Plans the processes of a service, their settings, and the messages between them and their parent.
import { availableParallelism, totalmem } from 'node:os'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Phrase } from '../../../contract/phrases/phrase.ts'
import type { Config } from './config.ts'

const BY_ITSELF_MAX = 4
/**
 * The memory of a process that serves requests, with its share of the worker, the parent and the database.
 */
const BYTES_EACH = 1024 ** 3
/** With fewer, requests would wait for each other. */
const CONNECTIONS_MIN = 8

/** One of several processes of a service. */
export interface ProcessPlan {
  readonly name: string
  readonly config: Config
  /** One of the processes that serve the panel builds it for all. */
  readonly buildsPanel: boolean
}

export interface Begin extends ProcessPlan {
  /** Readable log lines instead of JSON. */
  readonly readable: boolean
  /** The address of the service, for a process that does not listen itself. */
  readonly address: string | null
  /** No other process uses this database, so all earlier claims are free. */
  readonly alone: boolean
}

export type ToProcess = { readonly begin: Begin } | { readonly sendMetrics: number } | { readonly stop: true }

/** Shown to the operator at start. */
export interface Announcement {
  /** First keys and the link of the first owner, or the files that contain them. */
  readonly handedOver: readonly Phrase[]
  /** Creates a key; null if keys are handed over, or there is no team. */
  readonly keyCommand: string | null
  /** Settings that production lacks. */
  readonly lacking: readonly Phrase[]
}

export interface Ready {
  /** Where it listens; null if it only runs jobs. */
  readonly url: string | null
  readonly processId: string
  readonly announcement: Announcement
}

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** How often a process reports that it is alive. */
export const ALIVE_EVERY_MS = 2_000

export type FromProcess =
  | { readonly alive: true }
  | { readonly ready: Ready }
  | {
      readonly failed: {
        /** In English, for the log too. */
        readonly message: string
        readonly text: Phrase
        readonly why: string
        readonly code: string | undefined
      }
    }
  | { readonly metrics: ProcessMetrics; readonly requestId: number }

/** The number that serves requests; 1 is a single process that does everything its role says. */
export function processesWanted(
  { processes, environment, role }: Pick<Config, 'processes' | 'environment' | 'role'>,
  cores = availableParallelism(),
  bytes = memoryBytes(),
): number {
  if (role === 'worker') return 1
  const fit = Math.max(1, Math.floor(bytes / BYTES_EACH))
  return processes ?? (environment === 'production' ? Math.min(cores, fit, BY_ITSELF_MAX) : 1)
}

/** The container's limit if there is one, otherwise the machine's memory. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** The processes that serve requests and the one that runs jobs. Together they keep to the settings. */
export function planProcesses(
  config: Config,
  count: number,
): { apis: ProcessPlan[]; workers: ProcessPlan[] } {
  // A caller's requests are spread over all processes, so each gets its share of limits counted in memory.
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
