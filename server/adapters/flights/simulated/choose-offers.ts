// Which itineraries go together in one offer: those of one airline where it flies every slice, each itinerary at least
// once, and never more than were asked for.
import type { NonEmpty } from '../../../../contract/common.ts'
import { inTurn, isNonEmpty, lastOf, mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { Itinerary, Trip } from './plan-slice.ts'

/** The itineraries of one slice. */
type Plan = Readonly<NonEmpty<Itinerary>>

/**
 * `plans` has the itineraries of each slice. The number of combinations grows with the itineraries of a slice, not
 * with their product. What leads to an airport not yet seen comes first.
 */
export function combine(plans: readonly (readonly Itinerary[])[], limit: number): Trip[] {
  const whole = eachNonEmpty(plans)
  if (whole === undefined) return []
  const bySeller = mapNonEmpty(whole, (plan) => Map.groupBy(newPlacesFirst(plan), sellerOf))
  const sellers = new Set<string>()
  const queues: Trip[][] = []
  for (const seller of bySeller[0].keys()) {
    const ofSeller = eachNonEmpty(bySeller.map((group) => group.get(seller) ?? []))
    if (ofSeller === undefined) continue
    sellers.add(seller)
    queues.push(paired(ofSeller, limit))
  }
  // What no single airline sells there and back is paired with what comes first elsewhere.
  const isLeft = (itinerary: Itinerary) => !sellers.has(sellerOf(itinerary))
  if (whole.some((plan) => plan.some(isLeft))) {
    const lists = mapNonEmpty(whole, (plan) => {
      const left = plan.filter(isLeft)
      return newPlacesFirst(isNonEmpty(left) ? left : plan)
    })
    queues.push(paired(lists, limit))
  }
  return newEndsFirst(oneOfEachQueue(queues)).slice(0, limit)
}

function sellerOf({ owner }: Itinerary): string {
  return owner.carrier.iata_code
}

/** undefined where one of them is empty, or there is none. */
function eachNonEmpty(plans: readonly (readonly Itinerary[])[]): NonEmpty<Plan> | undefined {
  const found = plans.filter(isNonEmpty)
  const [first, ...others] = found
  return first === undefined || found.length < plans.length ? undefined : [first, ...others]
}

/** First the first of each, then the second of each; after the last they begin again, shifted against each other. */
function paired(lists: Readonly<NonEmpty<Plan>>, limit: number): Trip[] {
  const longest = Math.max(...lists.map((list) => list.length))
  const rounds = lists.length === 1 ? 1 : Math.min(...lists.map((list) => list.length))
  const found: Trip[] = []
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < longest; index++) {
      if (found.length >= limit) return found
      const together = mapNonEmpty(lists, (list, place) => inTurn(list, index + round * place))
      if (isInOrder(together)) found.push(together)
    }
  }
  return found
}

/** The next slice leaves an hour after the last one has arrived, at the earliest. */
function isInOrder([first, ...others]: Trip): boolean {
  let arriveMs = lastOf(first.flights).arriveMs
  for (const { flights } of others) {
    if (flights[0].departMs < arriveMs + 3_600_000) return false
    arriveMs = lastOf(flights).arriveMs
  }
  return true
}

function newPlacesFirst(plan: Plan): Plan {
  return firstOfEach(plan, ({ flights }) => [`${flights[0].from.iata_code}${lastOf(flights).to.iata_code}`])
}

/** Of each slice, every airport where it begins or ends. */
function newEndsFirst(trips: readonly Trip[]): readonly Trip[] {
  if (!isNonEmpty(trips)) return trips
  return firstOfEach(trips, (itineraries) =>
    itineraries.flatMap(({ flights }, index) => [
      `${index} from ${flights[0].from.iata_code}`,
      `${index} to ${lastOf(flights).to.iata_code}`,
    ]),
  )
}

/** Those with a name that none before them had, then the others; each in their order. */
function firstOfEach<T>(
  [first, ...rest]: Readonly<NonEmpty<T>>,
  namesOf: (item: T) => string[],
): NonEmpty<T> {
  const seen = new Set(namesOf(first))
  const news: NonEmpty<T> = [first]
  const others: T[] = []
  for (const item of rest) {
    const names = namesOf(item)
    ;(names.every((name) => seen.has(name)) ? others : news).push(item)
    for (const name of names) seen.add(name)
  }
  return [...news, ...others]
}

/** The first of each queue, then the second of each, and so on. */
function oneOfEachQueue(queues: readonly Trip[][]): Trip[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, index) =>
    queues.flatMap((queue) => queue.slice(index, index + 1)),
  ).flat()
}
