// Follows the event stream: after a disconnect it resumes where it was, so that no event is lost or repeated.
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoredEvent } from '../../../../contract/event-operations.ts'
import { EVENTS } from '../../../../contract/events.ts'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
import { nearestName } from '../../../kernel/values/nearest-name.ts'
import { CommandFailure, failureOf, notUnderstood } from '../failures.ts'
import type { Service } from './call-service.ts'

// Parses server-sent events frame by frame, however the bytes are split.

export interface Frame {
  id?: string
  event?: string
  data?: string
  retry?: string
}

export const bytesOf = ({ body }: Response): AsyncIterable<Uint8Array> => body ?? Readable.from([])

export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield frameOf(block)
  }
}

/** A comment, which begins with a colon, is an empty frame: the connection is alive. */
function frameOf(block: string): Frame {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value] = /^(id|event|data|retry): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}

/** The stream does not continue right after the requested number; docs/stream.md has the reasons. */
export interface Reset {
  kind: 'reset'
  reason: string
  after: number
}

export type News =
  | Reset
  | { kind: 'connected'; after: number }
  | { kind: 'cut'; reason: Phrase; waitMs: number }
  | { kind: 'event'; event: StoredEvent }

interface Following {
  /** The number to begin after; from now on if omitted. */
  after?: number | undefined
  stop: AbortSignal
}

const RETRY_MS = 1_000
const RETRY_MS_MAX = 30_000
/** The service sends a heartbeat every 25 seconds. */
const SILENCE_MS_MAX = 60_000
const PAGE = 100

export async function* followEvents(service: Service, { after, stop }: Following): AsyncGenerator<News> {
  const place: Place = { after, retryMs: RETRY_MS, failures: 0, wasConnected: false }
  while (!stop.aborted) {
    try {
      yield* oneConnection(service, place, stop)
    } catch (error) {
      if (stop.aborted) return
      // A first connection that fails, or lost access, is reported at once.
      if (!place.wasConnected || isFinal(error)) throw error
      yield* pause(place, stop, failureOf(error as Error).text)
      continue
    }
    yield* pause(place, stop, ['the service ended the stream', 'o serviço encerrou a transmissão'])
  }
}

interface Place {
  /** The number of the last event that the reader has processed. */
  after: number | undefined
  retryMs: number
  failures: number
  wasConnected: boolean
}

const isFinal = (error: unknown) => error instanceof CommandFailure && error.why === 'notAllowed'

async function* pause(place: Place, stop: AbortSignal, reason: Phrase): AsyncGenerator<News> {
  if (stop.aborted) return
  const waitMs = Math.min(place.retryMs * 2 ** place.failures, RETRY_MS_MAX)
  place.failures += 1
  yield { kind: 'cut', reason, waitMs }
  await wait(waitMs, undefined, { signal: stop }).catch(() => {})
}

async function* oneConnection(service: Service, place: Place, stop: AbortSignal): AsyncGenerator<News> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error('nothing was heard')), SILENCE_MS_MAX)
  try {
    const from = place.after === undefined ? {} : { 'last-event-id': String(place.after) }
    const response = await service.open('/api/v1/stream', from, AbortSignal.any([stop, silence.signal]))
    Object.assign(place, { failures: 0, wasConnected: true })
    for await (const frame of readFrames(bytesOf(response))) {
      timer.refresh()
      yield* newsOf(service, place, frame)
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

async function* newsOf(service: Service, place: Place, frame: Frame): AsyncGenerator<News> {
  const { id, event, data, retry } = frame
  if (retry !== undefined) place.retryMs = Number(retry)
  if (id === undefined) return
  const sequence = Number(id)
  if (event === 'reset') {
    const { reason, after } = JSON.parse(data ?? '{}')
    yield { kind: 'reset', reason, after }
    yield* missed(service, place, sequence)
  } else if (data !== undefined) yield { kind: 'event', event: JSON.parse(data) }
  else yield { kind: 'connected', after: sequence }
  // The reader asked for the next event, so it has processed this one.
  place.after = sequence
}

/** Events that the stream does not repeat are listed, as far as they are still stored. */
async function* missed(service: Service, place: Place, until: number): AsyncGenerator<News> {
  for (;;) {
    const path = `/api/v1/events?limit=${PAGE}&after_sequence=${place.after ?? until}`
    const { data } = await service.call<{ data: StoredEvent[] }>('GET', path)
    for (const event of data) {
      if (event.sequence > until) return
      yield { kind: 'event', event }
      place.after = event.sequence
    }
    if (data.length < PAGE) return
  }
}

// Checks event types named on the command line.

/** Fails for an unknown type, and suggests a similar one. */
export function demandEventType(argument: string, type: string): void {
  if (Object.hasOwn(EVENTS, type)) return
  const near = nearestName(type, Object.keys(EVENTS))
  notUnderstood(argument, [
    `names "${type}", which is no event type${near === undefined ? '' : `; did you mean ${near}?`}`,
    `"${type}" não é um tipo de evento${near === undefined ? '.' : `; você quis dizer ${near}?`}`,
  ])
}
