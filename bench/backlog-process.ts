// A worker that drains a large backlog of deliveries in a fresh process, and reports the result.
import { drainBacklog, withWorker } from './deliveries.ts'

const backlog = await withWorker(process.env.DATA_DIR ?? '', drainBacklog)
process.stdout.write(`${JSON.stringify(backlog)}\n`)
