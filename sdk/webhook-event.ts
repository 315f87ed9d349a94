// What a webhook receives, as a type and as a reader that trusts no bytes.

export interface WebhookEvent {
  /** evt_..., the same at every delivery of this event: remember it, and do its work once. */
  id: string
  type: string
  api_version: string
  created_at: string
  data: {
    object: Record<string, unknown>
    /** The attributes that changed, as they were; for events that report a change. */
    previous_attributes?: Record<string, unknown>
  }
  team_id: string
  /** Grows by one per team and mode, in the order in which the changes became visible. */
  sequence: number
  /** wh_..., the webhook that this delivery is for. */
  webhook_id: string
}

/** The event in a body, or null where there is none. */
export function eventFrom(body: string | Uint8Array): WebhookEvent | null {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    return isEvent(value) ? value : null
  } catch {
    return null
  }
}

/** Only what every receiver relies on: later versions may add fields, and must not be refused for it. */
function isEvent(value: unknown): value is WebhookEvent {
  if (!isObject(value)) return false
  return typeof value.id === 'string' && typeof value.type === 'string' && isObject(value.data)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
