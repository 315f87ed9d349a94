// The query cache: responses stay fresh for half a minute, and requests without a response are retried.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type AccessError, ApiError, accessErrorOf, NO_NETWORK } from './api-error.ts'

const FRESH_MS = 30_000
const TRIES_MAX = 2

/** `onAccessLost` is called when the session or the membership in the team has ended. */
export function makeQueryClient(
  onAccessLost: (why: Exclude<AccessError, 'permission'>) => void,
): QueryClient {
  const handleError = (error: Error, id: unknown) => {
    const accessError = accessErrorOf(error, id)
    if (accessError === 'permission') refetchTeam(client)
    else if (accessError !== undefined) onAccessLost(accessError)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => handleError(error, queryKey[0]) }),
    mutationCache: new MutationCache({
      onError: (error, _request, _context, { options }) => handleError(error, options.mutationKey?.[0]),
    }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: shouldRetry, networkMode: 'offlineFirst' },
      // A change is never retried automatically: the user decides, and the retry uses the same idempotency key.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Reads the team and its permissions again; concurrent calls share one request. */
export function refetchTeam(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['team.read'] }, { cancelRefetch: false })
}

function shouldRetry(tries: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return tries < TRIES_MAX && (error.code === NO_NETWORK || error.status === 503)
}
