// Webhooks in Hono: `app.post('/hook', receiveWebhooks({ secret, onEvent }))`.
import { responseOf } from './fetch.ts'
import { type ReceiverOptions, receiverOf } from './receive.ts'

/** The part of a context that is used. */
interface HonoContext {
  readonly req: { readonly raw: { readonly headers: Headers }; arrayBuffer(): Promise<ArrayBuffer> }
}

/** Hono caches the bytes, so a middleware may have read them before. */
export function receiveWebhooks(options: ReceiverOptions): (context: HonoContext) => Promise<Response> {
  const receive = receiverOf(options)
  return async ({ req }) => responseOf(await receive(await req.arrayBuffer(), req.raw.headers))
}
