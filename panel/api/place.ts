// Where somebody is in the panel: the address, and the screen in sight, which stays until the next one is there.
import { useSyncExternalStore } from 'react'
import { PANEL_PATH } from '../../contract/links.ts'
import { pathOf, withSearch } from '../kit/addresses.ts'
import { followLinks } from './follow-links.ts'
import { atStep, newStep, noteScroll, restoreScroll, startScrolls } from './scroll-places.ts'

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
/** How many have set out: only the last one arrives. */
let departures = 0

/** Resolves when there is something to show. */
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

/** Somebody's hand is near a way there: its files may come. */
function prepareFor(to: string): void {
  // What cannot be loaded is said to who goes there.
  void Promise.resolve(prepare(pathOf(to))).catch(() => {})
}

/** To a step that the history has: back, forward, or by a reload; and the very first. */
async function comeBack(): Promise<void> {
  const state = Object(history.state)
  const step = typeof state.step === 'string' ? state.step : newStep()
  if (state.step !== step) history.replaceState({ ...state, step }, '')
  atStep(step)
  if (await arrive()) restoreScroll()
}

/** False where they have gone on while it was loading. */
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
  // What is drawn at once is drawn by now.
  await null
  return departure === departures
}

/** Whoever waits sees that something comes. */
function sayGoing(isGoing: boolean): void {
  document.documentElement.toggleAttribute('data-going', isGoing)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
