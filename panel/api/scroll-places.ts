// How far down somebody was, for each step of the history: the way back leads there again, once the page is as long as
// it was. The browser by itself would try only once, before the answers of a screen have come.
import { makeIdempotencyKey } from './idempotency-key.ts'

const NAME = 'embarque.scrolls'
/** As far back as anybody goes. */
const STEPS_MAX = 50
/** What somebody does who does not want to be taken anywhere. */
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

/** Before a step away from here. */
export function noteScroll(): void {
  // Last is latest, in the order of the map.
  tops.delete(step)
  tops.set(step, scrollY)
}

/** What a new step of the history is remembered by. */
export function newStep(): string {
  return makeIdempotencyKey()
}

export function atStep(name: string): void {
  stop()
  step = name
}

/** To where it was left. */
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
