// Merges the metrics of several processes: counters are summed, gauges such as memory are reported per
// process. Counters of an ended process stay in the sum.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry, Counter, collectDefaultMetrics } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'
import type { ProcessMetrics } from './process-plan.ts'
import type { SupervisedProcess } from './supervised-process.ts'

interface ReadMetrics {
  readonly name: string
  readonly metrics: ProcessMetrics
}

type Source = Pick<SupervisedProcess, 'name' | 'readMetrics'>

/** Reads all processes, one reading at a time; a process that does not reply keeps its last values. */
export function gatherMetrics(processes: () => readonly Source[]): () => Promise<string> {
  const latest = new Map<string, ReadMetrics & { nth: number }>()
  let past: ReadMetrics = { name: 'past', metrics: [] }
  let reading: Promise<unknown> = Promise.resolve()

  async function hear(name: string, nth: number, metrics: ProcessMetrics): Promise<void> {
    const before = latest.get(name)
    if (before !== undefined && before.nth !== nth)
      past = { ...past, metrics: await addUp([past, countedOf(before)]).getMetricsAsJSON() }
    latest.set(name, { name, nth, metrics })
  }

  async function read(): Promise<string> {
    const asked = processes()
    const responses = await Promise.all(asked.map((one) => one.readMetrics()))
    for (const [index, { name }] of asked.entries()) {
      const read = responses[index]
      if (read !== undefined) await hear(name, read.nth, read.metrics)
    }
    const own = { name: 'parent', metrics: await registry.getMetricsAsJSON() }
    return addUp([own, ...latest.values(), past]).metrics()
  }

  return () => {
    const next = reading.then(read, read)
    reading = next
    return next
  }
}

function addUp(read: readonly ReadMetrics[]) {
  return AggregatorRegistry.aggregate(
    read.map(({ name, metrics }) =>
      metrics.map((metric) => ({
        ...metric,
        // Gauges carry a process label, so they are never summed.
        aggregator: 'sum',
        values: isMeasure(metric)
          ? metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: name } }))
          : metric.values,
      })),
    ),
  )
}

function countedOf({ name, metrics }: ReadMetrics): ReadMetrics {
  return { name, metrics: metrics.filter((metric) => !isMeasure(metric)) }
}

/** The library types this as a number, but its value is a string. */
function isMeasure({ type }: ProcessMetrics[number]): boolean {
  return String(type) === 'gauge'
}

// Serves Prometheus metrics on a separate port, so that they are never reachable through the API's address.

/** Declared here, so that alerts find the metric also if one process does everything. */
const countOf = (what: string, help: string) =>
  new Counter({ name: `embarque_processes_${what}_total`, help, labelNames: ['of'], registers: [registry] })

export const processesEnded = countOf(
  'ended',
  'Processes of this service that ended without a request to stop, and were replaced',
)

export const processesStuck = countOf(
  'stuck',
  'Processes of this service that were silent for too long and were killed; counted among the ended too',
)

/** One of the default process metrics. */
const OF_PROCESS = 'process_cpu_user_seconds_total'

export interface MetricsServer {
  port: number
  stop(): Promise<void>
}

/** The metrics of this process, or those that `read` gathers. */
export async function serveMetrics(
  port: number,
  host: string,
  read = () => registry.metrics(),
): Promise<MetricsServer> {
  // Once per process, however often metrics are served.
  if (registry.getSingleMetric(OF_PROCESS) === undefined) collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await read()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
