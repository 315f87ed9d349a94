// Which itineraries go together in one offer: those of one airline where it flies every slice, each itinerary at least
// once, and never more than were asked for.
import type { Itinerary } from './connect.ts'

/**
 * `plans` has the itineraries of each slice. The number of combinations grows with the itineraries of a slice, not
 * with their product. What leads to an airport not yet seen comes first.
 */
export function combine(plans: readonly (readonly Itinerary[])[], limit: number): Itinerary[][] {
  if (plans.some((plan) => plan.length === 0)) return []
  const bySeller = plans.map((plan) =>
    Map.groupBy(newPlacesFirst(plan), ({ owner }) => owner.carrier.iata_code),
  )
  const sellers = [...bySeller[0]!.keys()].filter((seller) => bySeller.every((group) => group.has(seller)))
  const queues = sellers.map((seller) =>
    paired(
      bySeller.map((group) => group.get(seller)!),
      limit,
    ),
  )
  // What no single airline sells there and back is paired with what comes first elsewhere.
  const rest = plans.map((plan) => plan.filter(({ owner }) => !sellers.includes(owner.carrier.iata_code)))
  if (rest.some((plan) => plan.length > 0)) {
    const lists = rest.map((plan, index) => newPlacesFirst(plan.length > 0 ? plan : plans[index]!))
    queues.push(paired(lists, limit))
  }
  return newEndsFirst(inTurn(queues)).slice(0, limit)
}

/** First the first of each, then the second of each; after the last they begin again, shifted against each other. */
function paired(lists: readonly (readonly Itinerary[])[], limit: number): Itinerary[][] {
  const longest = Math.max(...lists.map((list) => list.length))
  const rounds = lists.length === 1 ? 1 : Math.min(...lists.map((list) => list.length))
  const found: Itinerary[][] = []
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < longest; index++) {
      if (found.length >= limit) return found
      const together = lists.map((list, place) => list[(index + round * place) % list.length]!)
      if (isInOrder(together)) found.push(together)
    }
  }
  return found
}

/** The next slice leaves an hour after the last one has arrived, at the earliest. */
function isInOrder(itineraries: readonly Itinerary[]): boolean {
  return itineraries.every((itinerary, index) => {
    const before = itineraries[index - 1]?.flights.at(-1)
    return before === undefined || itinerary.flights[0]!.departMs >= before.arriveMs + 3_600_000
  })
}

function newPlacesFirst(plan: readonly Itinerary[]): Itinerary[] {
  return firstOfEach(plan, ({ flights }) => [`${flights[0]!.from.iata_code}${flights.at(-1)!.to.iata_code}`])
}

/** Of each slice, every airport where it begins or ends. */
function newEndsFirst(combinations: Itinerary[][]): Itinerary[][] {
  return firstOfEach(combinations, (itineraries) =>
    itineraries.flatMap(({ flights }, index) => [
      `${index} from ${flights[0]!.from.iata_code}`,
      `${index} to ${flights.at(-1)!.to.iata_code}`,
    ]),
  )
}

/** Those with a name that none before them had, then the others; each in their order. */
function firstOfEach<T>(items: readonly T[], namesOf: (item: T) => string[]): T[] {
  const seen = new Set<string>()
  const news: T[] = []
  const others: T[] = []
  for (const item of items) {
    const names = namesOf(item)
    ;(names.every((name) => seen.has(name)) ? others : news).push(item)
    for (const name of names) seen.add(name)
  }
  return [...news, ...others]
}

function inTurn(queues: Itinerary[][][]): Itinerary[][] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, index) =>
    queues.flatMap((queue) => queue.slice(index, index + 1)),
  ).flat()
}
