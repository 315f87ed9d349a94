// Exchange rates to BRL: from the settings, or from Banco Central's public quotation.

import { Agent, request } from 'undici'
import type { Clock } from '../../kernel/process/clock.ts'
import type { Log } from '../../kernel/process/log.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { type Decimal, decimalFromNumber, makeDecimal } from '../../kernel/values/decimal.ts'
import type { RateConfig } from './settings.ts'

export interface ExchangeRates {
  /** BRL for one unit; null without a recent rate. */
  rateOf(currency: string): Promise<Decimal | null>
  close(): Promise<void>
}

export function makeExchangeRates(config: RateConfig, wall: Clock, log: Log): ExchangeRates {
  return config.exchangeRateProvider === 'ptax' ? ptaxRates(config, wall, log) : fixedRates(config)
}

const ONE = makeDecimal(1n)

function fixedRates({ exchangeRates }: RateConfig): ExchangeRates {
  return {
    rateOf: async (currency) => (currency === 'BRL' ? ONE : (exchangeRates.get(currency) ?? null)),
    close: async () => {},
  }
}

interface Quotation {
  rate: Decimal
  /** When Banco Central published it. */
  at: Date
}

interface Remembered {
  quotation: Quotation | null
  /** The rate is not fetched again before. */
  askAgainAt: number
  asking: Promise<void> | null
}

const HOUR_MS = 3_600_000
const FRESH_MS = HOUR_MS / 2
/** After a failure it is fetched again sooner, but not by every search. */
const AGAIN_AFTER_FAILURE_MS = 60_000
const TIMEOUT_MS = 5_000
const ZONE = 'America/Sao_Paulo'
const RESPONSE_BYTES_MAX = 256 * 1024

function ptaxRates(config: RateConfig, wall: Clock, log: Log): ExchangeRates {
  const agent = new Agent({ connections: 2, maxResponseSize: RESPONSE_BYTES_MAX })
  const known = new Map<string, Remembered>()
  const maxAgeMs = config.exchangeRateHoursMax * HOUR_MS

  function entryOf(currency: string): Remembered {
    const entry = known.get(currency) ?? { quotation: null, askAgainAt: 0, asking: null }
    known.set(currency, entry)
    return entry
  }

  async function ask(currency: string, entry: Remembered): Promise<void> {
    try {
      entry.quotation =
        (await askPtax({ agent, url: config.ptaxUrl, currency, now: wall.now(), maxAgeMs })) ??
        entry.quotation
      entry.askAgainAt = wall.now().getTime() + FRESH_MS
    } catch (error) {
      log.warn(
        { err: error, currency },
        'the exchange rate could not be read; the last one is used while it may',
      )
      entry.askAgainAt = wall.now().getTime() + AGAIN_AFTER_FAILURE_MS
    }
    entry.asking = null
  }

  return {
    async rateOf(currency) {
      if (currency === 'BRL') return ONE
      const entry = entryOf(currency)
      const isUsable = () =>
        entry.quotation !== null && wall.now().getTime() - entry.quotation.at.getTime() <= maxAgeMs
      if (wall.now().getTime() >= entry.askAgainAt) entry.asking ??= ask(currency, entry)
      // A rate that is still usable is returned at once, while a newer one is fetched.
      if (!isUsable() && entry.asking !== null) await entry.asking
      return isUsable() ? entry.quotation!.rate : null
    },
    close: () => agent.close(),
  }
}

/**
 * The newest closing quotation of the last days, or a newer intermediate one if the day has no closing yet.
 */
async function askPtax({
  agent,
  url,
  currency,
  now,
  maxAgeMs,
}: {
  readonly agent: Agent
  readonly url: string
  readonly currency: string
  readonly now: Date
  readonly maxAgeMs: number
}): Promise<Quotation | null> {
  const from = monthFirst(new Date(now.getTime() - maxAgeMs))
  const to = monthFirst(now)
  const query =
    `@moeda='${currency}'&@dataInicial='${from}'&@dataFinalCotacao='${to}'` +
    '&$format=json&$orderby=dataHoraCotacao%20desc&$top=1'
  const path = 'CotacaoMoedaPeriodo(moeda=@moeda,dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)'
  const { statusCode, body } = await request(`${url}/${path}?${query}`, {
    dispatcher: agent,
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`the quotation service answered ${statusCode}`)
  return quotationIn(JSON.parse(text))
}

/** Null if the currency is not quoted; an unexpected response is an error. */
function quotationIn(response: unknown): Quotation | null {
  const { value } = response as { value?: unknown }
  if (!Array.isArray(value)) throw new Error('the quotation service answered something else')
  if (value.length === 0) return null
  const { cotacaoVenda, dataHoraCotacao } = value[0] as Record<string, unknown>
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d+)?$/.exec(String(dataHoraCotacao)) ?? []
  if (typeof cotacaoVenda !== 'number' || !(cotacaoVenda > 0) || day === undefined)
    throw new Error('the quotation service answered something else')
  const at = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE)
  return { rate: decimalFromNumber(cotacaoVenda), at: new Date(at.epochMilliseconds) }
}

/** The service writes dates as month-day-year. */
function monthFirst(at: Date): string {
  const [year, month, day] = dateIn(at, ZONE).toString().split('-')
  return `${month}-${day}-${year}`
}
