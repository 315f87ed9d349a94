// Runs jobs that another process enqueues, and reports their start: with our worker, or with another queue.
import { once } from 'node:events'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { startHeartbeat } from '../server/app/worker/heartbeat.ts'
import { startWorker } from '../server/app/worker/worker.ts'
import { handleJob, handlersOf } from '../server/features/job-handlers.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { TIMED } from './enqueue-type.ts'
import { openPeer, type PeerName } from './peers.ts'

const [name = 'ours'] = process.argv.slice(2)
const dataDir = process.env.DATA_DIR ?? ''
const began = async (key: string) => void process.stdout.write(`${key} ${process.hrtime.bigint()}\n`)

const stop = name === 'ours' ? await runOurs() : await runPeer()
process.stdout.write('{"ready":true}\n')
await once(process, 'SIGTERM')
await stop()
process.exit(0)

async function runOurs() {
  const config = readConfig({ DATA_DIR: dataDir })
  const { world, close } = await openWorld(config, makeLog({ level: 'error' }), { share: true })
  const heartbeat = await startHeartbeat(world, false)
  const worker = startWorker(world, handlersOf(handleJob(TIMED, (_world, { job }) => began(job.key))))
  return async () => {
    await worker.stop()
    await heartbeat.stop()
    await close()
  }
}

async function runPeer() {
  const peer = await openPeer(name as PeerName, dataDir)
  const stopWork = await peer.work(began)
  return async () => {
    await stopWork()
    await peer.close()
  }
}
