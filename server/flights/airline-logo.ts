// Pictures for airlines whose supplier has none: the code on a colour of its own, drawn here, so that an offer's
// logo_symbol_url always leads somewhere.
import { LOGO_PATH } from '../../contract/links.ts'
import { fail } from '../base/values/fail.ts'
import type { World } from '../world.ts'
import { findAirline } from './reference/airlines.ts'

export function logoUrl({ address }: World, airline: string): string {
  return `${address.url}${LOGO_PATH}/${airline}.svg`
}

/** The picture behind the last part of such an address. */
export function airlineLogo(file: string): string {
  const code = /^([A-Z0-9]{2})\.svg$/.exec(file)?.[1]
  if (code === undefined || (findAirline(code) === undefined && code !== 'ZZ')) fail('route_not_found')
  return badge(code)
}

function badge(code: string): string {
  const hue = (code.charCodeAt(0) * 37 + code.charCodeAt(1) * 101) % 360
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">' +
    `<title>${code}</title><rect width="64" height="64" rx="14" fill="hsl(${hue} 55% 38%)"/>` +
    '<text x="32" y="42" text-anchor="middle" font-family="sans-serif" font-size="28" font-weight="700" ' +
    `fill="#fff">${code}</text></svg>`
  )
}
