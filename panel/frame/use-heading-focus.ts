// Moves the focus to the heading after a navigation, so that screen readers and the keyboard start there.
import { useEffect, useRef } from 'react'
import { useLocation } from '../api/navigation.ts'

/** Input that stops the focus changes: the user is already working on the screen. */
const USER_EVENTS = ['pointerdown', 'keydown'] as const

export function useHeadingFocus(): void {
  const { path } = useLocation()
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    focusHeading()
    // The screen may still be loading, or replace its first heading once its data arrives.
    const watch = new MutationObserver(() => document.activeElement === document.body && focusHeading())
    const stop = () => {
      watch.disconnect()
      for (const type of USER_EVENTS) removeEventListener(type, stop)
    }
    watch.observe(document.body, { childList: true, subtree: true })
    for (const type of USER_EVENTS) addEventListener(type, stop)
    return stop
  }, [path])
}

/** A field that the screen focused itself keeps the focus. */
function focusHeading(): void {
  if (document.activeElement?.closest('main input')) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
