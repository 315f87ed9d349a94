// The public pages in a real browser, on phones and desktop, in light and dark: content, actions, size and order. SHOTS
// names a folder for pictures.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { realClock } from '../../server/kernel/process/clock.ts'
import { newAgency } from '../support/agency.ts'
import { newInvoice, newQuote, QUOTES, read } from '../support/invoicing.ts'
import { OPTIONS, pageStates } from '../support/pages/page-states.ts'
import { picture, startBrowser } from '../support/panel/browser.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const states = await pageStates(app)
const browser = await startBrowser()
after(() => browser.close())

const SCREENS = {
  phone: { width: 390, height: 844, theme: 'light' },
  small: { width: 320, height: 568, theme: 'dark' },
  desk: { width: 1440, height: 900, theme: 'light' },
} as const
type Screen = (typeof SCREENS)[keyof typeof SCREENS]

/** Opens a tab and collects its errors. */
async function open({ width, height, theme }: Screen, javaScriptEnabled = true) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && browserErrors.push(message.text()))
  page.on('pageerror', (error) => browserErrors.push(error.message))
  return { page, browserErrors, close: () => context.close() }
}

/** The current day in Brazil, chosen so that it does not end before the page is loaded. */
function lastDay(): string {
  const soon = new Date(realClock.now().getTime() + 30 * 60_000)
  return new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format(soon)
}

const BYTES_MAX = 40_000
const looked = process.env.PAGES?.split(',')
/** LOOKS=1440-light-en,320-dark-pt visits only these widths, as it does for the panel's screens. */
const widths = process.env.LOOKS?.split(',').map((look) => Number.parseInt(look, 10))
const screens = Object.entries(SCREENS).filter(([, { width }]) => widths?.includes(width) ?? true)

