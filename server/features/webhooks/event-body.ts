// The bytes of a delivery: the event as it was stored, its number, and the webhook it goes to, the same each time.

/** `payload` is the stored snapshot, a JSON object as text; nothing in it is parsed or serialised again. */
export function payloadFor(payload: string, sequence: bigint, webhookId: string): string {
  return `${payload.slice(0, -1)},"sequence":${sequence},"webhook_id":${JSON.stringify(webhookId)}}`
}
