// Reads how long the service asks its callers to wait.

/** Retry-After as seconds from now: a number or a date. Undefined if missing or invalid. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // A date has letters; Date.parse would accept many numbers.
  const atMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
