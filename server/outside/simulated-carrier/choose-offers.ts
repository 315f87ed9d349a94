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
  const rest = plans.map((plan) => plan.filter(({ owner }) => !sellers.includes(owner.carrier.iata_code)))
  if (rest.some((plan) => plan.length > 0)) {
    const cheapest = plans.map((plan) => newPlacesFirst(plan))
    queues.push(
      paired(
        rest.map((plan, index) => (plan.length > 0 ? plan : cheapest[index]!)),
        limit,
      ),
    )
  }
  return inTurn(queues, limit)
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
  const seen = new Set<string>()
  const isNew = plan.map(({ flights }) => {
    const places = `${flights[0]!.from.iata_code}${flights.at(-1)!.to.iata_code}`
    return seen.size < seen.add(places).size
  })
  return [...plan.filter((_, index) => isNew[index]), ...plan.filter((_, index) => !isNew[index])]
}

function inTurn(queues: Itinerary[][][], limit: number): Itinerary[][] {
  const found: Itinerary[][] = []
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  for (let index = 0; index < longest && found.length < limit; index++) {
    for (const queue of queues) {
      const next = queue[index]
      if (next !== undefined && found.length < limit) found.push(next)
    }
  }
  return found
}
