// Where somebody is in the panel: the address, and the screen in sight, which stays until the next one is there.
import { useSyncExternalStore } from 'react'
import { PANEL_PATH } from '../../contract/links.ts'
import { withSearch } from '../kit/addresses.ts'

export interface Place {
  /** Without what all addresses begin with. */
  readonly path: string
  /** Texts stay texts: a locator of digits is no number. */
  readonly search: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

/** What a path is of, once it can be shown; a promise where it must be loaded first. */
type Prepare = (path: string) => Place['params'] | Promise<Place['params']>

const listeners = new Set<() => void>()
let prepare: Prepare = () => ({})
let shown: Place = { path: '/', search: {}, params: {} }

/** Resolves when there is something to show. */
export async function startPlaces(by: Prepare): Promise<void> {
  prepare = by
  addEventListener('popstate', () => void arrive())
  await arrive()
}

export function currentPlace(): Place {
  return shown
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace)
}

export interface Going {
  readonly search?: Readonly<Record<string, string>>
  /** Instead of the present address: there is no way back to it. */
  readonly replace?: boolean
  /** The same screen, seen from where it was. */
  readonly keepsScroll?: boolean
}

/** To a path of the panel; resolves when its screen is in sight. */
export async function go(
  to: string,
  { search, replace = false, keepsScroll = false }: Going = {},
): Promise<void> {
  const address = addressOf(to, search)
  if (replace || address === `${location.pathname}${location.search}`) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  await arrive()
  if (!keepsScroll) scrollTo(0, 0)
}

export function addressOf(to: string, search?: Readonly<Record<string, string>>): string {
  return `${PANEL_PATH}${withSearch(to, search)}`
}

/** Somebody's hand is near a way there: its files may come. */
export function prepareFor(to: string): void {
  // What cannot be loaded is said to who goes there.
  void Promise.resolve(prepare(pathOf(to))).catch(() => {})
}

async function arrive(): Promise<void> {
  const { pathname, search } = location
  const path = pathOf(pathname.slice(PANEL_PATH.length))
  const prepared = prepare(path)
  const params = prepared instanceof Promise ? await prepared : prepared
  // They may have gone on while it was loading.
  if (location.pathname !== pathname || location.search !== search) return
  shown = { path, search: Object.fromEntries(new URLSearchParams(search)), params }
  for (const listener of listeners) listener()
}

function pathOf(to: string): string {
  return to.replace(/\?.*/, '').replace(/\/$/, '') || '/'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
