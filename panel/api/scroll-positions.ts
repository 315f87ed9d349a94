// Restores the scroll position of each history entry once the page is long enough. The browser itself would try only
// once, before the screen's data has loaded.
import { makeIdempotencyKey } from './idempotency-key.ts'

const KEY = 'embarque.scrolls'
const ENTRIES_MAX = 50
/** Input that cancels the restoring: the user has started to scroll or type. */
const CANCELLING_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const tops = new Map<string, number>()
let entryKey = ''
let stop = () => {}

export function startScrollRestoration(): void {
  history.scrollRestoration = 'manual'
  for (const [name, top] of storedPositions()) tops.set(name, top)
  addEventListener('pagehide', () => {
    saveScroll()
    sessionStorage.setItem(KEY, JSON.stringify([...tops].slice(-ENTRIES_MAX)))
  })
}

/** Call before leaving the current history entry. */
export function saveScroll(): void {
  // Reinserting moves the entry to the end of the map, so that the oldest is dropped first.
  tops.delete(entryKey)
  tops.set(entryKey, scrollY)
}

export function newEntryKey(): string {
  return makeIdempotencyKey()
}

export function setEntryKey(name: string): void {
  stop()
  entryKey = name
}

/** Scrolls to where the current history entry was left. */
export function restoreScroll(): void {
  stop()
  const top = tops.get(entryKey) ?? 0
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
