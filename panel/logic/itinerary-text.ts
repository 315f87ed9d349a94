// Formats an itinerary as short text for a message.

interface Place {
  readonly iata_code: string
}

interface Itinerary {
  readonly booking_reference: string
  readonly slices: readonly {
    readonly segments: readonly {
      readonly origin: Place
      readonly destination: Place
      readonly departing_at: string
      readonly arriving_at: string
      readonly marketing_carrier: Place
      readonly marketing_carrier_flight_number: string
    }[]
  }[]
}

/** Times are local to the airports. */
export function itineraryText(
  { booking_reference: locator, slices }: Itinerary,
  words: { readonly itineraryOf: (locator: string) => string },
): string {
  const lines = slices.flatMap(({ segments }) =>
    segments.map((flight) => {
      const { origin, destination, departing_at: from, arriving_at: until } = flight
      const number = `${flight.marketing_carrier.iata_code} ${flight.marketing_carrier_flight_number}`
      const day = from.slice(0, 10).split('-').reverse().join('/')
      return `${number}, ${day}: ${origin.iata_code} ${from.slice(11, 16)} – ${destination.iata_code} ${until.slice(11, 16)}`
    }),
  )
  return [words.itineraryOf(locator), ...lines].join('\n')
}
