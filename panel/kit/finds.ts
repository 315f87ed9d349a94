// Turns search results of Ctrl K into list entries and links.
import type { SearchResult } from '../../contract/search.ts'
import { PATHS } from './paths.ts'

export interface FoundThing {
  readonly id: string
  readonly type: SearchResult['type']
  readonly name: string
  readonly text: string
  readonly amount: string | null
}

const RECENT_MAX = 6

const LEADS: Readonly<Record<SearchResult['type'], (id: string) => string>> = {
  booking: PATHS.booking,
  client: PATHS.client,
  invoice: PATHS.invoice,
  quote: PATHS.quote,
  recurring_invoice: PATHS.recurringInvoice,
}

/** Records without a title use the first part of the subtitle, usually the client, as their name. */
export function thingOf({ id, type, title, subtitle, amount }: SearchResult): FoundThing {
  const [who = '', ...rest] = subtitle.split(' · ')
  return title === id
    ? { id, type, name: who, text: rest.join(' · '), amount }
    : { id, type, name: title, text: subtitle, amount }
}

/** Formats the ISO dates in a text. */
export function withDays(text: string, say: (iso: string) => string): string {
  return text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, say)
}

export function leadOf({ type, id }: Pick<FoundThing, 'type' | 'id'>): string {
  return LEADS[type](id)
}

/** Newest first, without duplicates. */
export function withRecentThing(recent: readonly FoundThing[], thing: FoundThing): FoundThing[] {
  return [thing, ...recent.filter(({ id }) => id !== thing.id)].slice(0, RECENT_MAX)
}

/** Checks the shape of a stored entry. */
export function isFoundThing(value: unknown): value is FoundThing {
  const { id, type, name, text } = Object(value)
  return [id, name, text].every((one) => typeof one === 'string') && Object.hasOwn(LEADS, type)
}

/** Lower case without accents, for comparing with typed text. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
