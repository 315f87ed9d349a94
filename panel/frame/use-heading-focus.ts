// After a change of screen the focus is on its heading, so that readers of screens begin there and keys go on there.
import { useEffect, useRef } from 'react'
import { usePlace } from '../api/place.ts'

/** The path of the screen. */
export function useHeadingFocus(): string {
  const { path: pathname } = usePlace()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const focus = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.focus({ preventScroll: true })
      return heading !== null
    }
    if (focus()) return
    // The screen may still be on its way.
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [pathname])
  return pathname
}
