// Parses the event of an untrusted body.
import type { WebhookEvent } from '../generated/events.ts'
import { isRecord, parsed } from '../json.ts'

/** Null where there is none. */
export function eventFrom(body: string | Uint8Array): WebhookEvent | null {
  const value = parsed(typeof body === 'string' ? body : textOf(body))
  return isEvent(value) ? value : null
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return ''
  }
}

/** Only the fields that every receiver needs: later versions may add fields and types. */
function isEvent(value: unknown): value is WebhookEvent {
  if (!isRecord(value)) return false
  return typeof value.id === 'string' && typeof value.type === 'string' && isRecord(value.data)
}
