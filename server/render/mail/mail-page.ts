// A mail as a page of its own, for those who look at what was sent: it runs nothing, and fetches nothing but a logo.
import { framed, type HtmlPage } from '../pages/page.ts'

/** Of our origin, so that the panel can measure it; it may run nothing all the same. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-same-origin"

export function mailPage(html: string): HtmlPage {
  return framed({ html, policy: POLICY })
}
