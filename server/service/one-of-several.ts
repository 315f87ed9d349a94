// One of several processes of a service, started by their parent: does what it is told, and ends with it. Should the
// parent be killed, `node:cluster` ends this process at once.
import cluster from 'node:cluster'
import { collectDefaultMetrics } from 'prom-client'
import { makeLog } from '../base/process/log.ts'
import { registry } from '../base/process/metrics.ts'
import { handedOver } from './config.ts'
import { type Begin, type FromProcess, LIVES_EVERY_MS, type ToProcess } from './process-messages.ts'
import { type Service, startService } from './start-service.ts'

// From a terminal they reach every process; the parent alone decides in which order all stop.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})

// The parent is gone, and `node:cluster` is about to end this process.
cluster.worker?.on('error', () => {})
setInterval(() => report({ lives: true }), LIVES_EVERY_MS).unref()

const { begin } = await new Promise<{ begin: Begin }>((resolve) => process.once('message', resolve))
const { name, config, readable, address, buildsPanel } = begin
try {
  const service = await startService(
    handedOver(config),
    makeLog({ level: config.logLevel, readable, process: name }),
    { share: true, isGathered: true },
  )
  serve(service)
} catch (error) {
  const { message, code } = error as Error & { code?: string }
  report({ failed: { message, code } }, () => process.exit(1))
}

function serve(service: Service): void {
  const { world, url, panel } = service
  if (config.metricsPort !== null) collectDefaultMetrics({ register: registry })
  if (address !== null && config.publicUrl === null) world.address.url = address
  if (buildsPanel) void panel?.begin()
  process.on('message', (message: ToProcess) => {
    if ('stop' in message) void stop(service)
    else if ('tellMetrics' in message) void tellMetrics(message.tellMetrics)
  })
  process.once('SIGTERM', () => void stop(service))
  report({ ready: { url, processId: world.processId } })
}

async function tellMetrics(asked: number): Promise<void> {
  report({ metrics: await registry.getMetricsAsJSON(), asked })
}

async function stop(service: Service): Promise<void> {
  await service.stop()
  process.exit(0)
}

function report(message: FromProcess, told = () => {}): void {
  process.send?.(message, told)
}
