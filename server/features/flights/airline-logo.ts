// Draws a logo for airlines whose supplier has none, so that an offer's logo_symbol_url always leads somewhere.
import { LOGO_PATH } from '../../../contract/links.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { airlineBadge } from './airline-badge.ts'
import { findAirline } from './reference/airlines.ts'

export function logoUrl({ address }: World, airline: string): string {
  return `${address.url}${LOGO_PATH}/${airline}.svg`
}

/** The picture for the file name at the end of such an address. */
export function airlineLogo(file: string): string {
  const code = /^([A-Z0-9]{2})\.svg$/.exec(file)?.[1]
  if (code === undefined || (findAirline(code) === undefined && code !== 'ZZ')) fail('route_not_found')
  return airlineBadge(code).markup
}
