// The store of answers: what was read stays for half a minute, and what nobody answered is asked again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NO_NETWORK } from './api-error.ts'
import { type Refusal, refusalOf } from './refusal.ts'

const FRESH_MS = 30_000
const TRIES_MAX = 2

/** `sentAway` is told when an answer says that the session has ended, or the place in the team. */
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
      // Never by itself: a person decides whether to try again, under the same key.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Who one is here and what one may do; several that ask for it at once are answered by one. */
export function rereadTeam(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['team.read'] }, { cancelRefetch: false })
}

function isWorthAnother(tries: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return tries < TRIES_MAX && (error.code === NO_NETWORK || error.status === 503)
}
