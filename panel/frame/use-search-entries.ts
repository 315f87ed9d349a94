// The results of Ctrl K: records from the API's search, pages of the menu, and recently opened records.
import type { SearchResult } from '../../contract/search.ts'
import type { Preferences } from '../api/preferences.ts'
import { storedList, useStoredList } from '../api/stored-list.ts'
import { useRead } from '../api/use-read.ts'
import {
  type FoundRecord,
  isFoundRecord,
  plainText,
  recordOf,
  recordPath,
  withFormattedDates,
  withRecentRecord,
} from '../logic/found-records.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useFormats } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { MENU_ICONS, useMenu } from './use-menu.ts'

export interface SearchEntry {
  readonly id: string
  readonly group: 'recent' | 'pages' | 'objects'
  readonly icon: IconShapes
  readonly name: string
  readonly text?: string
  readonly amount?: string | null
  readonly to: string
  /** Remembered as recently opened; pages are not. */
  readonly record?: FoundRecord
}

const LETTERS_MIN = 2
const LETTERS_MAX = 100
const TYPE_ICONS: Readonly<Record<SearchResult['type'], IconShapes>> = {
  booking: MENU_ICONS.bookings,
  client: MENU_ICONS.clients,
  invoice: MENU_ICONS.invoices,
  quote: MENU_ICONS.quotes,
  recurring_invoice: MENU_ICONS.recurringInvoices,
  trip: MENU_ICONS.trips,
}

/** The records that were opened in this tab. */
const RECENT_RECORDS = storedList('finds', isFoundRecord)

export function rememberRecord(preferences: Preferences, record: FoundRecord): void {
  RECENT_RECORDS.write(preferences, withRecentRecord(RECENT_RECORDS.read(preferences), record))
}

export function useSearchEntries(typed: string) {
  const words = useWords(frameWords)
  const formats = useFormats()
  const recent = useStoredList(RECENT_RECORDS)
  const text = useDebounced(typed)
  const isSearching = text.length >= LETTERS_MIN
  const request = { query: { q: text.slice(0, LETTERS_MAX) } }
  const { data, isFetching, error, refetch } = useRead('search.everything', request, {
    isEnabled: isSearching,
  })
  const wanted = plainText(typed)
  const pages = useMenu()
    .flatMap(({ entries }) => entries)
    .filter(({ name }) => plainText(words.pages[name]).includes(wanted))
    .map(({ name, to }): SearchEntry => {
      return { id: name, group: 'pages', icon: MENU_ICONS[name], name: words.pages[name], to }
    })
  const shown = (group: SearchEntry['group']) => (record: FoundRecord) => {
    const { id, type, name, amount } = record
    const below = withFormattedDates(record.text, formats.date)
    const line = below === '' ? words.foundTypes[type] : `${words.foundTypes[type]} · ${below}`
    return { id, group, icon: TYPE_ICONS[type], name, text: line, amount, to: recordPath(record), record }
  }
  const isIdle = typed.trim() === ''
  const things = isIdle
    ? recent.map(shown('recent'))
    : isSearching && text === typed.trim()
      ? (data ?? []).map(recordOf).map(shown('objects'))
      : []
  return {
    results: isIdle ? [...things, ...pages] : [...pages, ...things],
    isLoading: !isIdle && (isFetching || text !== typed.trim()),
    error: isSearching && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}
