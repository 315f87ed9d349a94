// Webhooks in Fastify: `app.register(receiveWebhooks({ path: '/hook', secret, onEvent }))`.
import { BODY_BYTES_MAX, type ReceiverOptions, receiverOf } from './receive.ts'

/** The part of an instance that is used. */
interface Instance {
  removeContentTypeParser(type: string[]): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array) => Promise<Uint8Array>,
  ): unknown
  post(path: string, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}

interface FastifyRequest {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface FastifyReply {
  code(status: number): { send(text?: string): unknown }
}

/** A plugin: JSON stays bytes within it, and your other routes are parsed as before. */
export function receiveWebhooks({ path, ...options }: ReceiverOptions & { path: string }) {
  const receive = receiverOf(options)
  return async (instance: Instance): Promise<void> => {
    instance.removeContentTypeParser(['application/json'])
    const settings = { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX } as const
    instance.addContentTypeParser('application/json', settings, async (_request, body) => body)
    instance.post(path, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : ''
      const { status, text } = await receive(body, request.headers)
      return reply.code(status).send(text === '' ? undefined : text)
    })
  }
}
