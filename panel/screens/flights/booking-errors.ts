// Texts of booking errors, mapped to the form's fields.
import { ApiError, canRetry } from '../../api/api-error.ts'
import type { reserveWords } from './reserve-words.ts'
import { formField } from './travellers.ts'

export function bookingError(error: unknown, words: (typeof reserveWords)['pt']): unknown {
  // The outcome is unknown: the same request can be sent again with the same idempotency key.
  if (canRetry(error)) return new ApiError(409, { code: 'unknown_outcome', user_message: words.notSent })
  if (!(error instanceof ApiError)) return error
  const { status, code, requestId } = error
  const message = new Map(Object.entries(words.refusals)).get(code) ?? error.userMessage
  const isAboutTravellers = code === 'invalid_passenger_data' || code === 'passport_required'
  const details = isAboutTravellers
    ? error.details.map((detail) => ({ ...detail, field: formField(detail.field) }))
    : []
  return new ApiError(status === 404 ? 409 : status, {
    code,
    user_message: message,
    details,
    request_id: requestId,
  })
}
