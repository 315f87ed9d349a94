// Joins addresses and screens: those inside the frame, and the doors before it.
import type { ComponentType } from 'react'
import { ApiError } from '../api/api-error.ts'
import { usePlace } from '../api/place.ts'
import { ErrorBoundary, Fallen } from '../frame/error-boundary.tsx'
import { Shell } from '../frame/shell.tsx'
import { paramsIn } from '../kit/addresses.ts'
import { isDoor, PATHS } from '../kit/paths.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { DOORS, SCREENS, type ScreenRow } from './screen-table.ts'

const ROWS: readonly ScreenRow[] = [
  ...SCREENS,
  ...DOORS,
  { path: PATHS.more, load: () => import('../frame/more.tsx') },
]
const loaded = new Map<ScreenRow, ComponentType>()

/** Loads what a path shows; says what stands in it. */
export function prepareScreen(path: string) {
  const { row, params } = screenAt(path)
  if (row === undefined || loaded.has(row)) return params
  return row.load().then(
    ({ Screen }) => {
      loaded.set(row, Screen)
      return params
    },
    // It is shown as fallen, and tried again by who comes back.
    () => params,
  )
}

function screenAt(path: string) {
  for (const row of ROWS) {
    const params = paramsIn(row.path, path)
    if (params !== undefined) return { row, params }
  }
  return { row: undefined, params: {} }
}

export function Router() {
  const { path } = usePlace()
  const { row } = screenAt(path)
  const Screen = row === undefined ? NotFound : (loaded.get(row) ?? Fallen)
  if (!isDoor(path))
    return (
      <Shell>
        <Screen />
      </Shell>
    )
  return (
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>
  )
}

function NotFound() {
  return <ErrorState error={new ApiError(404, {})} />
}
