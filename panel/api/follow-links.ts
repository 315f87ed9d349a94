// Handles clicks on all links in one listener: links to a screen navigate inside the panel, all others are left to the
// browser. Hovering or focusing a link preloads its screen.
import { isPlainClick, panelPath } from '../kit/urls.ts'

export function followLinks(onNavigate: (to: string) => void, onNear: (to: string) => void): void {
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
