// After a change of screen the focus is on its heading, so that readers of screens begin there and keys go on there.
import { useEffect, useRef } from 'react'
import { usePlace } from '../api/place.ts'

/** Whoever has begun to do something is not taken elsewhere. */
const HANDS = ['pointerdown', 'keydown'] as const

export function useHeadingFocus(): void {
  const { path } = usePlace()
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    focusHeading()
    // The screen may still be on its way, or show one heading until it has read what it is about.
    const watch = new MutationObserver(() => document.activeElement === document.body && focusHeading())
    const stop = () => {
      watch.disconnect()
      for (const hand of HANDS) removeEventListener(hand, stop)
    }
    watch.observe(document.body, { childList: true, subtree: true })
    for (const hand of HANDS) addEventListener(hand, stop)
    return stop
  }, [path])
}

/** A field that the screen itself has begun with keeps the focus. */
function focusHeading(): void {
  if (document.activeElement?.closest('main input')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
