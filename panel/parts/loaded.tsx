// Shows data once it is loaded; before that a skeleton, or the error.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

export interface LoadedProps<T> {
  readonly result: UseQueryResult<T>
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** If a reload fails, the old data stays visible. */
export function Loaded<T>({ result, skeleton, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = result
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} isBusy={isFetching} />
  return skeleton ?? <Skeleton lines={3} />
}
