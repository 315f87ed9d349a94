// A name server for the fairness benchmark, in a separate process: silent about names under silent.test.
import { once } from 'node:events'
import { startDnsServer } from '../test/support/fakes/dns-server.ts'

const server = await startDnsServer((name) =>
  name.endsWith('.silent.test') ? 'silent' : { addresses: ['127.0.0.1'], ttlSeconds: 1 },
)
process.stdout.write(`${JSON.stringify({ address: server.address })}\n`)
await once(process, 'SIGTERM')
process.exit(0)
