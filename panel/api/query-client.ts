// The query cache: responses stay fresh for half a minute, and requests without a response are retried.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NO_NETWORK } from './api-error.ts'
import { type Refusal, refusalOf } from './refusal.ts'

const FRESH_MS = 30_000
const TRIES_MAX = 2

/** `onAccessLost` is called when the session or the membership in the team has ended. */
export function makeQueryClient(sentAway: (why: Exclude<Refusal, 'permission'>) => void): QueryClient {
  const heed = (error: Error, id: unknown) => {
    const refusal = refusalOf(error, id)
    if (refusal === 'permission') rereadTeam(client)
    else if (refusal !== undefined) sentAway(refusal)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => heed(error, queryKey[0]) }),
    mutationCache: new MutationCache({
      onError: (error, _asked, _kept, { options }) => heed(error, options.mutationKey?.[0]),
    }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: isWorthAnother, networkMode: 'offlineFirst' },
      // A change is never retried automatically: the user decides, and the retry uses the same idempotency key.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Reads the team and its permissions again; concurrent calls share one request. */
export function rereadTeam(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['team.read'] }, { cancelRefetch: false })
}

function isWorthAnother(tries: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return tries < TRIES_MAX && (error.code === NO_NETWORK || error.status === 503)
}
