// The store of answers: what was read stays for half a minute, and what nobody answered is asked again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NO_NETWORK } from './api-error.ts'

const FRESH_MS = 30_000
const TRIES_MAX = 2

/** `signedOut` is told when an answer says that the session has ended. */
export function makeQueryClient(signedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) signedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthAnother, networkMode: 'offlineFirst' },
      // Never by itself: a person decides whether to try again, under the same key.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function isWorthAnother(tries: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return tries < TRIES_MAX && (error.code === NO_NETWORK || error.status === 503)
}
