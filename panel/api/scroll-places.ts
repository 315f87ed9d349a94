// Restores the scroll position of each history entry once the page is long enough. The browser itself would try only
// once, before the screen's data has loaded.
import { makeIdempotencyKey } from './idempotency-key.ts'

const NAME = 'embarque.scrolls'
const STEPS_MAX = 50
/** Input that cancels the restoring: the user has started to scroll or type. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const tops = new Map<string, number>()
let step = ''
let stop = () => {}

export function startScrolls(): void {
  history.scrollRestoration = 'manual'
  for (const [name, top] of kept()) tops.set(name, top)
  addEventListener('pagehide', () => {
    noteScroll()
    sessionStorage.setItem(NAME, JSON.stringify([...tops].slice(-STEPS_MAX)))
  })
}

/** Call before leaving the current history entry. */
export function noteScroll(): void {
  // Reinserting moves the entry to the end of the map, so that the oldest is dropped first.
  tops.delete(step)
  tops.set(step, scrollY)
}

export function newStep(): string {
  return makeIdempotencyKey()
}

export function atStep(name: string): void {
  stop()
  step = name
}

/** Scrolls to where the current history entry was left. */
export function restoreScroll(): void {
  stop()
  const top = tops.get(step) ?? 0
  const isThere = () => {
    scrollTo(0, top)
    return Math.abs(scrollY - top) < 2
  }
  if (isThere()) return
  const growth = new ResizeObserver(() => isThere() && stop())
  growth.observe(document.body)
  for (const hand of HANDS) addEventListener(hand, stopNow, { passive: true })
  stop = () => {
    growth.disconnect()
    for (const hand of HANDS) removeEventListener(hand, stopNow)
    stop = () => {}
  }
}

function stopNow(): void {
  stop()
}

function kept(): [string, number][] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '[]')
    return Array.isArray(list) ? list.map((pair) => [String(pair?.[0]), Number(pair?.[1]) || 0]) : []
  } catch {
    return []
  }
}
