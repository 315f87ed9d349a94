// Error texts of account operations, with the waiting time after too many attempts.
import type { ApiError, ErrorText } from '../api/api-error.ts'
import { retryMinutes } from '../logic/time-left.ts'
import { accountWords } from '../words/account.ts'
import { useWords } from '../words/language.tsx'

type Words = (typeof accountWords)['pt']

export function useAccountErrorText(): ErrorText {
  const words = useWords(accountWords)
  return (error, field) => (field === undefined ? errorTextOf(error, words) : fieldErrorText(field, words))
}

function errorTextOf({ status, code, retryAfterSeconds }: ApiError, words: Words): string | undefined {
  if (status === 429) return words.wait(retryMinutes(retryAfterSeconds))
  return failureOf(code, words)
}

/** Undefined for codes of other areas. */
export function failureOf(code: string, { failures }: Words): string | undefined {
  return failures[code]
}

function fieldErrorText(field: string, { weak, badValue }: Words): string {
  return field === 'password' ? weak : badValue
}
