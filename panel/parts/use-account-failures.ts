// Error texts of account operations, with the waiting time after too many attempts.
import type { ApiError, Says } from '../api/api-error.ts'
import { waitMinutes } from '../kit/time-left.ts'
import { accountWords } from '../words/account.ts'
import { useWords } from '../words/language.tsx'

type Words = (typeof accountWords)['pt']

export function useAccountFailures(): Says {
  const words = useWords(accountWords)
  return (error, field) => (field === undefined ? sayOf(error, words) : sayOfField(field, words))
}

function sayOf({ status, code, retryAfterSeconds }: ApiError, words: Words): string | undefined {
  if (status === 429) return words.wait(waitMinutes(retryAfterSeconds))
  return failureOf(code, words)
}

/** Undefined for codes of other areas. */
export function failureOf(code: string, { failures }: Words): string | undefined {
  return new Map(Object.entries(failures)).get(code)
}

function sayOfField(field: string, { weak, badValue }: Words): string {
  return field === 'password' ? weak : badValue
}
