// The service as one process of a simulation: without the panel, and with a clock that may be wrong. Its
// first line says that it listens; each input line asks for its memory.
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'

const skewMs = Number(process.env.SIMULATED_SKEW_MS ?? 0)
const MachineDate = Date

/** What the machine says when its clock is wrong. */
class ShiftedDate extends MachineDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(MachineDate.now() + skewMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return MachineDate.now() + skewMs
  }
}
if (skewMs !== 0) globalThis.Date = ShiftedDate as DateConstructor

const { makeLog } = await import('../../server/kernel/process/log.ts')
const { readConfig } = await import('../../server/app/boot/config.ts')
const { startService } = await import('../../server/app/boot/start-service.ts')

// It does not outlive whoever plays with it.
createInterface(process.stdin)
  .on('line', tellMeasure)
  .once('close', () => process.exit(1))
if ('unref' in process.stdin) process.stdin.unref()
const wished = Promise.withResolvers<void>()
process.once('SIGTERM', () => wished.resolve())
const config = readConfig(process.env)
const service = await startService(config, makeLog({ level: config.logLevel }))
process.stdout.write(`${JSON.stringify({ listening: service.url })}\n`)
await wished.promise
await service.stop()

/** What is still in use after all that is not was thrown away, and how many files and sockets are open. */
function tellMeasure(): void {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const measured = { inUse: heapUsed + external, resident: rss, descriptors: readdirSync('/dev/fd').length }
  process.stdout.write(`${JSON.stringify({ measured })}\n`)
}
