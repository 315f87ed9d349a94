// Navigation of the panel: the current location, `navigate`, clicks on links, and scroll positions. The current screen
// stays until the next one is loaded.
import { useSyncExternalStore } from 'react'
import { PANEL_PATH } from '../../contract/links.ts'
import { isPlainClick, panelPath, pathOf, withSearch } from '../logic/urls.ts'
import { makeIdempotencyKey } from './idempotency-key.ts'

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

/**
 * Handles clicks on all links in one listener: links to a screen navigate inside the panel, all others are left to
 * the browser. Hovering or focusing a link preloads its screen.
 */
function followLinks(onNavigate: (to: string) => void, onNear: (to: string) => void): void {
  addEventListener('click', (event) => {
    const to = isPlainClick(event) ? linkedPath(event.target) : undefined
    if (to === undefined) return
    event.preventDefault()
    onNavigate(to)
  })
  const handleNear = ({ target }: Event) => {
    const to = linkedPath(target)
    if (to !== undefined) onNear(to)
  }
  addEventListener('pointerover', handleNear, { passive: true })
  addEventListener('focusin', handleNear)
}

function linkedPath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([download])') : null
  return link === null ? undefined : panelPath(link, location.origin)
}

const KEY = 'embarque.scrolls'
const ENTRIES_MAX = 50
/** Input that cancels the restoring: the user has started to scroll or type. */
const CANCELLING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const tops = new Map<string, number>()
let currentEntry = ''
let stop = () => {}

/**
 * Restores the scroll position of each history entry once the page is long enough. The browser itself would try only
 * once, before the screen's data has loaded.
 */
function startScrollRestoration(): void {
  history.scrollRestoration = 'manual'
  for (const [name, top] of storedPositions()) tops.set(name, top)
  addEventListener('pagehide', () => {
    saveScroll()
    sessionStorage.setItem(KEY, JSON.stringify([...tops].slice(-ENTRIES_MAX)))
  })
}

/** Call before leaving the current history entry. */
function saveScroll(): void {
  // Reinserting moves the entry to the end of the map, so that the oldest is dropped first.
  tops.delete(currentEntry)
  tops.set(currentEntry, scrollY)
}

function newEntryKey(): string {
  return makeIdempotencyKey()
}

function setEntryKey(name: string): void {
  stop()
  currentEntry = name
}

/** Scrolls to where the current history entry was left. */
function restoreScroll(): void {
  stop()
  const top = tops.get(currentEntry) ?? 0
  const scrollToTop = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 2
  }
  if (scrollToTop()) return
  const growth = new ResizeObserver(() => scrollToTop() && stop())
  growth.observe(document.body)
  for (const type of CANCELLING_EVENTS) addEventListener(type, stopNow, { passive: true })
  stop = () => {
    growth.disconnect()
    for (const type of CANCELLING_EVENTS) removeEventListener(type, stopNow)
    stop = () => {}
  }
}

function stopNow(): void {
  stop()
}

function storedPositions(): [string, number][] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(list) ? list.map((pair) => [String(pair?.[0]), Number(pair?.[1]) || 0]) : []
  } catch {
    return []
  }
}
