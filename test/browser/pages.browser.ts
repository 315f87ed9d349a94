// The public pages in a real browser, on a phone's and a desktop's width, in light and dark: what people see and press.
// `npm run test:browser` runs this; `npm test` does not need a browser.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { newAgency } from '../support/agency.ts'
import { axeSource, type Page, startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { newClient, newInvoice, newQuote, QUOTES, read } from '../support/invoicing.ts'
import { samplePng } from '../support/samples/sample-picture.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startChromium()
after(() => browser.close())

const SCREENS = {
  phone: { width: 390, height: 844, mobile: true },
  desktop: { width: 1280, height: 900, mobile: false },
  dark: { width: 390, height: 844, mobile: true, dark: true },
} as const

const items = [
  {
    description: 'Passagem aérea GRU–LIS, ida e volta, com bagagem despachada',
    quantity: 2,
    unit_price: 4310.335,
  },
  { description: 'Palavramuitocompridasemnenhumespaçonomeio'.repeat(3), quantity: 1.5, unit_price: 120 },
]
const client = await newClient(app.live, {
  client_type: 'company',
  full_name: 'Aurora Ltda',
  cnpj: '12ABC34501DE35',
})
const common = { client_id: client.id, items, due_date: '2099-11-30', notes: 'Obrigado!' }
const PAGES: Record<string, () => Promise<string>> = {
  'invoice to pay': async () =>
    (await newInvoice(app.live, { ...common, status: 'sent', tax_rate: 5 })).payment_url,
  'invoice paid in part': async () =>
    (await newInvoice(app.live, { ...common, status: 'sent', amount_paid: 50 })).payment_url,
  'invoice paid': async () =>
    (await newInvoice(app.live, { ...common, status: 'sent', payment_status: 'paid' })).payment_url,
  'invoice overdue': async () =>
    (await newInvoice(app.test, { items, due_date: '2020-01-01', status: 'sent' })).payment_url,
  'invoice cancelled': async () =>
    (await newInvoice(app.live, { ...common, status: 'cancelled' })).payment_url,
  'quote to answer': async () =>
    (await newQuote(app.live, { items, valid_until: '2099-12-31', status: 'sent' })).public_url,
  'invoice in the looks of its agency': async () => {
    const agency = await newAgency(app, { name: 'Aurora Viagens' })
    const invoice_texts = { footer: 'Volte sempre.', payment_instructions: 'Banco 001' }
    await agency.live.patch('/api/v1/team', { brand_colour: '#ffd54f', phone: '1130000000', invoice_texts })
    const file = samplePng(600, 200)
    await agency.live.raw('PUT', '/api/v1/team/logo', file, { 'content-type': 'image/png' })
    return (await newInvoice(agency.live, { items, due_date: '2099-11-30', status: 'sent' })).payment_url
  },
  'quote accepted': async () => (await newQuote(app.live, { items, status: 'accepted' })).public_url,
}

/** Texts whose colour differs too little from what is behind them (WCAG AA: 4.5 to 1). */
const TOO_PALE = `(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = (color) => {
    const [r, g, b] = parts(color).map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if ((parts(backgroundColor)[3] ?? 1) > 0.99) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  const texts = [...document.querySelectorAll('main *')].filter((element) =>
    element.offsetParent !== null && !element.closest('svg') &&
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  return texts.filter((element) => {
    const [a, b] = [light(getComputedStyle(element).color), light(behind(element))]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5
  }).map((element) => element.outerHTML.slice(0, 80))
})()`

/** Pictures are for looking at; SCREENSHOTS names the folder they go to. */
async function keepPicture(name: string, page: Page): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name.replaceAll(' ', '-')}.png`, await page.screenshot())
}

for (const [name, makeUrl] of Object.entries(PAGES)) {
  for (const [screenName, screen] of Object.entries(SCREENS)) {
    test(`${name}, ${screenName}: fits, can be read and named, and nothing is refused`, async () => {
      const page = await browser.open(screen)
      await page.goto(await makeUrl())
      assert.ok(
        await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
        'nothing sticks out at the side',
      )
      assert.equal(await page.evaluate('document.documentElement.lang'), 'pt-BR')
      assert.equal(await page.evaluate(`document.querySelectorAll('h1').length`), 1)
      const controls = (fault: string) =>
        page.evaluate(
          `[...document.querySelectorAll('a, button')].filter((one) => !one.hidden && ${fault}).length`,
        )
      assert.equal(
        await controls('!one.textContent.trim()'),
        0,
        'everything that can be pressed says what it does',
      )
      assert.equal(await controls('one.offsetHeight < 44'), 0, 'large enough for a thumb')
      assert.deepEqual(await page.evaluate(TOO_PALE), [])
      await keepPicture(`${name} ${screenName}`, page)
      assert.deepEqual(page.complaints, [])
      await page.close()
    })
  }
}

const axe = axeSource()
for (const [name, makeUrl] of Object.entries(PAGES)) {
  test(`${name}: axe finds no violation`, { skip: axe === null && 'axe-core is not installed' }, async () => {
    const page = await browser.open(SCREENS.phone)
    await page.goto(await makeUrl())
    await page.evaluate(readFileSync(axe!, 'utf8'))
    const found =
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length].join(" ")))'
    const violations = await page.evaluate(found)
    assert.deepEqual(violations, [])
    await page.close()
  })
}

test('the page of an invoice turns to paid by itself, and its button copies the code', async () => {
  const invoice = await newInvoice(app.live, { ...common, status: 'sent' })
  const page = await browser.open(SCREENS.phone)
  await page.goto(invoice.payment_url)
  await page.evaluate(`document.querySelector('button[data-copies]').click()`)
  const said = () => page.evaluate(`document.getElementById('said-pix').textContent`)
  await eventually('the page says that it was copied', async () => (await said()) !== '')
  await app.live.post(`/api/v1/test/charges/${invoice.id}/pay`)
  await eventually('the page says that it is paid', async () =>
    (await page.evaluate('document.body?.textContent ?? ""')).includes('Fatura paga'),
  )
  assert.equal(await page.evaluate(`document.querySelector('.qr')`), null)
  await page.close()
})

test('a quote is accepted with one press', async () => {
  const { id, public_url } = await newQuote(app.live, { items, status: 'sent' })
  const page = await browser.open(SCREENS.phone)
  await page.goto(public_url)
  await page.evaluate(`document.querySelector('form button').click()`)
  await eventually('the page says thank you', async () =>
    (await page.evaluate('document.body?.textContent ?? ""')).includes('Orçamento aceito'),
  )
  assert.equal((await read(app.live, `${QUOTES}/${id}`)).status, 'accepted')
  assert.deepEqual(page.complaints, [])
  await page.close()
})
