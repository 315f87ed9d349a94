// The limit of a search: a route that stringifies a finished response and sends it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const answer = JSON.parse(readFileSync(process.argv[2]!, 'utf8'))
const app = fastify()
app.setSerializerCompiler(() => JSON.stringify)
app.post('/', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer),
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
await once(process, 'SIGTERM')
await app.close()
