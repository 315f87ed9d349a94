// Navigation of the panel: the current location, and `navigate`. The current screen stays until the next one is loaded.
import { useSyncExternalStore } from 'react'
import { PANEL_PATH } from '../../contract/links.ts'
import { pathOf, withSearch } from '../kit/urls.ts'
import { followLinks } from './follow-links.ts'
import {
  newEntryKey,
  restoreScroll,
  saveScroll,
  setEntryKey,
  startScrollRestoration,
} from './scroll-positions.ts'

export interface PanelLocation {
  /** Without the prefix of all panel paths. */
  readonly path: string
  /** Values stay strings: a locator of digits is not a number. */
  readonly search: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

/** Loads the screen of a path and returns the path's parameters. */
type Prepare = (path: string) => PanelLocation['params'] | Promise<PanelLocation['params']>

const listeners = new Set<() => void>()
let prepare: Prepare = () => ({})
let shown: PanelLocation = { path: '/', search: {}, params: {} }
/** Counts navigations: only the latest one is shown. */
let navigations = 0

/** Resolves when the first screen is loaded. */
export async function startNavigation(by: Prepare): Promise<void> {
  prepare = by
  startScrollRestoration()
  followLinks((to) => void navigate(to), preload)
  addEventListener('popstate', () => {
    saveScroll()
    void showHistoryEntry()
  })
  await showHistoryEntry()
}

export function currentLocation(): PanelLocation {
  return shown
}

export function useLocation(): PanelLocation {
  return useSyncExternalStore(subscribe, currentLocation)
}

export interface NavigateOptions {
  readonly search?: Readonly<Record<string, string>>
  /** Replaces the current history entry. */
  readonly replace?: boolean
  /** Keeps the scroll position, for changes within the same screen. */
  readonly keepsScroll?: boolean
}

/** Resolves when the screen is loaded. */
export async function navigate(
  to: string,
  { search, replace = false, keepsScroll = false }: NavigateOptions = {},
): Promise<void> {
  const address = addressOf(to, search)
  saveScroll()
  const entryKey = newEntryKey()
  if (replace || address === `${location.pathname}${location.search}`)
    history.replaceState({ entryKey }, '', address)
  else history.pushState({ entryKey }, '', address)
  setEntryKey(entryKey)
  const isShown = await showScreen()
  if (isShown && !keepsScroll) scrollTo(0, 0)
}

export function addressOf(to: string, search?: Readonly<Record<string, string>>): string {
  return `${PANEL_PATH}${withSearch(to, search)}`
}

/** Preloads a screen when the pointer or the focus reaches a link to it. */
function preload(to: string): void {
  // A load error is shown when the user navigates there.
  void Promise.resolve(prepare(pathOf(to))).catch(() => {})
}

/** Shows the screen of an existing history entry: on back, forward, reload and start. */
async function showHistoryEntry(): Promise<void> {
  const state = Object(history.state)
  const entryKey = typeof state.entryKey === 'string' ? state.entryKey : newEntryKey()
  if (state.entryKey !== entryKey) history.replaceState({ ...state, entryKey }, '')
  setEntryKey(entryKey)
  if (await showScreen()) restoreScroll()
}

/** Returns false if another navigation began while the screen was loading. */
async function showScreen(): Promise<boolean> {
  navigations += 1
  const navigation = navigations
  const { pathname, search } = location
  const path = pathOf(pathname.slice(PANEL_PATH.length))
  const prepared = prepare(path)
  markLoading(prepared instanceof Promise)
  const params = prepared instanceof Promise ? await prepared : prepared
  if (navigation !== navigations) return false
  markLoading(false)
  shown = { path, search: Object.fromEntries(new URLSearchParams(search)), params }
  for (const listener of listeners) listener()
  // Waits until React has rendered synchronous updates.
  await null
  return navigation === navigations
}

/** Shows the progress bar while a screen loads. */
function markLoading(isLoading: boolean): void {
  document.documentElement.toggleAttribute('data-going', isLoading)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
