// The body of a JSON answer, wherever it is written: by the request, or by due work after it. Every one to a test key
// has `_meta`.
import type { Mode } from '../../../contract/teams.ts'

export function enveloped(data: unknown): { success: true; data: unknown } {
  return { success: true, data }
}

// A method, so that a result of any kind goes in: the declaration of the operation vouches for it.
type Body = { body(result: unknown): object }['body']

/** Around a result that is all there is to tell, by the kind of answer that its operation declares. */
export const BODIES: Readonly<Record<'data' | 'bare', Body>> = {
  data: enveloped,
  bare: (result: object) => result,
}

const TEST_MESSAGE = 'Test mode: nothing here is real. Use a live key for real bookings and payments.'

/** The body as a caller of this mode gets it. */
export function withMetaOf(mode: Mode | undefined, body: unknown, message = TEST_MESSAGE): unknown {
  return mode === 'test' && typeof body === 'object' ? { ...body, _meta: { test_mode: true, message } } : body
}
