// Keys that let a call be sent twice and done once. On plain http there is no randomUUID, so bytes are asked for.
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return `panel-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`
}
