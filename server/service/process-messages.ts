// What a parent and its processes say to each other.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Config } from './config.ts'

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** One of several processes of a service. */
export interface ProcessPlan {
  readonly name: string
  readonly config: Config
  /** Of those that serve the panel, one builds what all of them read. */
  readonly buildsPanel: boolean
}

export interface Begin extends ProcessPlan {
  /** Readable log lines instead of JSON. */
  readonly readable: boolean
  /** Where the service is reached, for one that does not listen itself. */
  readonly address: string | null
}

export type ToProcess = { readonly begin: Begin } | { readonly tellMetrics: number } | { readonly stop: true }

export interface Ready {
  /** Where it listens; null where it does due work alone. */
  readonly url: string | null
  readonly processId: string
}

/** How often a process says that it lives, and is not stuck. */
export const LIVES_EVERY_MS = 2_000

export type FromProcess =
  | { readonly lives: true }
  | { readonly ready: Ready }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } }
  | { readonly metrics: ProcessMetrics; readonly asked: number }
