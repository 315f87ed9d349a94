// `_meta` on every JSON answer to a test key, wherever the answer is written: by the request, or by due work after it.
import type { Mode } from '../../contract/teams.ts'

const TEST_MESSAGE = 'Test mode: nothing here is real. Use a live key for real bookings and payments.'

/** The body as a caller of this mode gets it. */
export function withMetaOf(mode: Mode | undefined, body: unknown, message = TEST_MESSAGE): unknown {
  return mode === 'test' && typeof body === 'object' ? { ...body, _meta: { test_mode: true, message } } : body
}
