// Selling by keyboard alone: search, hide the commission, hold an offer; then issue one after two confirmations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { startJourney } from '../support/panel/journey.ts'
import { ahead } from '../support/panel/screens.ts'

const panel = await startJourney()
const { app, page } = panel
const DAY = ahead(34)

test('search by keyboard; one key hides the commission, also after a reload', async () => {
  await page.goto(`${app.url}/painel/voos`)
  await page.getByRole('radio', { name: 'Só ida' }).press('Space')
  await choosePlace(page, 'De onde', 'guarulhos', 'GRU')
  await choosePlace(page, 'Para onde', 'santos dumont', 'SDU')
  await page.getByLabel('Ida', { exact: true }).fill(DAY)
  await page.getByLabel('Ida', { exact: true }).press('Enter')
  await fares(page).first().waitFor()
  assert.ok(page.url().includes(`legs=GRU-SDU-${DAY}`))
  assert.ok(await page.getByText('Remuneração R$').first().isVisible())
  await page.keyboard.press('c')
  assert.deepEqual(await shownEarnings(page), [])
  await page.reload()
  await fares(page).first().waitFor()
  assert.deepEqual(await shownEarnings(page), [])
})

test('Back restores the scroll position among the offers, also after a reload', async () => {
  const before = await scrollDown(page)
  await fares(page).first().evaluate(CLICK)
  await page.getByLabel('Sobrenome').waitFor()
  assert.deepEqual(
    [await page.evaluate(TOP), await page.evaluate('document.activeElement.tagName')],
    [0, 'H1'],
  )
  await page.goBack()
  await fares(page).first().waitFor()
  await waitUntilNear(page, before)
  await page.reload()
  await fares(page).first().waitFor()
  await waitUntilNear(page, before)
})

test('a screen that loads after Back is ignored', async () => {
  const other = await panel.open({ hasNoWorker: true })
  await other.page.goto(page.url())
  await fares(other.page).first().waitFor()
  const before = await scrollDown(other.page)
  const files = await delayFiles(other.page)
  await other.page.getByRole('link', { name: 'Relatórios' }).first().evaluate(CLICK)
  await other.page.waitForURL('**/painel/relatorios')
  await other.page.goBack()
  assert.ok((await files.release()) > 0, 'some were on their way')
  // The files are loaded by now, so importing them again only waits until they have run.
  await other.page.evaluate(IMPORT_MODULES, files.addresses())
  assert.ok(Number(await other.page.evaluate(TOP)) > before / 2)
  assert.ok(other.page.url().includes('/painel/voos'))
  await other.close()
})

test('an offer is held for a passenger, with locator and deadline', async () => {
  await fares(page).first().press('Enter')
  await page.getByLabel('Sobrenome').waitFor()
  assert.deepEqual(await shownEarnings(page), [])
  await page.getByRole('button', { name: 'Reservar com prazo' }).press('Enter')
  await page.getByText('Preencha este campo').first().waitFor()
  assert.equal(await page.evaluate('document.activeElement.name'), 'passengers.0.given_name')
  await fillTraveller(page)
  await page.getByRole('button', { name: 'Reservar com prazo' }).press('Enter')
  await page.getByRole('heading', { name: 'Reserva feita, com prazo' }).waitFor()
  assert.ok(await page.getByText('Prazo de emissão').first().isVisible())
  assert.match(await page.getByRole('status').innerText(), /[A-Z0-9]{6}/)
  assert.deepEqual(await shownEarnings(page), [])
  await page.getByRole('link', { name: 'Abrir reserva' }).press('Enter')
  await page.getByText('Cliente paga').waitFor()
  assert.deepEqual(await shownEarnings(page), [], 'the booking itself is silent too')
  await page.keyboard.press('c')
  await page.getByText('Remuneração da agência (RAV)').waitFor()
})

test('tickets are issued once, after a confirmation', async () => {
  await page.goto(`${app.url}/painel/voos?type=one_way&legs=GRU-SDU-${DAY}`)
  await fares(page).first().press('Enter')
  await page.getByLabel('Sobrenome').waitFor()
  await fillTraveller(page)
  await page.getByRole('button', { name: 'Emitir agora' }).press('Enter')
  await page.getByText('A emissão não pode ser desfeita').waitFor()
  await page.getByRole('button', { name: 'Emitir bilhetes' }).press('Enter')
  await page.getByRole('heading', { name: 'Bilhetes emitidos' }).waitFor()
  const { body } = await app.test.get('/api/v1/bookings')
  assert.equal(body.pagination.total, 2)
  assert.deepEqual(panel.browserErrors, [])
  await panel.close()
})

const TOP = 'scrollY'
/** Runs in the page: imports its modules and waits until they have run. */
const IMPORT_MODULES = (addresses: readonly string[]) => Promise.all(addresses.map((one) => import(one)))
/** Runs in the page: clicks without scrolling the link into view first. */
const CLICK = (link: object) => Object(link).click()

/** Delays the files of screens until they are released. */
async function delayFiles(at: Page) {
  const held: Route[] = []
  const address = '**/painel/assets/*'
  await at.route(address, (route) => void held.push(route))
  return {
    addresses: () => held.map((route) => route.request().url()).filter((url) => url.endsWith('.js')),
    /** Resolves when all files are loaded; returns their number. */
    release: async () => {
      const answers = held.map((route) => route.request().response())
      for (const route of held) await route.continue()
      for (const answer of answers) await (await answer)?.finished()
      await at.unroute(address)
      return held.length
    },
  }
}

async function scrollDown(at: Page): Promise<number> {
  await at.evaluate('scrollTo(0, document.body.scrollHeight / 2)')
  const top = Number(await at.evaluate(TOP))
  assert.ok(top > 500)
  return top
}

/** Cards get their real height when they become visible, so the position is only approximate. */
async function waitUntilNear(at: Page, top: number): Promise<void> {
  while (Number(await at.evaluate(TOP)) <= top / 2) await at.evaluate('new Promise(requestAnimationFrame)')
}

const fares = (at: Page) => at.getByRole('link', { name: /^Escolher / })

/** The texts that a client must not read in client view. */
async function shownEarnings(at: Page): Promise<string[]> {
  const text = await at.locator('main').innerText()
  return [...text.matchAll(/remunera\S*|markup|custo|saldo da carteira|débito/gi)].map(([word]) => word)
}

async function choosePlace(at: Page, label: string, typed: string, code: string): Promise<void> {
  const field = at.getByLabel(label)
  await field.fill(typed)
  await at.getByRole('option', { name: code }).first().waitFor()
  await field.press('Enter')
}

async function fillTraveller(at: Page): Promise<void> {
  await at.getByLabel('Nome', { exact: true }).fill('Ana')
  await at.getByLabel('Sobrenome').fill('Souza')
  await at.getByLabel('Nascimento').fill('1990-05-17')
  await at.getByLabel('Sexo no documento').selectOption('f')
  await at.getByLabel('E-mail').fill('ana@example.com')
  await at.getByLabel('Celular').fill('11987654321')
}
