// The JSON body of a response, whether the request or a later job writes it. Responses in test mode have `_meta`.
import type { Mode } from '../../../contract/teams.ts'

export function enveloped(data: unknown): { success: true; data: unknown } {
  return { success: true, data }
}

// A method accepts any result type: the declaration of the operation vouches for it.
type Body = { body(result: unknown): object }['body']

/** Puts a result into the body that its operation declares. */
export const BODIES: Readonly<Record<'data' | 'bare', Body>> = {
  data: enveloped,
  bare: (result: object) => result,
}

const TEST_MESSAGE = 'Test mode: nothing here is real. Use a live key for real bookings and payments.'

/** The body as a caller in this mode gets it. */
export function withMetaOf(mode: Mode | undefined, body: unknown, message = TEST_MESSAGE): unknown {
  return mode === 'test' && typeof body === 'object' ? { ...body, _meta: { test_mode: true, message } } : body
}
