// A whole service in a separate process, on its own embedded database with fsync on, for tests that kill it.
// Its additional job type, "mark", emits an event.
import { once } from 'node:events'
import { readConfig } from '../../../server/app/boot/config.ts'
import { startService } from '../../../server/app/boot/start-service.ts'
import { JOB_HANDLERS } from '../../../server/app/worker/job-types.ts'
import { emitUntyped } from '../../../server/features/events/emit.ts'
import { handleJob, handlersOf } from '../../../server/features/job-handlers.ts'
import type { World } from '../../../server/features/world.ts'
import type { TaskOf } from '../../../server/kernel/jobs/declare-job.ts'
import { transaction } from '../../../server/kernel/outbox/transaction.ts'
import { makeLog } from '../../../server/kernel/process/log.ts'
import { hangingJob } from './hanging-job.ts'

async function runHangingJob(world: World, { job, payload, last }: TaskOf<typeof hangingJob>): Promise<void> {
  // The first process to run it never finishes: it is killed while it holds the job.
  if (payload.hangsIn === world.config.environment) await new Promise(() => {})
  await transaction(world, last, async (tx) => {
    emitUntyped(tx, 'api_key.created', { id: job.key })
  })
}

const handlers = new Map([...JOB_HANDLERS, ...handlersOf(handleJob(hangingJob, runHangingJob))])

const service = await startService(readConfig(process.env), makeLog({ level: 'fatal' }), { handlers })
process.stdout.write(`${JSON.stringify({ url: service.url, teamId: service.demo?.team.id })}\n`)
await once(process, 'SIGTERM')
await service.stop()
