// Maps paths to screens: those inside the frame and the sign-in pages without it.
import { SCREENS } from 'screens:table'
import { type ComponentType, useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useLocation } from '../api/navigation.ts'
import { ErrorBoundary, ScreenError } from '../frame/error-boundary.tsx'
import { Shell } from '../frame/shell.tsx'
import { useHeadingFocus } from '../frame/use-heading-focus.ts'
import type { GuidePlace } from '../logic/guide.ts'
import { isSignInPath } from '../logic/paths.ts'
import { paramsIn } from '../logic/urls.ts'
import { ErrorState } from '../parts/error-state.tsx'

export interface ScreenRow {
  /** Such as `/reservas/$id`. */
  readonly path: string
  readonly help: GuidePlace | null
  readonly load: () => Promise<{ Screen: ComponentType }>
}

/** The URL that was reloaded because its screen could not be loaded. */
const RELOADED = 'embarque.reloaded'
const loaded = new Map<ScreenRow, ComponentType>()

/** Loads the screen of a path; returns the path's parameters. */
export function prepareScreen(path: string) {
  const { row, params } = screenAt(path)
  if (row === undefined || loaded.has(row)) return params
  return row.load().then(
    ({ Screen }) => {
      loaded.set(row, Screen)
      sessionStorage.removeItem(RELOADED)
      return params
    },
    // The router then shows an error, and the next visit tries again.
    () => params,
  )
}

function screenAt(path: string) {
  for (const row of SCREENS) {
    const params = paramsIn(row.path, path)
    if (params !== undefined) return { row, params }
  }
  return { row: undefined, params: {} }
}

export function Router() {
  const { path } = useLocation()
  useHeadingFocus()
  const { row } = screenAt(path)
  const Screen = row === undefined ? NotFound : (loaded.get(row) ?? MissingScreen)
  if (!isSignInPath(path))
    return (
      <Shell help={row?.help ?? null}>
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

/** A newer build may have replaced this one's files: a reload gets the new file names. */
function MissingScreen() {
  useEffect(() => {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED) === location.href) return
    sessionStorage.setItem(RELOADED, location.href)
    location.reload()
  }, [])
  return <ScreenError />
}
