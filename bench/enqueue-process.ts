// Runs jobs that another process enqueues, and reports their start.
import { once } from 'node:events'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { startHeartbeat } from '../server/app/worker/heartbeat.ts'
import { startWorker } from '../server/app/worker/worker.ts'
import { handleJob, handlersOf } from '../server/features/job-handlers.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { TIMED } from './enqueue.ts'

const config = readConfig({ DATA_DIR: process.env.DATA_DIR ?? '' })
const { world, close } = await openWorld(config, makeLog({ level: 'error' }), { share: true })
const heartbeat = await startHeartbeat(world, false)
const report = async (key: string) => void process.stdout.write(`${key} ${process.hrtime.bigint()}\n`)
const worker = startWorker(world, handlersOf(handleJob(TIMED, (_world, { job }) => report(job.key))))
process.stdout.write('{"ready":true}\n')
await once(process, 'SIGTERM')
await worker.stop()
await heartbeat.stop()
await close()
process.exit(0)
