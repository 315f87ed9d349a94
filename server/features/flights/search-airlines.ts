// Finds airlines by code or by part of their name, for lists to choose from.
import type { Airline } from '../../../contract/places.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { allAirlines, type ReferenceAirline } from './reference/airlines.ts'
import { plainWords } from './reference/plain-words.ts'

/** All of them without a query; the one with that very code first, then by code. */
export function listAirlines(query: string | undefined, { offset, limit }: Page): Listing<Airline> {
  const found = searchAirlines(query)
  return { items: found.slice(offset, offset + limit), total: found.length }
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