for (const [name, url] of Object.entries(states).filter(([one]) => looked?.includes(one) ?? true)) {
  test(`${name}: fits the screen, is accessible, and loads nothing from other hosts`, async () => {
    for (const [screenName, screen] of screens) {
      const { page, browserErrors, close } = await open(screen)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const answer = await page.goto(url)
      assert.ok(gzipSync(await answer!.body()).length < BYTES_MAX, 'weighs little')
      assert.deepEqual(
        asked.filter((one) => !one.startsWith(app.url) && !one.startsWith('data:')),
        [],
      )
      const isFitting = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
      assert.ok(await page.evaluate(isFitting), `${screenName}: nothing sticks out at the side`)
      assert.equal(await page.locator('html').getAttribute('lang'), name.endsWith('english') ? 'en' : 'pt-BR')
      assert.equal(await page.locator('h1').count(), 1)
      const small = `[...document.querySelectorAll('a, button, summary, .option-head')]
        .filter((one) => !one.hidden && one.checkVisibility() && one.offsetHeight < 44).map((one) => one.textContent)`
      assert.deepEqual(await page.evaluate(small), [], `${screenName}: large enough for a thumb`)
      const { violations } = await new AxeBuilder({ page }).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' ')}`),
        [],
      )
      await picture(page, `${name}-${screenName}`)
      // The browser itself logs an error for a missing page.
      if (name !== 'wrong-link') assert.deepEqual(browserErrors, [])
      await close()
    }
  })
}

for (const name of ['invoice-open', 'invoice-overdue', 'invoice-part-paid', 'invoice-of-a-test'])
  test(`${name}: amount, due date and copy button are visible without scrolling, before the code`, async () => {
    for (const screen of [SCREENS.phone, SCREENS.small]) {
      const { page, close } = await open(screen)
      await page.goto(states[name]!)
      for (const what of ['.amount', '.due strong', 'button[data-copies=pix]']) {
        const box = await page.locator(what).first().boundingBox()
        assert.ok(box !== null && box.y + box.height <= screen.height, `${what} at ${screen.width}`)
      }
      const [button, code] = await Promise.all(
        ['button[data-copies=pix]', '.qr'].map((what) => page.locator(what).boundingBox()),
      )
      assert.ok(code!.y > button!.y + button!.height)
      await close()
    }
    const { page, close } = await open(SCREENS.desk)
    await page.goto(states[name]!)
    const [amount, code] = await Promise.all(
      ['.amount', '.qr'].map((what) => page.locator(what).boundingBox()),
    )
    assert.ok(code!.x > amount!.x + 200 && code!.y < amount!.y + 300, 'beside it on a desk')
    await close()
  })

test('by keyboard: the code is copied, "Já paguei" shows a notice, and the page turns to paid by itself', async () => {
  const invoice = await newInvoice(app.live, { status: 'sent', due_date: '2099-11-30' })
  const { page, browserErrors, close } = await open(SCREENS.phone)
  await page.goto(invoice.payment_url)
  await page.locator('button[data-copies=pix]').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Código copiado').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), invoice.pix.copy_paste)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Aguardando a confirmação do banco' }).waitFor()
  assert.equal(await page.locator('.qr').count(), 0)
  assert.doesNotMatch(await page.locator('main').innerText(), /avisad/, 'the page claims no notification')
  await app.live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await page.getByText('Fatura paga').waitFor()
  assert.deepEqual(browserErrors, [])
  await close()
})

for (const javaScript of [true, false])
  test(`an option is chosen and accepted with a name, ${javaScript ? 'with' : 'without'} scripts`, async () => {
    const { id, public_url, options } = await newQuote(app.live, {
      items: undefined,
      options: OPTIONS,
      valid_until: '2099-12-31',
      status: 'sent',
    })
    const { page, browserErrors, close } = await open(SCREENS.small, javaScript)
    await page.goto(public_url)
    await page.getByRole('radio').nth(1).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Confirmar o aceite' }).waitFor()
    await page.getByLabel('Seu nome completo').fill('Ana Souza')
    await page.keyboard.press('Enter')
    await page.getByText('Orçamento aceito').waitFor()
    const quote = await read(app.live, `${QUOTES}/${id}`)
    assert.deepEqual(
      [quote.status, quote.responded_by, quote.chosen_option_id, quote.total],
      ['accepted', 'Ana Souza', options[1].id, options[1].total],
    )
    assert.deepEqual(browserErrors, [])
    await close()
  })

test("an open quote page shows the expiry by itself, independent of the client's clock", async () => {
  const agency = await newAgency(app)
  const { public_url } = await newQuote(agency.test, { valid_until: lastDay(), status: 'sent' })
  const { page, close } = await open(SCREENS.phone)
  let loads = 0
  page.on('load', () => loads++)
  await page.clock.install({ time: new Date('2031-05-05T05:05:05Z') })
  await page.goto(public_url)
  await page.getByText(/faltam \d+ h \d+ min/).waitFor()
  // Only the page's clock advances: it asks the server, which says that there is time left.
  await page.clock.fastForward('26:00:00')
  await page.getByText(/faltam \d+ h \d+ min/).waitFor()
  for (let times = 0; times < 3; times++) await page.clock.runFor(10_000)
  assert.equal(loads, 2, 'no loop')
  await agency.advance('P2D')
  await page.clock.fastForward('26:00:00')
  await page.getByText('Orçamento vencido').waitFor()
  await page.clock.runFor(30_000)
  assert.deepEqual([loads, await page.locator('#counted').count()], [3, 0])
  await close()
})

test('a quote is declined with a reason; its last hours are counted down in place', async () => {
  const { id, public_url } = await newQuote(app.live, { valid_until: lastDay(), status: 'sent' })
  const { page, close } = await open(SCREENS.phone)
  await page.goto(public_url)
  await page.getByText(/faltam \d+ h \d+ min/).waitFor()
  await page.getByRole('button', { name: 'Recusar' }).click()
  await page.getByLabel('Motivo (opcional)').fill('Muito caro')
  await page.getByRole('button', { name: 'Confirmar a recusa' }).click()
  await page.getByText('Orçamento recusado').waitFor()
  assert.equal((await read(app.live, `${QUOTES}/${id}`)).decline_reason, 'Muito caro')
  await close()
})
