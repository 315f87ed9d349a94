// Records that were opened through Ctrl K in this tab.
import { keptList } from '../api/kept-list.ts'
import type { Wishes } from '../api/wishes.ts'
import { type FoundThing, isFoundThing, withRecentThing } from '../kit/finds.ts'

export const RECENT_THINGS = keptList('finds', isFoundThing)

export function keepThing(wishes: Wishes, thing: FoundThing): void {
  RECENT_THINGS.write(wishes, withRecentThing(RECENT_THINGS.read(wishes), thing))
}
