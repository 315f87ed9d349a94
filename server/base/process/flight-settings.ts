// The settings of flight search: who sells, how long it is waited for, and at which rates prices are converted.
import { compareDecimals, type Decimal, decimalPlaces, makeDecimal, parseDecimal } from '../values/decimal.ts'
import { httpUrl, oneOf, optional, type Parse, setting, wholeNumber } from './setting.ts'

const SUPPLIER_NAMES = ['simulated', 'duffel'] as const

export const FLIGHT_SETTINGS = {
  suppliers: setting(
    'SUPPLIERS',
    'simulated',
    someOf(...SUPPLIER_NAMES),
    'Who sells flights, several at once: `simulated`, `duffel`',
  ),
  supplierSearchSeconds: setting(
    'SUPPLIER_SEARCH_SECONDS',
    '10',
    wholeNumber(1, 50),
    'How long a search waits for a supplier; a slower one is told in `warnings`',
  ),
  duffelToken: optional('DUFFEL_TOKEN', duffelToken('live'), 'Access token of Duffel for live keys'),
  duffelTestToken: optional('DUFFEL_TEST_TOKEN', duffelToken('test'), 'Its test token, for test keys'),
  duffelUrl: setting('DUFFEL_URL', 'https://api.duffel.com', httpUrl, "Address of Duffel's API"),
  exchangeRateProvider: setting(
    'EXCHANGE_RATE_PROVIDER',
    'fixed',
    oneOf('fixed', 'ptax'),
    "`fixed` takes `EXCHANGE_RATES`, `ptax` Banco Central's selling rate",
  ),
  exchangeRates: setting(
    'EXCHANGE_RATES',
    'USD=5.40, EUR=6.25',
    rates,
    'BRL for one unit of each foreign currency, for `fixed`',
  ),
  exchangeRateHoursMax: setting(
    'EXCHANGE_RATE_HOURS_MAX',
    '144',
    wholeNumber(1, 1000),
    'For `ptax`: an older quotation is not used (bank holidays make gaps of 5 days)',
  ),
  ptaxUrl: setting(
    'PTAX_URL',
    'https://olinda.bcb.gov.br/olinda/servico/PTAX/versao/v1/odata',
    httpUrl,
    "Address of Banco Central's quotation service",
  ),
} as const

/** A token of the other mode would book real flights for a test, or none for a client. */
function duffelToken(mode: 'live' | 'test'): Parse<string> {
  return (text) => {
    if (!text.startsWith(`duffel_${mode}_`)) throw new Error(`must begin with duffel_${mode}_`)
    return text
  }
}

function someOf<const T extends string>(...names: T[]): Parse<readonly T[]> {
  return (text) => {
    const given = text.split(',').map((part) => part.trim())
    const found = names.filter((name) => given.includes(name))
    if (found.length === 0 || found.length !== given.length)
      throw new Error(`must be some of ${names.join(', ')}, each once`)
    return found
  }
}

const RATE_MAX = makeDecimal(100_000n)

/** Rates are shown as JSON numbers, so they have few enough digits to be exact there. */
function rates(text: string): ReadonlyMap<string, Decimal> {
  const found = new Map<string, Decimal>()
  for (const part of text.split(',')) {
    const [, currency = '', digits = ''] = /^\s*([A-Z]{3})\s*=\s*([\d.]+)\s*$/.exec(part) ?? []
    const rate = parseDecimal(digits)
    if (rate === null || !isRate(rate) || found.has(currency) || currency === 'BRL')
      throw new Error('must look like USD=5.40, EUR=6.25, each rate above 0 with up to 8 decimals')
    found.set(currency, rate)
  }
  return found
}

function isRate(rate: Decimal): boolean {
  return rate.digits > 0n && decimalPlaces(rate) <= 8 && compareDecimals(rate, RATE_MAX) < 0
}
