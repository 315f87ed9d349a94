// Webhooks wherever a request is Fetch's: Next.js, Deno, Bun, workers.
import { type Outcome, type ReceiverOptions, receiverOf } from './receive.ts'

/** `export const POST = receiveWebhooks({ secret, onEvent })` */
export function receiveWebhooks(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const receive = receiverOf(options)
  return async (request) => responseOf(await receive(await request.arrayBuffer(), request.headers))
}

/** If onEvent throws, the framework responds with 500. */
export function responseOf({ status, text }: Outcome): Response {
  return new Response(text === '' ? null : text, { status })
}
