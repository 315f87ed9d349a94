// Joins addresses and screens: those inside the frame, and the doors before it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { PANEL_PATH } from '../../contract/links.ts'
import { ApiError } from '../api/api-error.ts'
import { Fallen } from '../frame/error-boundary.tsx'
import { Shell } from '../frame/shell.tsx'
import { PATHS } from '../kit/paths.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { DOORS, SCREENS, type ScreenRow } from './screen-table.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Fallen })
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })
const more = createRoute({
  getParentRoute: () => inside,
  path: PATHS.more,
  component: lazily(() => import('../frame/more.tsx')),
})

const screens = SCREENS.map(({ path, load }) =>
  createRoute({ getParentRoute: () => inside, path, component: lazily(load), notFoundComponent: NotFound }),
)
const doors = DOORS.map(({ path, load }) =>
  createRoute({ getParentRoute: () => root, path, component: lazily(load) }),
)

export function makeRouter() {
  return createRouter({
    routeTree: root.addChildren([inside.addChildren([...screens, more]), ...doors]),
    basepath: PANEL_PATH,
    defaultPreload: 'intent',
    defaultErrorComponent: Fallen,
    scrollRestoration: true,
    // Texts stay texts: a locator of digits is no number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

function lazily(load: ScreenRow['load']) {
  return lazyRouteComponent(load, 'Screen')
}

function NotFound() {
  return <ErrorState error={new ApiError(404, {})} />
}
