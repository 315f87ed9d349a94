// Addresses of the panel as texts: which screen one belongs to, and what stands in it.

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

/** With filters and the like behind it; what is empty is left out. */
export function withSearch(to: string, search: Readonly<Record<string, string>> = {}): string {
  const filled = Object.entries(search).filter(([, text]) => text !== '')
  if (filled.length === 0) return to
  return `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(filled)}`
}
