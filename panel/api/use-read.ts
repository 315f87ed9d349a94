// Reads an operation into a component. Keys begin with the operation's name, so that events can say what is stale.
import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { call, takeBegun } from './call.ts'
import { etagOf, noteEtag } from './etags.ts'
import type { Answer, Asked, OperationId } from './operations.ts'
import { useWishes } from './use-wishes.ts'
import type { Wishes } from './wishes.ts'

export interface ReadOptions {
  /** False where something it needs is not known yet. */
  readonly when?: boolean
  /** The page before stays in sight while the next one comes: for lists. */
  readonly keepsPrevious?: boolean
  readonly everyMs?: number | false
  /** Asked once, and again only by hand: what costs to ask, and must not move under the hand that chooses. */
  readonly isStill?: boolean
}

const STILL_MS = 30 * 60_000

function readOptions<Id extends OperationId>(id: Id, asked: Asked<Id>, { mode, team }: Wishes) {
  return queryOptions<Answer<Id>>({
    queryKey: [id, mode, team ?? '', asked],
    queryFn: ({ signal }) => takeBegun(id, asked) ?? call(id, asked, { signal }),
    // What is equal stays the same object; what is not has the version of the new one.
    structuralSharing: (before, now) => {
      const shared: unknown = replaceEqualDeep(before, now)
      if (shared !== now) noteEtag(shared, etagOf(Object(now)))
      return shared
    },
  })
}

export function useRead<Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  { when = true, keepsPrevious = false, everyMs = false, isStill = false }: ReadOptions = {},
) {
  return useQuery({
    ...readOptions(id, asked, useWishes()),
    enabled: when,
    refetchInterval: everyMs,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isStill && { staleTime: 'static', gcTime: STILL_MS }),
  })
}
