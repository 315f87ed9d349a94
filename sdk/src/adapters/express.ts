// Webhooks in Express, Connect and plain node:http: `app.post('/hook', receiveWebhooks({ secret, onEvent }))`.
import type { RawBody } from '../webhooks/verify-webhook.ts'
import { BODY_BYTES_MAX, type ReceiverOptions, receiverOf } from './receive.ts'

/** The part of a request that is used. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableEnded: boolean
  /** Set if another parser ran before. */
  readonly body?: unknown
}

interface NodeResponse {
  statusCode: number
  end(text?: string): unknown
}

/** Mount it before express.json(), or behind express.raw({ type: '*\/*' }): the signature is over the raw bytes. */
export function receiveWebhooks(options: ReceiverOptions) {
  const receive = receiverOf(options)
  return async (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void) => {
    try {
      const { status, text } = await receive(await rawBodyOf(request), request.headers)
      response.statusCode = status
      response.end(text)
    } catch (error) {
      if (next !== undefined) return next(error)
      response.statusCode = 500
      response.end()
    }
  }
}

/** A parsed body is passed on, and refused with its own reason. */
async function rawBodyOf(request: NodeRequest): Promise<RawBody> {
  const { body } = request
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (request.readableEnded) return body as RawBody
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) return ''
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).arrayBuffer())
}
