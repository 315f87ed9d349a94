// Countries: whether a flight crosses a border, and their names.

interface InCountry {
  countryCode: string
}

export type Language = 'en' | 'pt-BR'

/** Territories with an ISO code of their own; flights to them are domestic. */
const PART_OF: Readonly<Record<string, string>> = {
  ...{ PR: 'US', VI: 'US', GU: 'US', MP: 'US', AS: 'US', UM: 'US' },
  ...{ GP: 'FR', MQ: 'FR', GF: 'FR', RE: 'FR', YT: 'FR', PM: 'FR', BL: 'FR', MF: 'FR' },
  ...{ GG: 'GB', JE: 'GB', IM: 'GB', AX: 'FI', SJ: 'NO', CX: 'AU', CC: 'AU', NF: 'AU' },
}

/** If the standard's name is a political description. */
const SHORT_NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macau' }

const countryNames = new Map<Language, Intl.DisplayNames>()

export function isInternational(origin: InCountry, destination: InCountry): boolean {
  return stateOf(origin.countryCode) !== stateOf(destination.countryCode)
}

/** The code itself if it is not a country's. */
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
