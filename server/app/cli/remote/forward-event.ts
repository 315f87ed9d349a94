// Posts an event to a program on this machine, signed and written as the service would send it to a webhook.
import type { StoredEvent } from '../../../../contract/stored-events.ts'
import { signaturesFor } from '../../../adapters/webhooks/webhook-signature.ts'
import { payloadFor } from '../../../features/webhooks/payload.ts'
import { realClock } from '../../../kernel/process/clock.ts'
import { VERSION } from '../../../kernel/process/version.ts'

export interface Receiver {
  url: string
  secret: string
  /** Stands where a webhook's id would. */
  webhookId: string
}

export interface Outcome {
  /** Null where nothing answered. */
  status: number | null
  error: string | null
  durationMs: number
}

/** As long as a webhook is waited for. */
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
