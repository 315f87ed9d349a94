import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type FakePtax, startFakePtax } from '../../../test/support/fakes/fake-ptax.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { makeLog } from '../../kernel/process/log.ts'
import { readSettings } from '../../kernel/process/settings.ts'
import { type Decimal, formatDecimal } from '../../kernel/values/decimal.ts'
import { type ExchangeRates, makeExchangeRates } from './exchange-rates.ts'
import { RATE_SETTINGS } from './settings.ts'

const log = makeLog({ level: 'fatal' })
const FRIDAY_EVENING = new Date('2026-11-13T21:00:00.000Z')
const HOUR = 3_600_000
const shown = (rate: Decimal | null) => (rate === null ? null : formatDecimal(rate))

async function withPtax(settings: Record<string, string> = {}) {
  const ptax = await startFakePtax()
  ptax.quotations = {
    USD: [
      { cotacaoVenda: 5.3712, dataHoraCotacao: '2026-11-12 13:04:29.318' },
      { cotacaoVenda: 5.4321, dataHoraCotacao: '2026-11-13 13:05:22.148' },
    ],
    EUR: [{ cotacaoVenda: 6.2487, dataHoraCotacao: '2026-11-13 13:05:22.148' }],
  }
  const wall = fixedClock(FRIDAY_EVENING)
  const config = readSettings(RATE_SETTINGS, {
    EXCHANGE_RATE_PROVIDER: 'ptax',
    PTAX_URL: ptax.url,
    ...settings,
  })
  const rates = makeExchangeRates(config, wall, log)
  after(async () => {
    await rates.close()
    await ptax.close()
  })
  return { ptax, wall, rates }
}

test('fixed: only the rates of the settings', async () => {
  const config = readSettings(RATE_SETTINGS, { EXCHANGE_RATES: 'USD=5.40, EUR=6.2512' })
  const rates = makeExchangeRates(config, fixedClock(FRIDAY_EVENING), log)
  assert.equal(shown(await rates.rateOf('BRL')), '1')
  assert.equal(shown(await rates.rateOf('USD')), '5.4')
  assert.equal(shown(await rates.rateOf('EUR')), '6.2512')
  assert.equal(await rates.rateOf('GBP'), null)
})

for (const text of [
  'USD',
  'USD=0',
  'USD=-1',
  'usd=5',
  'USD=5,USD=6',
  'BRL=1',
  'USD=5.123456789',
  'USD=1e2',
  'USD=100000',
]) {
  test(`EXCHANGE_RATES=${text} is refused`, () => {
    assert.throws(
      () => readSettings(RATE_SETTINGS, { EXCHANGE_RATES: text }),
      /EXCHANGE_RATES must look like/,
    )
  })
}

test('ptax: the newest selling rate, exact to its last digit', async () => {
  const { rates, ptax } = await withPtax()
  assert.equal(shown(await rates.rateOf('USD')), '5.4321')
  assert.equal(shown(await rates.rateOf('EUR')), '6.2487')
  assert.equal(shown(await rates.rateOf('BRL')), '1')
  assert.equal(ptax.asked.length, 2)
  assert.match(ptax.asked[0]!, /^\/olinda\/odata\/CotacaoMoedaPeriodo\(/)
  assert.match(ptax.asked[0]!, /@moeda='USD'&@dataInicial='11-07-2026'&@dataFinalCotacao='11-13-2026'/)
})

test('ptax: one request per half hour, for any number of readers', async () => {
  const { rates, ptax, wall } = await withPtax()
  await Promise.all(Array.from({ length: 50 }, () => rates.rateOf('USD')))
  wall.advance(HOUR / 2 - 1)
  await rates.rateOf('USD')
  assert.equal(ptax.asked.length, 1)
})

test('ptax: an older rate is used while a newer one is fetched', async () => {
  const { rates, ptax, wall } = await withPtax()
  await rates.rateOf('USD')
  ptax.quotations.USD!.push({ cotacaoVenda: 5.5, dataHoraCotacao: '2026-11-16 13:05:00.000' })
  wall.set(new Date('2026-11-16T18:00:00.000Z'))
  assert.equal(shown(await rates.rateOf('USD')), '5.4321')
  await untilRate(rates, '5.5')
})

test('ptax: while it is unavailable the last rate is used, until it is too old', async () => {
  const { rates, ptax, wall } = await withPtax({ EXCHANGE_RATE_HOURS_MAX: '96' })
  await rates.rateOf('USD')
  ptax.trouble = { status: 500, body: 'erro' }
  wall.advance(60 * HOUR)
  assert.equal(shown(await rates.rateOf('USD')), '5.4321')
  // 96 hours after 13:05:22 in Brasília.
  wall.set(new Date('2026-11-17T16:05:22.000Z'))
  assert.equal(shown(await rates.rateOf('USD')), '5.4321')
  wall.set(new Date('2026-11-17T16:05:22.001Z'))
  assert.equal(await rates.rateOf('USD'), null)
  // Not fetched again at once, but soon.
  const asked = ptax.asked.length
  assert.equal(await rates.rateOf('USD'), null)
  assert.equal(ptax.asked.length, asked)
  ptax.trouble = null
  ptax.quotations.USD!.push({ cotacaoVenda: 5.6, dataHoraCotacao: '2026-11-17 13:00:00.000' })
  wall.advance(61_000)
  assert.equal(shown(await rates.rateOf('USD')), '5.6')
})

const ODDITIES: [string, FakePtax['trouble']][] = [
  ['an error', { status: 503, body: '' }],
  ['no JSON', { status: 200, body: '/*{"value":[]}*/' }],
  ['another shape', { status: 200, body: '{"valor": []}' }],
  [
    'a rate as text',
    { status: 200, body: '{"value":[{"cotacaoVenda":"5,43","dataHoraCotacao":"2026-11-13 13:00:00"}]}' },
  ],
  [
    'a rate of nothing',
    { status: 200, body: '{"value":[{"cotacaoVenda":0,"dataHoraCotacao":"2026-11-13 13:00:00"}]}' },
  ],
  ['no time', { status: 200, body: '{"value":[{"cotacaoVenda":5.4}]}' }],
]
for (const [what, trouble] of ODDITIES) {
  test(`ptax: ${what} is not a rate`, async () => {
    const { rates, ptax } = await withPtax()
    ptax.trouble = trouble
    assert.equal(await rates.rateOf('USD'), null)
  })
}

test('ptax: a currency without a quote has no rate', async () => {
  const { rates } = await withPtax()
  assert.equal(await rates.rateOf('ARS'), null)
})

async function untilRate(rates: ExchangeRates, wanted: string): Promise<void> {
  const { eventually } = await import('../../../test/support/eventually.ts')
  await eventually(`the rate is ${wanted}`, async () => shown(await rates.rateOf('USD')) === wanted)
}
