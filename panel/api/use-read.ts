// Reads an operation into a component. Query keys begin with the operation's name, so that events can invalidate them.
import { keepPreviousData, queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { call, callAll, takePrefetched } from './call.ts'
import { etagOf, storeEtag } from './etags.ts'
import type { ListId, OperationId, RequestOf, ResponseOf } from './operations.ts'
import type { Preferences } from './preferences.ts'
import { usePreferences } from './use-preferences.ts'

export interface ReadOptions {
  /** False while a needed value is unknown. */
  readonly isEnabled?: boolean
  /** Shows the previous page while the next one loads, for lists. */
  readonly keepsPrevious?: boolean
  readonly pollMs?: number | false
  /**
   * Loads once, and again only on request: for expensive reads and results that must not change while the user chooses.
   */
  readonly isStatic?: boolean
}

const STATIC_MS = 30 * 60_000

function readOptions<Id extends OperationId>(id: Id, request: RequestOf<Id>, { mode, team }: Preferences) {
  return queryOptions<ResponseOf<Id>>({
    queryKey: [id, mode, team ?? '', request],
    queryFn: ({ signal }) => takePrefetched(id, request) ?? call(id, request, { signal }),
    // If a new response is equal, React Query keeps the old object, which then needs the new ETag.
    structuralSharing: (before, now) => {
      const shared: unknown = replaceEqualDeep(before, now)
      if (shared !== now) storeEtag(shared, etagOf(Object(now)))
      return shared
    },
  })
}

export function useRead<Id extends OperationId>(
  id: Id,
  request: RequestOf<Id>,
  { isEnabled = true, keepsPrevious = false, pollMs = false, isStatic = false }: ReadOptions = {},
) {
  return useQuery({
    ...readOptions(id, request, usePreferences()),
    enabled: isEnabled,
    refetchInterval: pollMs,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isStatic && { staleTime: 'static', gcTime: STATIC_MS }),
  })
}

/** Reads all pages of a list, for choices and lists without pages. */
export function useReadAll<Id extends ListId>(
  id: Id,
  request: RequestOf<Id>,
  { isEnabled = true }: Pick<ReadOptions, 'isEnabled'> = {},
) {
  const { mode, team } = usePreferences()
  return useQuery({
    queryKey: [id, mode, team ?? '', request, 'all'],
    queryFn: ({ signal }) => callAll(id, request, { signal }),
    enabled: isEnabled,
  })
}
