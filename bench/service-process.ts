// The measured service: like `npm start`, without log output.
import { once } from 'node:events'
import { readConfig } from '../server/app/boot/config.ts'
import { startService } from '../server/app/boot/start-service.ts'
import { readSetupLink } from '../server/features/people/setup.ts'
import { makeLog } from '../server/kernel/process/log.ts'

const config = readConfig(process.env)
const log = makeLog({ level: config.logLevel, destination: '/dev/null' })
const service = await startService(config, log)
const setupLink = await readSetupLink(service.world)
process.stdout.write(`${JSON.stringify({ url: service.url, setupLink })}\n`)
await once(process, 'SIGTERM')
await service.stop()
