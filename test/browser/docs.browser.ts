// The documents in a real browser: light and dark, phone and desktop, public, with keyboard search, a key for signed-in
// users, and requests that are really sent.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { newOwner } from '../support/browsing.ts'
import { startBrowser } from '../support/panel/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { startApp, TEST_KEY } from '../support/start-app.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())

const LOOKS = [
  { name: 'phone, dark', width: 390, height: 844, theme: 'dark' },
  { name: 'desk, light', width: 1440, height: 900, theme: 'light' },
] as const

/** Opens a tab and collects console errors and requests to other hosts. */
async function open(path: string, { width, height, theme }: (typeof LOOKS)[number] = LOOKS[1]) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  await page.goto(`${app.url}${path}`)
  return { page, faults, close: () => context.close() }
}

for (const path of ['/docs', '/docs/quickstart.pt-BR', '/docs/conventions', '/docs/reference/flights'])
  test(`${path} fits the screen and passes the accessibility checks`, async () => {
    for (const look of LOOKS) {
      const { page, faults, close } = await open(path, look)
      const isFitting = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
      assert.ok(await page.evaluate(isFitting), `${look.name}: nothing sticks out at the side`)
      assert.equal(await page.locator('h1').count(), 1)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
      assert.deepEqual(found, [], look.name)
      assert.deepEqual(faults, [])
      await close()
    }
  })

test('the phone menu begins below the header', async () => {
  const { page, close } = await open('/docs/errors', LOOKS[0])
  await page.getByRole('link', { name: 'Menu' }).click()
  const begin = page.locator('#menu h2').first()
  const [head, first] = [await page.locator('.top').boundingBox(), await begin.boundingBox()]
  assert.equal(await begin.textContent(), 'Start')
  assert.ok((first?.y ?? 0) >= (head?.y ?? 0) + (head?.height ?? 0))
  await close()
})

