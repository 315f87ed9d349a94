// The results of Ctrl K: records from the API's search, pages of the menu, and recently opened records.
import type { SearchResult } from '../../contract/search.ts'
import { useKept } from '../api/kept-list.ts'
import { useRead } from '../api/use-read.ts'
import { type FoundThing, leadOf, plainText, thingOf, withDays } from '../kit/finds.ts'
import type { IconShapes } from '../kit/icon-shapes.ts'
import { useFormats } from '../parts/use-formats.tsx'
import { useQuiet } from '../parts/use-quiet.ts'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { MENU_ICONS } from './menu-icons.ts'
import { RECENT_THINGS } from './recent-finds.ts'
import { useMenu } from './use-menu.ts'

export interface Find {
  readonly id: string
  readonly group: 'recent' | 'pages' | 'objects'
  readonly icon: IconShapes
  readonly name: string
  readonly text?: string
  readonly amount?: string | null
  readonly to: string
  /** Remembered as recently opened; pages are not. */
  readonly thing?: FoundThing
}

const LETTERS_MIN = 2
const LETTERS_MAX = 100
const TYPE_ICONS: Readonly<Record<SearchResult['type'], IconShapes>> = {
  booking: MENU_ICONS.bookings,
  client: MENU_ICONS.clients,
  invoice: MENU_ICONS.invoices,
  quote: MENU_ICONS.quotes,
  recurring_invoice: MENU_ICONS.recurringInvoices,
}

export function useFinds(typed: string) {
  const words = useWords(frameWords)
  const formats = useFormats()
  const recent = useKept(RECENT_THINGS)
  const text = useQuiet(typed)
  const isAsked = text.length >= LETTERS_MIN
  const asked = { query: { q: text.slice(0, LETTERS_MAX) } }
  const { data, isFetching, error, refetch } = useRead('search.everything', asked, { when: isAsked })
  const wanted = plainText(typed)
  const pages = useMenu()
    .flatMap(({ entries }) => entries)
    .filter(({ name }) => plainText(words.pages[name]).includes(wanted))
    .map(({ name, to }): Find => {
      return { id: name, group: 'pages', icon: MENU_ICONS[name], name: words.pages[name], to }
    })
  const shown = (group: Find['group']) => (thing: FoundThing) => {
    const { id, type, name, amount } = thing
    const below = withDays(thing.text, formats.date)
    const line = below === '' ? words.foundTypes[type] : `${words.foundTypes[type]} · ${below}`
    return { id, group, icon: TYPE_ICONS[type], name, text: line, amount, to: leadOf(thing), thing }
  }
  const isIdle = typed.trim() === ''
  const things = isIdle
    ? recent.map(shown('recent'))
    : isAsked && text === typed.trim()
      ? (data ?? []).map(thingOf).map(shown('objects'))
      : []
  return {
    finds: isIdle ? [...things, ...pages] : [...pages, ...things],
    isAsking: !isIdle && (isFetching || text !== typed.trim()),
    error: isAsked && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}
