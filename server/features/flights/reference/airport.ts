// What is known of an airport, apart from where it is read, corrected and looked up.

/** By passengers: see airport-sizes. */
export type AirportSize = 0 | 1 | 2 | 3 | 4

export interface Airport {
  code: string
  name: string
  cityName: string
  /** Its own code, unless IATA gives the city another. */
  cityCode: string
  countryCode: string
  /** IANA zone. */
  zone: string
  latitude: number
  longitude: number
  size: AirportSize
}
