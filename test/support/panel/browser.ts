// The panel in a real browser with a session: a page, its errors, and the checks that every screen must pass.
import { existsSync, mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { eventually } from '../eventually.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export interface Look {
  readonly width: number
  readonly theme: 'light' | 'dark'
  readonly language: 'pt' | 'en'
  readonly mode?: 'live' | 'test'
  /** Without the service worker, whose requests bypass the test's interception. */
  readonly hasNoWorker?: boolean
}

export interface OpenPanel {
  readonly page: Page
  /** Console errors, script errors and CSP violations. */
  readonly browserErrors: string[]
  close(): Promise<void>
}

export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Error('Chromium is needed: install it, or set CHROMIUM')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
}

/** Opens a tab with this look; `cookie` comes from a sign-in. */
export async function openPanel(browser: Browser, url: string, look: Look, cookie = ''): Promise<OpenPanel> {
  const { width, theme, language, mode = 'live', hasNoWorker = false } = look
  const context = await browser.newContext({
    viewport: { width, height: width < 800 ? 844 : 900 },
    deviceScaleFactor: 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language === 'pt' ? 'pt-BR' : 'en-US',
    serviceWorkers: hasNoWorker ? 'block' : 'allow',
  })
  const [name = '', value = ''] = cookie.split('=')
  if (name !== '') await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  await choose(context, { 'embarque.language': language, 'embarque.wishes': JSON.stringify({ mode }) })
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && browserErrors.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => browserErrors.push(error.message))
  return { page, browserErrors, close: () => context.close() }
}

/** Sets earlier choices of the user in this browser; the mark of a sign-out is kept. */
function choose(context: BrowserContext, choices: Readonly<Record<string, string>>): Promise<unknown> {
  return context.addInitScript((all: Readonly<Record<string, string>>) => {
    const { localStorage: kept, sessionStorage: ofTab } = Object(globalThis)
    for (const [name, value] of Object.entries(all))
      if (!String(kept.getItem(name)).includes('"hasLeft":true')) kept.setItem(name, value)
    // A tab without its own mode opens in test mode while nothing real is connected.
    if (ofTab.getItem('embarque.wishes') === null)
      ofTab.setItem('embarque.wishes', String(all['embarque.wishes']))
  }, choices)
}

/** Opens a screen and waits until it has loaded. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('h1').first().waitFor()
  await page
    .locator(':is([aria-label="Carregando…"], [aria-label="Loading…"])')
    .first()
    .waitFor({ state: 'detached' })
}

/** Waits for an expression to be true, which Playwright's own wait would evaluate against the page's policy. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await eventually(expression, async () => Boolean(await page.evaluate(expression)))
}

/** Only if SHOTS names a folder. */
export async function picture(page: Page, name: string, isWhole = true): Promise<void> {
  const folder = process.env.SHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await sharp(await page.screenshot({ fullPage: isWhole }))
    .webp({ lossless: true, effort: 6 })
    .toFile(`${folder}/${name}.webp`)
}

/** The faults of the current screen; empty if there are none. */
export async function faultsOf({ page, browserErrors }: OpenPanel): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const barriers = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`),
  )
  const wide: boolean = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const cut: string[] = await page.evaluate(CUT_OFF)
  const small: string[] = await page.evaluate(SMALL_TARGETS)
  return [
    ...browserErrors,
    ...barriers,
    ...(wide ? ['it can be scrolled sideways'] : []),
    ...cut.map((table) => `cut off at its side: ${table}`),
    ...small.map((target) => `too small to press: ${target}`),
  ]
}

/** Tables wider than their container without a way to scroll. */
const CUT_OFF = `[...document.querySelectorAll('table')]
  .filter((one) => one.closest('.hidden-text') === null && one.parentElement.clientWidth > 0)
  .filter((one) => one.offsetWidth > one.parentElement.clientWidth + 1)
  .filter((one) => !/auto|scroll/.test(getComputedStyle(one.parentElement).overflowX))
  .map((one) => one.outerHTML.slice(0, 120))`

/** Links within a sentence may be as small as the text. */
const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, [role=option], [role=tab]')]
  .filter((one) => {
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    const isHidden = one.closest('.hidden-text, [aria-hidden=true]') !== null
    const isSeen = one.checkVisibility({ visibilityProperty: true }) && width > 0 && !isHidden
    const isInText = getComputedStyle(one).display === 'inline' && one.closest('p, td, li, dd') !== null
    return isSeen && !isInText && (width < 24 || height < 24) && one.getBoundingClientRect().top >= 0
  })
  .map((one) => one.outerHTML.slice(0, 120))`
