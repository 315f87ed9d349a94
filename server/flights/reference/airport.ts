// What is known of an airport, apart from where it is read, corrected and looked up.

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
  /** 0 to 4, by passengers: see airport-sizes. */
  size: number
}
