// A worker that drains a large backlog of deliveries, in a process that has done nothing else, and tells how it went.
import { drainBacklog, withWorker } from './deliveries.ts'

const backlog = await withWorker(process.env.DATA_DIR ?? '', drainBacklog)
process.stdout.write(`${JSON.stringify(backlog)}\n`)
