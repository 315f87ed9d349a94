// The live stream of events: reconnects after a disconnect, without loss.
import { ConnectionError, StreamResetError } from './errors.ts'
import { isRecord, parsed } from './json.ts'
import { type Asked, send, type Way } from './request.ts'
import { type ServerSent, serverSent } from './server-sent.ts'

const RETRY_MS = 2_000

/** Reconnects after the last received event whenever the stream ends; errors are thrown. */
export async function* streamOf<T>(way: Way, asked: Asked): AsyncGenerator<T, void> {
  const { signal } = asked.options
  let last: string | undefined
  let retryMs = RETRY_MS
  for (;;) {
    const headers = { ...asked.options.headers, ...(last !== undefined && { 'last-event-id': last }) }
    const { response } = await send(way, { ...asked, options: { ...asked.options, headers } })
    for await (const one of untilCut(response.body, signal)) {
      retryMs = one.retryMs ?? retryMs
      if (one.event === 'reset') throw resetOf(one)
      last = one.id ?? last
      // The operation's declaration guarantees the shape.
      if (one.data !== '') yield JSON.parse(one.data)
    }
    signal?.throwIfAborted()
    await way.system.wait(retryMs, signal)
  }
}

/** Ends with the connection; errors and aborts of the reader pass through. */
async function* untilCut(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSent, void> {
  if (body === null) throw new ConnectionError('the stream has no body: this runtime cannot read streams')
  const events = serverSent(body)
  try {
    for (;;) {
      const next = await events.next().catch(() => null)
      signal?.throwIfAborted()
      if (next === null || next.done === true) return
      yield next.value
    }
  } finally {
    await events.return()
  }
}

function resetOf({ data }: ServerSent): StreamResetError {
  const content = parsed(data)
  const { reason, after, sequence } = isRecord(content) ? content : {}
  return new StreamResetError(String(reason), Number(after), Number(sequence))
}
