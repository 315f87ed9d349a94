// Prometheus metrics on a port of their own, so that they are never reachable through the API's address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics } from 'prom-client'
import { registry } from '../../kernel/process/metrics.ts'

/** Here, and not where they end, so that alerts find it also where one process does everything. */
const countOf = (what: string, help: string) =>
  new Counter({ name: `embarque_processes_${what}_total`, help, labelNames: ['of'], registers: [registry] })

export const processesEnded = countOf(
  'ended',
  'Processes of this service that ended without being told to, and were replaced',
)

export const processesStuck = countOf(
  'stuck',
  'Processes of this service that were silent for too long and were killed; counted among the ended too',
)

/** One of the usual ones. */
const OF_PROCESS = 'process_cpu_user_seconds_total'

export interface MetricsServer {
  port: number
  stop(): Promise<void>
}

/** Those of this process, or what `read` gathers. */
export async function serveMetrics(
  port: number,
  host: string,
  read = () => registry.metrics(),
): Promise<MetricsServer> {
  // Once for a process, however often it serves them.
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
