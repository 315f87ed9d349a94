// Makes a public URL relative: images must load from the current origin, which may differ from the public one.
export function relativeUrl(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
}
