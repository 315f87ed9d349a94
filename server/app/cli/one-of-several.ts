// One of several processes of a service, started and stopped by their parent. If the parent is killed,
// `node:cluster` ends this process at once.
import cluster from 'node:cluster'
import { collectDefaultMetrics } from 'prom-client'
import { makeLog } from '../../kernel/process/log.ts'
import { registry } from '../../kernel/process/metrics.ts'
import { handedOver } from '../boot/config.ts'
import { ALIVE_EVERY_MS, type Begin, type FromProcess, type ToProcess } from '../boot/process-plan.ts'
import { type Service, startService } from '../boot/start-service.ts'
import { failureOf } from './failures.ts'
import { readAnnouncement } from './run-service.ts'

// A terminal signals every process; only the parent decides the order of the stop.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})

// The parent is gone, and `node:cluster` is about to end this process.
cluster.worker?.on('error', () => {})
setInterval(() => report({ alive: true }), ALIVE_EVERY_MS).unref()

const { begin } = await new Promise<{ begin: Begin }>((resolve) => process.once('message', resolve))
const { name, config, readable, address, buildsPanel, alone } = begin
try {
  const log = makeLog({ level: config.logLevel, readable, process: name })
  await serve(await startService(handedOver(config), log, { share: true, isGathered: true, alone }))
} catch (error) {
  const { text, why, code } = failureOf(error as Error)
  report({ failed: { message: text[0], text, why, code } }, () => process.exit(1))
}

async function serve(service: Service): Promise<void> {
  const { world, url, panel } = service
  if (config.metricsPort !== null) collectDefaultMetrics({ register: registry })
  if (address !== null && config.publicUrl === null) world.address.url = address
  if (buildsPanel) void panel?.begin()
  process.on('message', (message: ToProcess) => {
    if ('stop' in message) void stop(service)
    else if ('sendMetrics' in message) void sendMetrics(message.sendMetrics)
  })
  process.once('SIGTERM', () => void stop(service))
  report({ ready: { url, processId: world.processId, announcement: await readAnnouncement(world) } })
}

async function sendMetrics(requestId: number): Promise<void> {
  report({ metrics: await registry.getMetricsAsJSON(), requestId })
}

async function stop(service: Service): Promise<void> {
  await service.stop()
  process.exit(0)
}

function report(message: FromProcess, sent = () => {}): void {
  process.send?.(message, sent)
}
