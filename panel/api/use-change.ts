// Runs changes through the API. The idempotency key of an attempt is kept until its outcome is known, so that a second
// click does not repeat the change.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, canRetry, type ErrorText, isStale, withScreenText } from './api-error.ts'
import { call } from './call.ts'
import { makeIdempotencyKey } from './idempotency-key.ts'
import type { OperationId, RequestOf, ResponseOf } from './operations.ts'

export interface ChangeOptions<T> {
  /** Prefixes of operations whose responses become stale: `bookings`, `wallet`. */
  readonly refreshes?: readonly string[]
  readonly onDone?: (response: T) => void
  /** The screen's own texts for errors. */
  readonly errorText?: ErrorText
}

export function useChange<Id extends OperationId>(
  id: Id,
  { refreshes = [], onDone, errorText }: ChangeOptions<ResponseOf<Id>> = {},
) {
  const client = useQueryClient()
  const attempt = useRef<{ request: string; key: string } | null>(null)
  return useMutation<ResponseOf<Id>, Error, RequestOf<Id>>({
    mutationKey: [id],
    mutationFn: async (request) => {
      if (!navigator.onLine) throw new ApiError(0, {})
      const text = JSON.stringify(request, asText)
      if (attempt.current?.request !== text) attempt.current = { request: text, key: makeIdempotencyKey() }
      try {
        const response = await call(id, request, { key: attempt.current.key })
        attempt.current = null
        return response
      } catch (error) {
        if (!canRetry(error)) attempt.current = null
        // Loads the version that was saved meanwhile.
        if (isStale(error)) void refresh(client, refreshes)
        throw withScreenText(errorText, error)
      }
    },
    onSuccess: async (response) => {
      onDone?.(response)
      await refresh(client, refreshes)
    },
  })
}

/** JSON has no text for a file: another file needs another idempotency key. */
function asText(_: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value
}

/** Reloads mounted queries and marks the others as stale. */
export function refresh(client: QueryClient, prefixes: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [id] }) => prefixes.some((name) => String(id).split('.')[0] === name),
  })
}
