// A thread for heavy work: opens a small world of its own on the same database, and does there what it is asked for.
import { workerData } from 'node:worker_threads'
import { makeLog } from '../base/process/log.ts'
import { serveThread } from '../base/process/serve-thread.ts'
import { handedOver } from './config.ts'
import { makeJobs } from './heavy-jobs.ts'
import type { ThreadData } from './make-heavy-work.ts'
import { openWorld } from './open-world.ts'

/** Each holds a connection for the moment in which seats are read, or a search is stored. */
const CONNECTIONS_MAX = 4

const { config, address, logLevel }: ThreadData = workerData
const { world } = await openWorld(
  { ...handedOver(config), databasePoolMax: CONNECTIONS_MAX },
  makeLog({ level: logLevel }),
  { share: true, mayMigrate: false, traces: true },
)
world.address.url = address
const jobs: Readonly<Record<string, (input: never) => Promise<unknown>>> = { ...makeJobs(world) }

serveThread(async (name, input, trace) => {
  const run = jobs[name]
  if (run === undefined) throw new Error(`there is no heavy work called ${name}`)
  const { tracing } = world
  if (tracing === undefined) return run(input as never)
  const span = tracing.begin(`heavy work ${name}`, { kind: 'internal' }, { below: trace })
  return tracing.within(span, () => run(input as never)).finally(() => span.end())
})
