// The panel in Chromium: paint on slow 4G with a processor slowed four times, the slowest interaction on a list of
// 100 clients, and the rendering of 200 offers. Skipped without Chromium.
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { request } from 'undici'
import { KEY, startServiceChild } from './child.ts'
import { OFFERS, type OffersDrawn, offersDrawn } from './panel-offers.ts'
import { median } from './side-by-side.ts'
import { signIn } from './sign-in.ts'
import { WATCH_PAINTS } from './watch-page.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const ROUNDS = 5
const ROWS = 100
/** Slow 4G as browser tools define it: 1.6 Mbit/s down, 0.75 up, 150 ms round trip. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER = 4

export interface PanelFigures {
  /** Median milliseconds of the first and largest paint, by screen. */
  paints: { screen: string; first: number; largest: number }[]
  /** The slowest interaction on a list of a hundred. */
  interactionMs: number
  /** On this processor, and on a throttled one. */
  offers: { plain: OffersDrawn; slowed: OffersDrawn }
}

export async function benchPanel(dataDir: string): Promise<PanelFigures | null> {
  if (!existsSync(CHROMIUM)) return null
  const service = await startServiceChild(dataDir, {
    RATE_LIMIT_PER_MINUTE: '0',
    SEARCH_LIMIT_PER_MINUTE: '0',
  })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const { url, setupLink } = service.ready
    const cookie = await signIn(url, setupLink)
    await meetClients(url)
    await untilBuilt(url)
    const open = (mode: string) => openAs(browser, url, cookie, mode)
    const paints = [
      { screen: 'sign-in', ...(await paintsOf(() => browser.newContext(), `${url}/painel/entrar`)) },
      { screen: 'start', ...(await paintsOf(() => open('live'), `${url}/painel/`)) },
    ]
    const context = await open('live')
    const page = await context.newPage()
    const interactionMs = await interactionOf(page, url)
    await context.close()
    const drawn = (slower: number) => offersDrawn(() => open('live'), url, { rounds: ROUNDS, slower })
    const offers = { plain: await drawn(1), slowed: await drawn(SLOWER) }
    return { paints, interactionMs, offers }
  } finally {
    await browser.close()
    await service.stop()
  }
}

export function reportPanel(figures: PanelFigures | null): string {
  if (figures === null) return 'the panel: no Chromium here, left out'
  const { paints, interactionMs, offers } = figures
  const ms = (value: number) => `${Math.round(value)} ms`
  return [
    ...paints.map(
      ({ screen, first, largest }) =>
        `the panel's ${screen} on slow 4G and a processor slowed ${SLOWER} times: ` +
        `first paint ${ms(first)} (below 1,200 ms), largest ${ms(largest)} (below 2,500 ms)`,
    ),
    `the slowest interaction on a list of ${ROWS} clients takes ${ms(interactionMs)} (below 200 ms)`,
    `a search of ${OFFERS} offers fills the screen in ${ms(offers.plain.seenMs)}, ` +
      `and all of them are drawn in ${ms(offers.plain.wholeMs)} (below 300 ms)`,
    `the same on a processor slowed ${SLOWER} times: ` +
      `${ms(offers.slowed.seenMs)}, and all in ${ms(offers.slowed.wholeMs)}`,
  ].join('\n')
}

async function openAs(browser: Browser, url: string, cookie: string, mode: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    serviceWorkers: 'block',
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  // The mode of the tab: without a real connection it would open in test mode.
  await context.addInitScript(
    `for (const kept of [localStorage, sessionStorage]) kept.setItem('embarque.wishes', '{"mode":"${mode}"}')`,
  )
  return context
}

/** Enough clients for the longest page. */
async function meetClients(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  for (let n = 0; n < ROWS; n++) {
    const body = JSON.stringify({
      full_name: `Cliente Número ${n}`,
      client_type: 'individual',
      email: `cliente-${n}@example.com`,
    })
    const answer = await request(`${url}/api/v1/clients`, { method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode !== 201) throw new Error(`no client: ${answer.statusCode}`)
  }
}

/** The first start builds the panel. */
async function untilBuilt(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { statusCode, body } = await request(`${url}/painel/entrar`)
    const text = await body.text()
    if (statusCode === 200 && text.includes('type="module"')) return
    await pause(500)
  }
  throw new Error('the panel was not built')
}

async function paintsOf(open: () => Promise<BrowserContext>, url: string) {
  const [firsts, largests]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const context = await open()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(WATCH_PAINTS)
    await page.goto(url)
    await page.locator('h1').first().waitFor()
    await pause(1_500)
    const [first, largest]: [number, number] = await page.evaluate('[self.firstPaint, self.largestPaint]')
    firsts.push(first)
    largests.push(largest)
    await context.close()
  }
  return { first: median(firsts), largest: median(largests) }
}

/** Types into the search, walks through the rows, opens a menu: the slowest interaction to paint. */
async function interactionOf(page: Page, url: string): Promise<number> {
  await page.route(
    ({ pathname }) => pathname === '/api/v1/clients',
    (route) => {
      const asked = new URL(route.request().url())
      asked.searchParams.set('limit', String(ROWS))
      return route.continue({ url: String(asked) })
    },
  )
  await page.goto(`${url}/painel/clientes`)
  await page
    .locator('tbody tr')
    .nth(ROWS - 1)
    .waitFor()
  await page.evaluate(`new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) self.slowest = Math.max(self.slowest ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16 })`)
  const search = page.getByRole('searchbox').first()
  await search.click()
  for (const letter of 'cliente') await page.keyboard.type(letter, { delay: 60 })
  for (let n = 0; n < 20; n++) await page.keyboard.press('Tab')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('res', { delay: 60 })
  await page.keyboard.press('Escape')
  await pause(1_000)
  return (await page.evaluate('self.slowest ?? 16')) as number
}
