// Creates idempotency keys. On plain http there is no `randomUUID`, so the key is made of random bytes.
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return `panel-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`
}
