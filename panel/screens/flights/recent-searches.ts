// Recent searches of this browser.
import { SEARCH_NAMES, searchOf, type TripSearch, textsOf, withRecent } from './trip-search.ts'

const NAME = 'embarque.flights.recent'

export interface RecentSearch {
  readonly text: string
  readonly search: TripSearch
}

export function recentSearches(today: string): RecentSearch[] {
  return stored().flatMap((text) => {
    const given = new URLSearchParams(text)
    const texts = Object.fromEntries(SEARCH_NAMES.map((name) => [name, given.get(name) ?? '']))
    const search = searchOf({
      type: '',
      legs: '',
      adults: '',
      children: '',
      infants: '',
      cabin: '',
      client: '',
      ...texts,
    })
    return search === undefined || (search.legs[0]?.date ?? '') < today ? [] : [{ text, search }]
  })
}

export function keepSearch(search: TripSearch, today: string): void {
  const named = Object.entries(textsOf({ ...search, client: '' })).filter(([, text]) => text !== '')
  const recent = withRecent(stored(), new URLSearchParams(named).toString(), today)
  localStorage.setItem(NAME, JSON.stringify(recent))
}

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
