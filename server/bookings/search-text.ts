// What a search of bookings looks in, besides the client: the locator, and below it the travellers.
import { foldText } from '../rules/fold-text.ts'

interface Traveller {
  readonly given_name: string
  readonly family_name: string
}

/** The locator is empty until there is one. */
export function searchTextOf(locator: string, travellers: readonly Traveller[]): string {
  const names = travellers.map((one) => foldText(`${one.given_name} ${one.family_name}`))
  return `${locator.toLowerCase()}\n${names.join('\n')}`
}