test('without JavaScript everything is readable and samples can be chosen', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/docs/reference/flights`)
  const first = page.locator('.samples').first()
  assert.ok(await first.locator('pre', { hasText: 'curl -X POST' }).isVisible())
  await first.getByText('Python', { exact: true }).click()
  assert.ok(await first.locator('pre', { hasText: 'import json' }).isVisible())
  assert.equal(await page.locator('.finder, .try, .key-form, .copy').filter({ visible: true }).count(), 0)
  await context.close()
})

test('code is copied as shown, by a button in the language of the page, on a phone too', async () => {
  for (const [path, copy, copied] of [
    ['/docs/quickstart', 'Copy', 'Copied'],
    ['/docs/quickstart.pt-BR', 'Copiar', 'Copiado'],
  ] as const) {
    const { page, faults, close } = await open(path, LOOKS[0])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const code = page.locator('.code').filter({ hasText: 'API=' }).first()
    const button = code.getByRole('button', { name: copy, exact: true })
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    assert.ok(width >= 44 && height >= 44, `${width} x ${height}`)
    for (const box of await page.locator('.code').filter({ visible: true }).all()) {
      const above = (await box.locator('.copy').boundingBox()) ?? assert.fail()
      const text = (await box.locator('code').boundingBox()) ?? assert.fail()
      assert.ok(above.y + above.height <= text.y, 'the button is above the code')
    }
    await button.focus()
    await page.keyboard.press('Enter')
    await page.locator('main [role=status]', { hasText: copied }).waitFor({ state: 'attached' })
    const text = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(text, await code.locator('pre').textContent())
    assert.match(String(text), new RegExp(`API=${app.url}/api/v1`))
    await button.waitFor()
    assert.deepEqual(faults, [])
    await close()
  }
})

test('the search works by keyboard alone', async () => {
  const { page, faults, close } = await open('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('confirm payment held')
  const results = page.locator('#found a')
  await results.first().waitFor()
  assert.match((await results.first().textContent()) ?? '', /Confirm the payment of a held booking/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/reference\/bookings#/)
  await page.keyboard.press('/')
  await page.keyboard.type('zzzzzz')
  await page.locator('#found-count', { hasText: '0 found' }).waitFor({ state: 'attached' })
  assert.equal(await results.count(), 0)
  await page.getByText('Nothing found for "zzzzzz".').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(faults, [])
  await close()
})

test('matches in titles rank before matches in texts', async () => {
  const { page, close } = await open('/docs')
  for (const [word, title] of [
    ['errors', 'Errors'],
    ['wallet', 'Wallet'],
    ['webhooks', 'Webhooks'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(word)
    const first = page.locator('#found a').first()
    await first.filter({ hasText: title }).waitFor()
    const titles = '[...document.querySelectorAll("#found a")].map((link) => link.firstChild.textContent)'
    const hits: string[] = await page.evaluate(titles)
    const withWord = hits.map((hit) => hit.toLowerCase().includes(word))
    assert.deepEqual(
      withWord,
      withWord.toSorted((one, other) => Number(other) - Number(one)),
      hits.join(),
    )
    assert.equal(hits[0], title)
  }
  await close()
})

test('a chosen language applies to every page', async () => {
  const { page, close } = await open('/docs/reference/wallet')
  const shown = (word: string) =>
    page.locator('.samples pre', { hasText: word }).filter({ visible: true }).count()
  const samples = await page.locator('.samples').count()
  await page.locator('.samples').nth(1).getByText('PHP', { exact: true }).click()
  assert.deepEqual([await shown('<?php'), await shown('curl ')], [samples, 0])
  await page.goto(`${app.url}/docs/reference/clients`)
  await page.locator('.samples pre', { hasText: '<?php' }).first().waitFor()
  await close()
})

const tryBox = (page: Page) =>
  page.locator('.try').filter({ has: page.locator('form[data-method="POST"][data-path="/api/v1/clients"]') })

const CLIENT = { client_type: 'individual', full_name: 'Dora Docs', email: 'dora@example.com' }

/** Sends the request and reads the response. */
async function sendRequest(page: Page): Promise<string> {
  const form = tryBox(page)
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
  await form.locator('textarea').fill(JSON.stringify(CLIENT))
  await form.getByRole('button', { name: 'Send' }).click()
  await form.locator('.outcome pre').waitFor()
  return form.locator('.outcome').innerText()
}

test('an entered key stays in the tab, and requests are sent with it', async () => {
  const { page, close } = await open('/docs/reference/clients')
  assert.match(await sendRequest(page), /^401 in \d+ ms\. A key is needed/)
  const key = page.getByLabel('Test key', { exact: true })
  await key.fill(TEST_KEY)
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.locator('[data-key]', { hasText: TEST_KEY }).waitFor()
  const form = tryBox(page)
  await form.getByRole('button', { name: 'Send' }).click()
  await form.locator('.outcome p', { hasText: /^201 in/ }).waitFor()
  assert.match(await form.locator('.outcome').innerText(), /"full_name": "Dora Docs"/)
  await page.reload()
  await page.locator('[data-key]', { hasText: TEST_KEY }).waitFor()
  await close()
})

test('a key that the service does not know is rejected', async () => {
  const { page, close } = await open('/docs/reference/clients')
  await page.getByLabel('Test key', { exact: true }).fill(`${TEST_KEY.slice(0, -1)}0`)
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('This key is not known here').waitFor()
  assert.equal(await page.evaluate(`sessionStorage.getItem('embarque.docs.key')`), null)
  await close()
})

test('a live key is rejected', async () => {
  const { page, close } = await open('/docs/reference/clients')
  await page.evaluate(`document.querySelector('#key').removeAttribute('pattern')`)
  await page.getByLabel('Test key', { exact: true }).fill('sk_live_x')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByText('That is a live key').waitFor()
  assert.equal(await page.evaluate(`sessionStorage.getItem('embarque.docs.key')`), null)
  await close()
})

test('a signed-in user sends requests in test mode and creates a test key for the samples', async () => {
  const { email } = await newOwner(app)
  const { page, close } = await open('/docs/reference/clients')
  await page.getByRole('button', { name: 'Use my sign-in' }).click()
  await page.getByText('Nobody is signed in here').waitFor()
  const body = JSON.stringify({ email, password: PASSWORD })
  const status = await page.evaluate(
    `fetch('/api/v1/sessions', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(body)} }).then(({ status }) => status)`,
  )
  assert.equal(status, 201)
  await page.getByRole('button', { name: 'Use my sign-in' }).click()
  await page.getByText(/^Signed in as .*: requests go in test mode\./).waitFor()
  assert.match(await sendRequest(page), /^201 in [\s\S]*"test_mode": true/)
  await page.getByRole('button', { name: 'Make a test key' }).click()
  await page.locator('[data-key]', { hasText: /^sk_test_[0-9a-z]{52}$/ }).waitFor()
  await close()
})
