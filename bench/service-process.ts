// The service under measurement: as `npm start` runs it, logging to nowhere.
import { once } from 'node:events'
import pino from 'pino'
import { makeLog } from '../server/base/process/log.ts'
import { readConfig } from '../server/service/config.ts'
import { startService } from '../server/service/start-service.ts'

const config = readConfig(process.env)
const log = makeLog({ level: config.logLevel, destination: pino.destination('/dev/null') })
const service = await startService(config, log)
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`)
await once(process, 'SIGTERM')
await service.stop()
