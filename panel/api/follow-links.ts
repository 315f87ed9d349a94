// Handles clicks on all links in one listener: links to a screen navigate inside the panel, all others are left to the
// browser. Hovering or focusing a link preloads its screen.
import { isPlainPress, wayTo } from '../kit/addresses.ts'

export function followLinks(go: (to: string) => void, prepare: (to: string) => void): void {
  addEventListener('click', (event) => {
    const to = isPlainPress(event) ? wayFrom(event.target) : undefined
    if (to === undefined) return
    event.preventDefault()
    go(to)
  })
  const near = ({ target }: Event) => {
    const to = wayFrom(target)
    if (to !== undefined) prepare(to)
  }
  addEventListener('pointerover', near, { passive: true })
  addEventListener('focusin', near)
}

function wayFrom(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([download])') : null
  return link === null ? undefined : wayTo(link, location.origin)
}
