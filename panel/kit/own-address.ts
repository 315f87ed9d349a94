// Public links name the origin that the installation has outside; pictures must come from the one in sight.
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
}
