// Texts of booking errors.
import { type ApiError, canRetry } from '../../api/api-error.ts'
import type { reserveWords } from './reserve-words.ts'

export function bookingErrorText(error: ApiError, words: (typeof reserveWords)['pt']): string | undefined {
  // The outcome is unknown: the same request can be sent again with the same idempotency key.
  if (canRetry(error)) return words.notSent
  return new Map(Object.entries(words.refusals)).get(error.code) ?? error.userMessage
}
