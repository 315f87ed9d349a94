// Webhooks wherever a request is Fetch's: Next.js, Deno, Bun, workers.
import { type ReceiverOptions, receive } from './receive.ts'

/** `export const POST = receiveWebhooks({ secret, onEvent })` */
export function receiveWebhooks(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => responseTo(await request.arrayBuffer(), request.headers, options)
}

/** What onEvent throws is its framework's to answer with 500. */
export async function responseTo(
  body: ArrayBuffer,
  headers: Headers,
  options: ReceiverOptions,
): Promise<Response> {
  const { status, text } = await receive(body, headers, options)
  return new Response(text === '' ? null : text, { status })
}
