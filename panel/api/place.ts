// Navigation of the panel: the current location, and `navigate`. The current screen stays until the next one is loaded.
import { useSyncExternalStore } from 'react'
import { PANEL_PATH } from '../../contract/links.ts'
import { pathOf, withSearch } from '../kit/addresses.ts'
import { followLinks } from './follow-links.ts'
import { atStep, newStep, noteScroll, restoreScroll, startScrolls } from './scroll-places.ts'

export interface Place {
  /** Without the prefix of all panel paths. */
  readonly path: string
  /** Values stay strings: a locator of digits is not a number. */
  readonly search: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

/** Loads the screen of a path and returns the path's parameters. */
type Prepare = (path: string) => Place['params'] | Promise<Place['params']>

const listeners = new Set<() => void>()
let prepare: Prepare = () => ({})
let shown: Place = { path: '/', search: {}, params: {} }
/** Counts navigations: only the latest one is shown. */
let departures = 0

/** Resolves when the first screen is loaded. */
export async function startPlaces(by: Prepare): Promise<void> {
  prepare = by
  startScrolls()
  followLinks((to) => void go(to), prepareFor)
  addEventListener('popstate', () => {
    noteScroll()
    void comeBack()
  })
  await comeBack()
}

export function currentPlace(): Place {
  return shown
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace)
}

export interface Going {
  readonly search?: Readonly<Record<string, string>>
  /** Replaces the current history entry. */
  readonly replace?: boolean
  /** Keeps the scroll position, for changes within the same screen. */
  readonly keepsScroll?: boolean
}

/** Resolves when the screen is loaded. */
export async function go(
  to: string,
  { search, replace = false, keepsScroll = false }: Going = {},
): Promise<void> {
  const address = addressOf(to, search)
  noteScroll()
  const step = newStep()
  if (replace || address === `${location.pathname}${location.search}`)
    history.replaceState({ step }, '', address)
  else history.pushState({ step }, '', address)
  atStep(step)
  const hasArrived = await arrive()
  if (hasArrived && !keepsScroll) scrollTo(0, 0)
}

export function addressOf(to: string, search?: Readonly<Record<string, string>>): string {
  return `${PANEL_PATH}${withSearch(to, search)}`
}

/** Preloads a screen when the pointer or the focus reaches a link to it. */
function prepareFor(to: string): void {
  // A load error is shown when the user navigates there.
  void Promise.resolve(prepare(pathOf(to))).catch(() => {})
}

/** Shows the screen of an existing history entry: on back, forward, reload and start. */
async function comeBack(): Promise<void> {
  const state = Object(history.state)
  const step = typeof state.step === 'string' ? state.step : newStep()
  if (state.step !== step) history.replaceState({ ...state, step }, '')
  atStep(step)
  if (await arrive()) restoreScroll()
}

/** Returns false if another navigation began while the screen was loading. */
async function arrive(): Promise<boolean> {
  departures += 1
  const departure = departures
  const { pathname, search } = location
  const path = pathOf(pathname.slice(PANEL_PATH.length))
  const prepared = prepare(path)
  sayGoing(prepared instanceof Promise)
  const params = prepared instanceof Promise ? await prepared : prepared
  if (departure !== departures) return false
  sayGoing(false)
  shown = { path, search: Object.fromEntries(new URLSearchParams(search)), params }
  for (const listener of listeners) listener()
  // Waits until React has rendered synchronous updates.
  await null
  return departure === departures
}

/** Shows the progress bar while a screen loads. */
function sayGoing(isGoing: boolean): void {
  document.documentElement.toggleAttribute('data-going', isGoing)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
