// Pages that were drawn, for the next who looks: a client opens theirs more than once, and shares it. What a page shows
// is its whole key, so one that has changed in anything is drawn anew.
import { makeByteCache } from '../../kernel/values/byte-cache.ts'
import type { HtmlPage } from './page.ts'

const BYTES_MAX = 16 * 1024 * 1024
const drawn = makeByteCache<HtmlPage>(BYTES_MAX, (page, key) => 2 * (page.html.length + key.length))

/** `shows` is plain data: all that the drawing depends on. */
export function keptPage(shows: unknown, draw: () => HtmlPage): HtmlPage {
  const key = JSON.stringify(shows)
  const known = drawn.get(key)
  if (known !== undefined) return known
  const page = draw()
  drawn.keep(key, page)
  return page
}
