// The limit: a bare Fastify route that sends given bytes and headers, without a database.
import { once } from 'node:events'
import fastify from 'fastify'

const { body, headers } = JSON.parse(process.argv[2]!) as { body: string; headers: Record<string, string> }
const app = fastify()
app.get('/', (_request, reply) => {
  reply.headers(headers).send(body)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
await once(process, 'SIGTERM')
await app.close()
