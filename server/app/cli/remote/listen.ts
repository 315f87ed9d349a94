// `listen` and `events tail`: shows events as they happen, and forwards them to a local receiver.
import type { StoredEvent } from '../../../../contract/event-operations.ts'
import { EVENTS } from '../../../../contract/events.ts'
import {
  isWebhookSecret,
  makeWebhookSecret,
  signaturesFor,
  WEBHOOK_SECRET_RULE,
} from '../../../adapters/webhooks/signature.ts'
import { payloadFor } from '../../../features/webhooks/payload.ts'
import { realClock } from '../../../kernel/process/clock.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { makeId } from '../../../kernel/values/ids.ts'
import { notUnderstood } from '../failures.ts'
import type { Terminal } from '../terminal.ts'
import { type Service, serviceOf } from './call-service.ts'
import { demandEventType, followEvents, type Reset } from './follow-events.ts'

// Posts an event to a local program, signed and formatted like a webhook delivery.

export interface Receiver {
  url: string
  secret: string
  /** Replaces the webhook's id. */
  webhookId: string
}

export interface Outcome {
  /** Null without a response. */
  status: number | null
  error: string | null
  durationMs: number
}

/** The time-out of webhooks. */
const ANSWER_MS_MAX = 5_000

export async function forwardEvent(
  receiver: Receiver,
  { sequence, actor: _, ...payload }: StoredEvent,
): Promise<Outcome> {
  const body = payloadFor(JSON.stringify(payload), BigInt(sequence), receiver.webhookId)
  const timestamp = Math.floor(realClock.now().getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Embarque/${VERSION}`,
    ...signaturesFor([receiver.secret], payload.id, timestamp, body),
  }
  const beganAt = performance.now()
  const durationMs = () => Math.round(performance.now() - beganAt)
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  try {
    const answer = await fetch(receiver.url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await answer.body?.cancel()
    return { status: answer.status, error: null, durationMs: durationMs() }
  } catch (error) {
    return { status: null, error: reasonOf(error as Error), durationMs: durationMs() }
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `no answer within ${ANSWER_MS_MAX / 1000} s`
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message
}

export interface ListenOptions {
  events?: string
  after?: string
  count?: string
}

interface Forwarding extends ListenOptions {
  'forward-to'?: string
  secret?: string
}

export async function listen(options: Forwarding, terminal: Terminal): Promise<void> {
  const receiver: Receiver = {
    url: receiverUrl(options['forward-to'] ?? ''),
    secret: secretOf(options.secret),
    webhookId: makeId('webhook', realClock.now()),
  }
  const service = serviceOf(terminal)
  const ready = `Forwarding the events of ${service.url} to ${receiver.url}\nSigning secret: ${receiver.secret}`
  const value = { ready: true, forward_to: receiver.url, secret: receiver.secret }
  await each(service, {
    options,
    terminal,
    ready: { text: ready, value },
    show: async (event) => {
      const { status, error, durationMs } = await forwardEvent(receiver, await asSent(service, event))
      const { sequence, type, id } = event
      terminal.say(`${clockTime()}  ${status ?? error}  ${durationMs} ms  ${type}  ${id}`, {
        ...{ sequence, type, id, status, error, duration_ms: durationMs },
      })
    },
  })
}

export async function tailEvents(options: ListenOptions, terminal: Terminal): Promise<void> {
  const service = serviceOf(terminal)
  const ready = {
    text: `The events of ${service.url} as they happen; Ctrl-C ends it.`,
    value: { ready: true },
  }
  await each(service, {
    options,
    terminal,
    ready,
    show: async (event) => {
      const { sequence, created_at, type, data } = event
      const about = Object(data.object).id ?? ''
      terminal.say(`${sequence}  ${created_at}  ${type}  ${about}`.trimEnd(), event)
    },
  })
}

interface Ready {
  text: string
  value: object
}

async function each(
  service: Service,
  {
    options: { events, after, count },
    terminal,
    ready,
    show,
  }: {
    readonly options: ListenOptions
    readonly terminal: Terminal
    readonly ready: Ready
    readonly show: (event: StoredEvent) => Promise<void>
  },
): Promise<void> {
  const wanted = typesNamed(events)
  const most = count === undefined ? Infinity : wholeNumber('--count', count, 1)
  const from = after === undefined ? undefined : wholeNumber('--after', after, 0)
  let shown = 0
  for await (const news of followEvents(service, { after: from, stop: terminal.stop() })) {
    if (news.kind === 'connected' && shown === 0) terminal.say(ready.text, ready.value)
    if (news.kind === 'cut') terminal.sayError(`${news.reason}; again in ${news.waitMs} ms`)
    if (news.kind === 'reset') sayReset(news, terminal)
    if (news.kind !== 'event' || !wanted(news.event.type)) continue
    await show(news.event)
    shown += 1
    if (shown >= most) return
  }
}

/** Stream events omit passengers; webhooks get the whole booking, as does a single read event. */
async function asSent(service: Service, event: StoredEvent): Promise<StoredEvent> {
  if (EVENTS[event.type as keyof typeof EVENTS]?.object !== 'booking') return event
  const { data } = await service.call<{ data: StoredEvent }>('GET', `/api/v1/events/${event.id}`)
  return data
}

function typesNamed(text: string | undefined): (type: string) => boolean {
  if (text === undefined || text === '*') return () => true
  const types = new Set(text.split(',').map((type) => type.trim()))
  for (const type of types) demandEventType('--events', type)
  return (type) => types.has(type)
}

function wholeNumber(name: string, text: string, least: number): number {
  const isWhole = /^\d{1,15}$/.test(text) && Number(text) >= least
  return isWhole ? Number(text) : notUnderstood(name, `must be a whole number, at least ${least}`)
}

/** The user should know about missing events. After 0 asks for all stored ones. */
function sayReset({ reason, after }: Reset, terminal: Terminal): void {
  if (reason === 'unknown')
    terminal.sayError(`No event has the sequence ${after}: this begins with what happens from now on.`)
  if (reason === 'forgotten' && after > 0)
    terminal.sayError(`Not all events after ${after} are kept: this begins with the first that is.`)
}

/** Without "http://" the address needs a port, such as localhost:4000: a single word is no address. */
function receiverUrl(text: string): string {
  const written = /^[\w.-]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text
  return /^https?:\/\//i.test(written) && URL.canParse(written)
    ? written
    : notUnderstood('--forward-to', 'must be an http or https address such as http://localhost:4000/hook')
}

function secretOf(given: string | undefined): string {
  if (given === undefined) return makeWebhookSecret()
  return isWebhookSecret(given) ? given : notUnderstood('--secret', WEBHOOK_SECRET_RULE)
}

const clockTime = () => realClock.now().toISOString().slice(11, 19)
