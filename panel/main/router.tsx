// Joins addresses and screens: those inside the frame, and the doors before it.
import { type ComponentType, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { usePlace } from '../api/place.ts'
import { ErrorBoundary, Fallen } from '../frame/error-boundary.tsx'
import { Shell } from '../frame/shell.tsx'
import { useHeadingFocus } from '../frame/use-heading-focus.ts'
import { paramsIn } from '../kit/addresses.ts'
import { isDoor, PATHS } from '../kit/paths.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { DOORS, SCREENS, type ScreenRow } from './screen-table.ts'

const ROWS: readonly ScreenRow[] = [
  ...SCREENS,
  ...DOORS,
  { path: PATHS.more, load: () => import('../frame/more.tsx') },
]
/** The address that was read anew because its screen could not be loaded. */
const RELOADED = 'embarque.reloaded'
const loaded = new Map<ScreenRow, ComponentType>()

/** Loads what a path shows; says what stands in it. */
export function prepareScreen(path: string) {
  const { row, params } = screenAt(path)
  if (row === undefined || loaded.has(row)) return params
  return row.load().then(
    ({ Screen }) => {
      loaded.set(row, Screen)
      sessionStorage.removeItem(RELOADED)
      return params
    },
    // It is shown as missing, and tried again by who comes back.
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
  useHeadingFocus()
  const { row } = screenAt(path)
  const Screen = row === undefined ? NotFound : (loaded.get(row) ?? Missing)
  if (!isDoor(path))
    return (
      <Shell>
        <Screen />
      </Shell>
    )
  return (
    <ErrorBoundary key={path}>
      <Screen />
    </ErrorBoundary>
  )
}

function NotFound() {
  return <ErrorState isPage error={new ApiError(404, {})} />
}

/** A newer panel may have taken the place of the one that this page is of: read anew, it names the files there are. */
function Missing() {
  useEffect(() => {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED) === location.href) return
    sessionStorage.setItem(RELOADED, location.href)
    location.reload()
  }, [])
  return <Fallen />
}
