// The record of writes and their responses, which the service is compared with. A write is sent with its own
// idempotency key until it has a final response; until then its outcome is unknown.
import { setTimeout as pause } from 'node:timers/promises'
import type { Installation } from './installation/installation.ts'
import type { Random } from './random.ts'
import { type ApiRequest, type ApiResponse, isFinal, isSuccess, sendRequest } from './request.ts'

/** Objects that a list of the API shows together with the mark of the write that created them. */
export type Resource =
  | 'client'
  | 'booking'
  | 'recharge'
  | 'invoice'
  | 'quote'
  | 'recurring'
  | 'trip'
  | 'tripItem'
  | 'key'
  | 'payment'
  | 'creditNote'

export interface Write {
  /** Is stored in the created object, which no other object shares it with. */
  mark: string
  /** Null if the write changes an object. */
  creates: Resource | null
  request: ApiRequest & { idempotencyKey: string }
  /** The final one. */
  response: ApiResponse | null
  /** Attempts without a final response. */
  failedAttempts: number
  /** Final responses that differ although the idempotency key is the same. */
  contradictions: string[]
}

interface Writer {
  apiKey: string
  mode: string
  writes: Write[]
}

const ATTEMPTS_MAX = 3
const SENT_TWICE_PERCENT = 12
const LEFT_UNKNOWN_PERCENT = 35

/** Like a real client: some writes are sent twice at once, and most are retried if no final response comes. */
export async function sendWrite(
  { services }: Installation,
  writer: Writer,
  random: Random,
  { mark, creates, ...request }: ApiRequest & { mark: string; creates: Resource | null },
): Promise<Write> {
  const write: Write = {
    mark,
    creates,
    request: { ...request, apiKey: writer.apiKey, idempotencyKey: `${mark}-${writer.mode}` },
    response: null,
    failedAttempts: 0,
    contradictions: [],
  }
  writer.writes.push(write)
  const urls = services.all.map(({ url }) => url)
  const isSentTwice = random.chance(SENT_TWICE_PERCENT)
  const isLeftUnknown = random.chance(LEFT_UNKNOWN_PERCENT)
  const first = random.below(urls.length)
  for (let attempt = 0; attempt < ATTEMPTS_MAX && write.response === null; attempt++) {
    const process = (offset: number) => urls[(first + attempt + offset) % urls.length] ?? ''
    await Promise.all((isSentTwice ? [process(0), process(1)] : [process(0)]).map((url) => send(write, url)))
    if (isLeftUnknown) break
    if (write.response === null) await pause(200)
  }
  return write
}

/** After the faults have ended: repeats every write without a final response until it has one. */
export async function resolveWrites(
  { services }: Installation,
  writes: readonly Write[],
  waitMaxMs: number,
): Promise<void> {
  const untilMs = performance.now() + waitMaxMs
  const urls = services.all.map(({ url }) => url)
  await Promise.all(
    writes.map(async (write, index) => {
      // Always the same process: it must learn the outcome of a request that another one began.
      const url = urls[index % urls.length] ?? ''
      while (write.response === null && performance.now() < untilMs) {
        await send(write, url)
        if (write.response === null) await pause(250)
      }
    }),
  )
}

async function send(write: Write, url: string): Promise<void> {
  const response = await sendRequest(url, write.request)
  const { method, path } = write.request
  if (!isFinal(response)) write.failedAttempts++
  // A refusal may turn into success later; success stays.
  else if (write.response === null || !isSuccess(write.response)) write.response = response
  else if (write.response.text !== response.text)
    write.contradictions.push(
      `${method} ${path} under one key: ${write.response.text} and ${response.status} ${response.text}`,
    )
}

export const isAcknowledged = ({ response }: Write) => response !== null && isSuccess(response)
/** The object in the response; null if the write was refused or has no final response. */
export const acknowledged = ({ response }: Write) =>
  response !== null && isSuccess(response) ? (response.body?.data ?? response.body) : null
