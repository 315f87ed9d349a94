// Pure functions on panel URLs: match a path to a screen, read its parameters, and recognise links into the panel.
import { PANEL_PATH } from '../../contract/links.ts'

/** The path parameters of a pattern such as `/reservas/$id`; undefined if the path does not match. */
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

/** A hand-typed path may be malformed. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The path without query, hash and trailing slash. */
export function pathOf(to: string): string {
  return to.replace(/[?#].*/s, '').replace(/\/$/, '') || '/'
}

interface Click {
  readonly button: number
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly defaultPrevented: boolean
}

/** A left click without modifier keys that no other handler has handled. */
export function isPlainClick({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  defaultPrevented,
}: Click): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented)
}

type LinkParts = Pick<URL, 'origin' | 'pathname' | 'search' | 'hash'> & { readonly target: string }

/** The panel path of a link; undefined if the browser must follow it. */
export function panelPath(link: LinkParts, origin: string): string | undefined {
  const { pathname, search, hash, target } = link
  if (link.origin !== origin || hash !== '' || !['', '_self'].includes(target)) return
  return isPanelPath(pathname) ? `${pathname.slice(PANEL_PATH.length)}${search}` : undefined
}

/** Accepts only paths inside the panel, so that a redirect parameter cannot lead to another site. */
export function innerPath(text = ''): string | undefined {
  const isRooted = /^\/(?![/\\])/.test(text)
  return isRooted && isPanelPath(new URL(`${PANEL_PATH}${text}`, 'http://localhost').pathname)
    ? text
    : undefined
}

function isPanelPath(pathname: string): boolean {
  return pathname === PANEL_PATH || pathname.startsWith(`${PANEL_PATH}/`)
}

/** Appends a query string; empty values are left out. */
export function withSearch(to: string, search: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries(search).filter(([, text]) => text !== '')
  if (filled.length === 0) return to
  return `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(filled)}`
}
