// The picture of an airline that has none: its code on a colour of its own.
import { type Html, html } from '../../render/html.ts'

/** Of two letters or digits. */
export function airlineBadge(code: string): Html {
  const hue = String((code.charCodeAt(0) * 37 + code.charCodeAt(1) * 101) % 360)
  const ground = html`<title>${code}</title><rect width="64" height="64" rx="14" fill="hsl(${hue} 55% 38%)"/>`
  const font = html`text-anchor="middle" font-family="sans-serif" font-size="28" font-weight="700"`
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">${ground}<text x="32" y="42" ${font} fill="#fff">${code}</text></svg>`
}
