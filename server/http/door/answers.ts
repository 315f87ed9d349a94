// The response part of a route's schema: its success, and every error it can answer, for the documentation.

import type { TSchema } from 'typebox'
import { ErrorBody } from '../../../contract/common.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'

const ALWAYS: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limit_exceeded',
  'invalid_request_parameters',
  'internal_error',
  'service_unavailable',
]
const WRITES: readonly ErrorCode[] = [
  'forbidden',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'request_in_progress',
]

export function readAnswers<T extends TSchema>(
  success: T,
  ...errors: ErrorCode[]
): Record<number, TSchema> & { 200: T } {
  return { ...errorAnswers([...ALWAYS, ...errors]), 200: { ...success, description: 'What was asked for' } }
}

/** For answers that are files, not JSON. */
export function fileAnswers(type: string, ...errors: ErrorCode[]): Record<number, object> {
  const file = { description: 'The file', content: { [type]: { schema: { type: 'string' } } } }
  return { ...errorAnswers([...ALWAYS, ...errors]), 200: file }
}

export function writeAnswers(
  status: 200 | 201,
  success: TSchema,
  ...errors: ErrorCode[]
): Record<number, TSchema> {
  const description = status === 201 ? 'Created' : 'Done'
  return { ...errorAnswers([...ALWAYS, ...WRITES, ...errors]), [status]: { ...success, description } }
}

function errorAnswers(codes: ErrorCode[]): Record<number, TSchema> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const description = same.map((code) => ERRORS[code].text).join(', or ')
      return [status, { ...ErrorBody, description }]
    }),
  )
}
