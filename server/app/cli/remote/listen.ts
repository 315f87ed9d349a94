// `listen` and `events tail`: shows events as they happen, and forwards them to a local receiver.
import type { StoredEvent } from '../../../../contract/event-operations.ts'
import { EVENTS } from '../../../../contract/events.ts'
import { phraseOf } from '../../../../contract/phrases/issues.ts'
import type { Phrase } from '../../../../contract/phrases/phrase.ts'
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
import { joined, same, type Terminal, textIn } from '../terminal.ts'
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
  error: Phrase | null
  durationMs: number
}

/** The time-out of webhooks. */
const RESPONSE_MS_MAX = 5_000

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
  const signal = AbortSignal.timeout(RESPONSE_MS_MAX)
  try {
    const response = await fetch(receiver.url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    return { status: response.status, error: null, durationMs: durationMs() }
  } catch (error) {
    return { status: null, error: reasonOf(error as Error), durationMs: durationMs() }
  }
}

function reasonOf({ name, message, cause }: Error): Phrase {
  const seconds = RESPONSE_MS_MAX / 1000
  if (name === 'TimeoutError') return [`no answer within ${seconds} s`, `sem resposta em ${seconds} s`]
  return same(cause instanceof Error && 'code' in cause ? String(cause.code) : message)
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
  const ready: Phrase = [
    `Forwarding the events of ${service.url} to ${receiver.url}\nSigning secret: ${receiver.secret}`,
    `Encaminhando os eventos de ${service.url} para ${receiver.url}\nSegredo da assinatura: ${receiver.secret}`,
  ]
  const value = { ready: true, forward_to: receiver.url, secret: receiver.secret }
  await each(service, {
    options,
    terminal,
    ready: { text: ready, value },
    show: async (event) => {
      const { status, error, durationMs } = await forwardEvent(receiver, await asSent(service, event))
      const { sequence, type, id } = event
      const rest = same(`${durationMs} ms  ${type}  ${id}`)
      terminal.say(joined([same(clockTime()), error ?? same(String(status)), rest], '  '), {
        ...{ sequence, type, id, status, error: error && textIn('en', error), duration_ms: durationMs },
      })
    },
  })
}

export async function tailEvents(options: ListenOptions, terminal: Terminal): Promise<void> {
  const service = serviceOf(terminal)
  const text: Phrase = [
    `The events of ${service.url} as they happen; Ctrl-C ends it.`,
    `Os eventos de ${service.url} conforme acontecem; Ctrl-C encerra.`,
  ]
  await each(service, {
    options,
    terminal,
    ready: { text, value: { ready: true } },
    show: async (event) => {
      const { sequence, created_at, type, data } = event
      const about = Object(data.object).id ?? ''
      terminal.say(same(`${sequence}  ${created_at}  ${type}  ${about}`.trimEnd()), event)
    },
  })
}

interface Ready {
  text: Phrase
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
    if (news.kind === 'cut') {
      const [english, portuguese] = news.reason
      const { waitMs } = news
      terminal.sayError([
        `${english}; again in ${waitMs} ms`,
        `${portuguese}; nova tentativa em ${waitMs} ms`,
      ])
    }
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
  if (isWhole) return Number(text)
  return notUnderstood(name, [
    `must be a whole number, at least ${least}`,
    `informe um número inteiro, a partir de ${least}.`,
  ])
}

/** The user should know about missing events. After 0 asks for all stored ones. */
function sayReset({ reason, after }: Reset, terminal: Terminal): void {
  if (reason === 'unknown')
    terminal.sayError([
      `No event has the sequence ${after}: this begins with what happens from now on.`,
      `Nenhum evento tem a sequência ${after}: começa com o que acontecer a partir de agora.`,
    ])
  if (reason === 'forgotten' && after > 0)
    terminal.sayError([
      `Not all events after ${after} are kept: this begins with the first that is.`,
      `Nem todos os eventos depois de ${after} foram mantidos: começa com o primeiro que foi.`,
    ])
}

/** Without "http://" the address needs a port, such as localhost:4000: a single word is no address. */
function receiverUrl(text: string): string {
  const written = /^[\w.-]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text
  return /^https?:\/\//i.test(written) && URL.canParse(written)
    ? written
    : notUnderstood('--forward-to', [
        'must be an http or https address such as http://localhost:4000/hook',
        'informe um endereço http ou https como http://localhost:4000/hook.',
      ])
}

function secretOf(given: string | undefined): string {
  if (given === undefined) return makeWebhookSecret()
  if (isWebhookSecret(given)) return given
  return notUnderstood('--secret', phraseOf(WEBHOOK_SECRET_RULE))
}

const clockTime = () => realClock.now().toISOString().slice(11, 19)
