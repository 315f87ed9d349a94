// The list of airlines, and logos for those without one.
import type { Airline } from '../../../contract/flights.ts'
import { LOGO_PATH } from '../../../contract/links.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Listing, type Page, pageWithin } from '../../kernel/values/pages.ts'
import { type Html, html } from '../../render/html.ts'
import type { World } from '../world.ts'
import { allAirlines, findAirline, type ReferenceAirline } from './reference/airlines.ts'
import { plainWords } from './reference/place-names.ts'

/** All airlines without a query; an exact code first, then by code. */
export function listAirlines(query: string | undefined, page: Page): Listing<Airline> {
  return pageWithin(searchAirlines(query), page, (_, index) => index, 'asc')
}

function searchAirlines(query?: string): Airline[] {
  const all = [...allAirlines()]
  if (query === undefined) return all.map(airlineView)
  const folded = plainWords(query)
  if (folded === '') return []
  const named = all.filter(({ name }) => plainWords(name).includes(folded))
  const coded = all.filter((airline) => hasCode(airline, folded.toUpperCase()))
  return [...new Set([...coded, ...named])].map(airlineView)
}

function hasCode({ code, icaoCode }: ReferenceAirline, text: string): boolean {
  return code === text || icaoCode === text
}

function airlineView({ code, icaoCode, name, countryCode }: ReferenceAirline): Airline {
  return { iata_code: code, icao_code: icaoCode, name, country_code: countryCode }
}

/** Two letters or digits. */
function airlineBadge(code: string): Html {
  const hue = String((code.charCodeAt(0) * 37 + code.charCodeAt(1) * 101) % 360)
  const ground = html`<title>${code}</title><rect width="64" height="64" rx="14" fill="hsl(${hue} 55% 38%)"/>`
  const font = html`text-anchor="middle" font-family="sans-serif" font-size="28" font-weight="700"`
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img">${ground}<text x="32" y="42" ${font} fill="#fff">${code}</text></svg>`
}

// A logo for airlines whose supplier has none, so that logo_symbol_url is always valid.

export function logoUrl({ address }: World, airline: string): string {
  return `${address.url}${LOGO_PATH}/${airline}.svg`
}

/** The picture for the file name at the end of its URL. */
export function airlineLogo(file: string): string {
  const code = /^([A-Z0-9]{2})\.svg$/.exec(file)?.[1]
  if (code === undefined || (findAirline(code) === undefined && code !== 'ZZ')) fail('route_not_found')
  return airlineBadge(code).markup
}
