// Addresses of the panel as texts: which screen one belongs to, what stands in it, and which links lead to one.
import { PANEL_PATH } from '../../contract/links.ts'

/** The parts of an address that a screen names, as `$id`; undefined where it is of another screen. */
export function paramsIn(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [named, given] = [pattern.split('/'), path.split('/')]
  if (named.length !== given.length) return
  const params: Record<string, string> = {}
  for (const [index, name] of named.entries()) {
    const part = given[index] ?? ''
    if (name.startsWith('$') && part !== '') params[name.slice(1)] = readable(part)
    else if (name !== part) return
  }
  return params
}

/** Somebody may have typed it. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What a screen is found by: without filters, and without a slash at the end. */
export function pathOf(to: string): string {
  return to.replace(/[?#].*/s, '').replace(/\/$/, '') || '/'
}

interface Press {
  readonly button: number
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly defaultPrevented: boolean
}

/** Not into another tab, not to the disk, and nobody else has dealt with it. */
export function isPlainPress({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  defaultPrevented,
}: Press): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented)
}

type LinkParts = Pick<URL, 'origin' | 'pathname' | 'search' | 'hash'> & { readonly target: string }

/** Where a link leads inside the panel; undefined where the browser must follow it. */
export function wayTo(link: LinkParts, origin: string): string | undefined {
  const { pathname, search, hash, target } = link
  if (link.origin !== origin || hash !== '' || !['', '_self'].includes(target)) return
  return isOurs(pathname) ? `${pathname.slice(PANEL_PATH.length)}${search}` : undefined
}

/** Of what an address asks for, what is one of the panel: a link must not lead elsewhere. */
export function innerPath(text = ''): string | undefined {
  const isRooted = /^\/(?![/\\])/.test(text)
  return isRooted && isOurs(new URL(`${PANEL_PATH}${text}`, 'http://localhost').pathname) ? text : undefined
}

function isOurs(pathname: string): boolean {
  return pathname === PANEL_PATH || pathname.startsWith(`${PANEL_PATH}/`)
}

/** With filters and the like behind it; what is empty is left out. */
export function withSearch(to: string, search: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries(search).filter(([, text]) => text !== '')
  if (filled.length === 0) return to
  return `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(filled)}`
}
