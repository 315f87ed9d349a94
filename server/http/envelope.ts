// How answers look: the envelope, and `_meta` on every JSON answer to a test key.
import type { FastifyRequest } from 'fastify'

const TEST_MESSAGE = 'Test mode: nothing here is real. Use a live key for real bookings and payments.'

export function enveloped(data: unknown): { success: true; data: unknown } {
  return { success: true, data }
}

/** The body as this caller gets it. */
export function withMeta(request: FastifyRequest, body: object): object {
  if (request.caller?.mode !== 'test') return body
  return { ...body, _meta: { test_mode: true, message: request.metaMessage ?? TEST_MESSAGE } }
}
