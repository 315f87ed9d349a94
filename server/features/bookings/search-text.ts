// What a search of bookings looks in, besides the client: the locator, below it the travellers, and the tickets.
import { foldText } from '../../kernel/values/fold-text.ts'

interface Traveller {
  readonly given_name: string
  readonly family_name: string
}

interface Ticket {
  readonly unique_identifier: string
}

/** The locator is empty until there is one. */
export function searchTextOf(
  locator: string,
  travellers: readonly Traveller[],
  tickets: readonly Ticket[] = [],
): string {
  const names = travellers.map((one) => foldText(`${one.given_name} ${one.family_name}`))
  const numbers = tickets.map(({ unique_identifier }) => bareNumber(unique_identifier))
  return [locator.toLowerCase(), ...names, ...numbers].join('\n')
}

/** A ticket's number without what some write into it. */
export function bareNumber(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}
