// Where places lie: how far apart, in which country, and what the country is called.

interface Position {
  latitude: number
  longitude: number
}

interface InCountry {
  countryCode: string
}

export type Language = 'en' | 'pt-BR'

/** The mean radius: off by half a percent at most, since the Earth is no sphere. */
const EARTH_RADIUS_KM = 6371.0088

/** Parts of a country that have an ISO code of their own: flights to them cross no border. */
const PART_OF: Readonly<Record<string, string>> = {
  ...{ PR: 'US', VI: 'US', GU: 'US', MP: 'US', AS: 'US', UM: 'US' },
  ...{ GP: 'FR', MQ: 'FR', GF: 'FR', RE: 'FR', YT: 'FR', PM: 'FR', BL: 'FR', MF: 'FR' },
  ...{ GG: 'GB', JE: 'GB', IM: 'GB', AX: 'FI', SJ: 'NO', CX: 'AU', CC: 'AU', NF: 'AU' },
}

/** Where the standard's name is a political description. */
const SHORT_NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macau' }

const countryNames = new Map<Language, Intl.DisplayNames>()

/** Along the great circle, in whole kilometres. */
export function distanceKm(from: Position, to: Position): number {
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)]
  const halfWidth = Math.sin(radians(to.longitude - from.longitude) / 2)
  const halfHeight = Math.sin((lat2 - lat1) / 2)
  const chord = halfHeight ** 2 + Math.cos(lat1) * Math.cos(lat2) * halfWidth ** 2
  return Math.round(2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord))))
}

export function isInternational(origin: InCountry, destination: InCountry): boolean {
  return stateOf(origin.countryCode) !== stateOf(destination.countryCode)
}

/** The code itself where it names no country. */
export function countryName(code: string, language: Language = 'en'): string {
  return SHORT_NAMES[code] ?? namesIn(language).of(code) ?? code
}

function stateOf(countryCode: string): string {
  return PART_OF[countryCode] ?? countryCode
}

function namesIn(language: Language): Intl.DisplayNames {
  const known = countryNames.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  countryNames.set(language, known)
  return known
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
