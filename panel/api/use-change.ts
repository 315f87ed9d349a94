// Runs changes through the API. The idempotency key of an attempt is kept until its outcome is known, so that a second
// click does not repeat the change.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, inWordsOf, isStale, isUnsettled, type Says } from './api-error.ts'
import { call } from './call.ts'
import { makeIdempotencyKey } from './idempotency-key.ts'
import type { Answer, Asked, OperationId } from './operations.ts'

export interface ChangeOptions<T> {
  /** Prefixes of operations whose responses become stale: `bookings`, `wallet`. */
  readonly refreshes?: readonly string[]
  readonly onDone?: (answer: T) => void
  /** The screen's own texts for errors. */
  readonly says?: Says
}

export function useChange<Id extends OperationId>(
  id: Id,
  { refreshes = [], onDone, says }: ChangeOptions<Answer<Id>> = {},
) {
  const client = useQueryClient()
  const attempt = useRef<{ asked: string; key: string } | null>(null)
  return useMutation<Answer<Id>, Error, Asked<Id>>({
    mutationKey: [id],
    mutationFn: async (asked) => {
      if (!navigator.onLine) throw new ApiError(0, {})
      const text = JSON.stringify(asked, asText)
      if (attempt.current?.asked !== text) attempt.current = { asked: text, key: makeIdempotencyKey() }
      try {
        const answer = await call(id, asked, { key: attempt.current.key })
        attempt.current = null
        return answer
      } catch (error) {
        if (!isUnsettled(error)) attempt.current = null
        // Loads the version that was saved meanwhile.
        if (isStale(error)) void refresh(client, refreshes)
        throw inWordsOf(says, error)
      }
    },
    onSuccess: async (answer) => {
      onDone?.(answer)
      await refresh(client, refreshes)
    },
  })
}

/** JSON has no text for a file: another file needs another idempotency key. */
function asText(_: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

/** Reloads mounted queries and marks the others as stale. */
export function refresh(client: QueryClient, beginnings: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [id] }) => beginnings.some((name) => String(id).split('.')[0] === name),
  })
}
