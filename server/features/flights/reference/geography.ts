// Countries: whether a flight leaves one, and what they are called.

interface InCountry {
  countryCode: string
}

export type Language = 'en' | 'pt-BR'

/** Parts of a country that have an ISO code of their own: flights to them cross no border. */
const PART_OF: Readonly<Record<string, string>> = {
  ...{ PR: 'US', VI: 'US', GU: 'US', MP: 'US', AS: 'US', UM: 'US' },
  ...{ GP: 'FR', MQ: 'FR', GF: 'FR', RE: 'FR', YT: 'FR', PM: 'FR', BL: 'FR', MF: 'FR' },
  ...{ GG: 'GB', JE: 'GB', IM: 'GB', AX: 'FI', SJ: 'NO', CX: 'AU', CC: 'AU', NF: 'AU' },
}

/** Where the standard's name is a political description. */
const SHORT_NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macau' }

const countryNames = new Map<Language, Intl.DisplayNames>()

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
