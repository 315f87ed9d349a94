// Settings of exchange rates: fixed ones, or those of Banco Central.
import { httpUrl, oneOf, setting, type ValuesOf, wholeNumber } from '../../kernel/process/settings.ts'
import {
  compareDecimals,
  type Decimal,
  decimalPlaces,
  makeDecimal,
  parseDecimal,
} from '../../kernel/values/decimal.ts'

export const RATE_SETTINGS = {
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

export type RateConfig = ValuesOf<typeof RATE_SETTINGS>

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
