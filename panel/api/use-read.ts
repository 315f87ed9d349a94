// Reads an operation into a component. Query keys begin with the operation's name, so that events can invalidate them.
import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { call, takeBegun } from './call.ts'
import { etagOf, noteEtag } from './etags.ts'
import type { Answer, Asked, OperationId } from './operations.ts'
import { useWishes } from './use-wishes.ts'
import type { Wishes } from './wishes.ts'

export interface ReadOptions {
  /** False while a needed value is unknown. */
  readonly when?: boolean
  /** Shows the previous page while the next one loads, for lists. */
  readonly keepsPrevious?: boolean
  readonly everyMs?: number | false
  /**
   * Loads once, and again only on request: for expensive reads and results that must not change while the user chooses.
   */
  readonly isStill?: boolean
}

const STILL_MS = 30 * 60_000

function readOptions<Id extends OperationId>(id: Id, asked: Asked<Id>, { mode, team }: Wishes) {
  return queryOptions<Answer<Id>>({
    queryKey: [id, mode, team ?? '', asked],
    queryFn: ({ signal }) => takeBegun(id, asked) ?? call(id, asked, { signal }),
    // If a new response is equal, React Query keeps the old object, which then needs the new ETag.
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
