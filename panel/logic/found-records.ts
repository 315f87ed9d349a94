// Turns search results of Ctrl K into list entries and links.
import type { SearchResult } from '../../contract/search.ts'
import { PATHS } from './paths.ts'

export interface FoundRecord {
  readonly id: string
  readonly type: SearchResult['type']
  readonly name: string
  readonly text: string
  readonly amount: string | null
}

const RECENT_MAX = 6

const RECORD_PATHS: Readonly<Record<SearchResult['type'], (id: string) => string>> = {
  booking: PATHS.booking,
  client: PATHS.client,
  invoice: PATHS.invoice,
  quote: PATHS.quote,
  recurring_invoice: PATHS.recurringInvoice,
  trip: PATHS.trip,
}

/** Records without a title use the first part of the subtitle, usually the client, as their name. */
export function recordOf({ id, type, title, subtitle, amount }: SearchResult): FoundRecord {
  const [firstPart = '', ...rest] = subtitle.split(' · ')
  return title === id
    ? { id, type, name: firstPart, text: rest.join(' · '), amount }
    : { id, type, name: title, text: subtitle, amount }
}

/** Formats the ISO dates in a text. */
export function withFormattedDates(text: string, format: (iso: string) => string): string {
  return text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, format)
}

export function recordPath({ type, id }: Pick<FoundRecord, 'type' | 'id'>): string {
  return RECORD_PATHS[type](id)
}

/** Newest first, without duplicates. */
export function withRecentRecord(recent: readonly FoundRecord[], record: FoundRecord): FoundRecord[] {
  return [record, ...recent.filter(({ id }) => id !== record.id)].slice(0, RECENT_MAX)
}

/** Checks the shape of a stored entry. */
export function isFoundRecord(value: unknown): value is FoundRecord {
  const { id, type, name, text } = Object(value)
  return [id, name, text].every((one) => typeof one === 'string') && Object.hasOwn(RECORD_PATHS, type)
}

/** Lower case without accents, for comparing with typed text. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
