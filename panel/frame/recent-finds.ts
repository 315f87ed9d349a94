// What was opened by Ctrl K in this tab, by team and mode; it ends with the tab, or when somebody signs out.
import type { Wishes } from '../api/wishes.ts'
import { type FoundThing, readRecent, withRecentThing } from '../kit/finds.ts'

const PREFIX = 'embarque.finds'

export function recentThings(wishes: Wishes): FoundThing[] {
  return readRecent(sessionStorage.getItem(nameOf(wishes)))
}

export function keepThing(wishes: Wishes, thing: FoundThing): void {
  sessionStorage.setItem(nameOf(wishes), JSON.stringify(withRecentThing(recentThings(wishes), thing)))
}

export function forgetRecentThings(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}

function nameOf({ mode, team = '' }: Wishes): string {
  return `${PREFIX}.${mode}.${team}`
}
