// One process of the service in a simulation: without the panel, and with a clock that may be wrong. Its first line of
// output says that it listens; each line of input asks for its memory.
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'

const skewMs = Number(process.env.SIMULATED_SKEW_MS ?? 0)
const MachineDate = Date

/** The time of a machine whose clock is wrong. */
class SkewedDate extends MachineDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(MachineDate.now() + skewMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return MachineDate.now() + skewMs
  }
}
if (skewMs !== 0) globalThis.Date = SkewedDate as DateConstructor

const { makeLog } = await import('../../../server/kernel/process/log.ts')
const { readConfig } = await import('../../../server/app/boot/config.ts')
const { startService } = await import('../../../server/app/boot/start-service.ts')

createInterface(process.stdin)
  .on('line', printMemory)
  // The simulation has ended.
  .once('close', () => process.exit(1))
if ('unref' in process.stdin) process.stdin.unref()
const stopRequested = Promise.withResolvers<void>()
process.once('SIGTERM', () => stopRequested.resolve())
const config = readConfig(process.env)
const service = await startService(config, makeLog({ level: config.logLevel }))
process.stdout.write(`${JSON.stringify({ listening: service.url })}\n`)
await stopRequested.promise
await service.stop()

/** What is in use after a garbage collection, and how many files and sockets are open. */
function printMemory(): void {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const memory = { inUse: heapUsed + external, resident: rss, descriptors: readdirSync('/dev/fd').length }
  process.stdout.write(`${JSON.stringify({ memory })}\n`)
}
