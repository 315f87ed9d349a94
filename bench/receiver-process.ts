// HTTPS receivers for the delivery benchmark, in a separate process: they count, and hang on request.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CERTIFICATE, CERTIFICATE_KEY } from '../test/support/fakes/certificate.ts'

const [count = '1', hanging = '0'] = process.argv.slice(2)
const urls: string[] = []
const got: number[] = []
for (let n = 0; n < Number(count); n++) {
  got.push(0)
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    if (request.url === '/counts') return void response.end(JSON.stringify(got))
    request.resume()
    if (n < Number(hanging)) return
    request.on('end', () => {
      got[n]!++
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  urls.push(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
process.stdout.write(`${JSON.stringify({ urls })}\n`)
await once(process, 'SIGTERM')
process.exit(0)
