// From an empty installation to a ticket by keyboard alone: the banner's link, the owner's account, a search, a
// passenger, an issued ticket.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { readSetupLink } from '../../server/features/people/setup.ts'
import { openPanel, startBrowser } from '../support/panel/browser.ts'
import { keyboardOf } from '../support/panel/keyboard.ts'
import { ahead } from '../support/panel/screens.ts'
import { startApp } from '../support/start-app.ts'

const app = await startApp()
const browser = await startBrowser()
after(() => browser.close())
await app.service.panel?.begin()
const look = { width: 1440, theme: 'light', language: 'pt', mode: 'test' } as const
const { page, browserErrors } = await openPanel(browser, app.url, look)
const { reach, press, type } = keyboardOf(page)
const field = (name: string) => page.getByLabel(name, { exact: true }).first()
const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
const button = (name: string) => page.getByRole('button', { name }).first()

test('the first owner creates an account', async () => {
  const setup = (await readSetupLink(app.service.world)) ?? assert.fail()
  await page.goto(setup.replace('localhost', '127.0.0.1'))
  await type(field('Nome da agência'), 'Aurora Viagens')
  await type(field('Seu nome'), 'Marina Alves')
  await type(field('E-mail'), 'marina@agencia.example')
  await type(field('Crie uma senha'), 'cafezinho na varanda')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^(?:Bom|Boa) / }).waitFor()
})

test('the first owner sells the first ticket', async () => {
  await press(link('Buscar voos'))
  await reach(page.getByRole('radio', { name: 'Ida e volta' }))
  await page.keyboard.press('ArrowRight')
  assert.ok(await page.getByRole('radio', { name: 'Só ida' }).isChecked())
  await choosePlace('De onde', 'guarulhos', 'GRU')
  await choosePlace('Para onde', 'santos dumont', 'SDU')
  await typeDay(field('Ida'), ahead(34))
  await page.keyboard.press('Enter')
  await press(link(/^Escolher /))
  await type(field('Nome'), 'Ana')
  await type(field('Sobrenome'), 'Souza')
  await typeDay(field('Nascimento'), '1990-05-17')
  await reach(field('Sexo no documento'))
  await page.keyboard.type('F')
  await type(field('E-mail'), 'ana@example.com')
  await type(field('Celular'), '11987654321')
  await press(button('Emitir agora'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Emitir bilhetes' }))
  await page.getByRole('heading', { name: 'Bilhetes emitidos' }).waitFor()
  const { body } = await app.test.get('/api/v1/bookings')
  assert.deepEqual([body.pagination.total, body.data[0].status], [1, 'ticketed'])
  assert.deepEqual(browserErrors, [])
})

async function choosePlace(name: string, typed: string, code: string): Promise<void> {
  const place = page.getByLabel(name)
  await type(place, typed)
  await page.getByRole('option', { name: code }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** The slashes come by themselves. */
async function typeDay(at: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  await reach(at)
  await page.keyboard.type(`${date}${month}${year}`)
  assert.equal(await at.inputValue(), `${date}/${month}/${year}`)
}
