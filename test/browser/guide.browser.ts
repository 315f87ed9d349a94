// The user guide in a real browser: "Ajuda" opens it for the current screen, it is searched, and read on a phone. `npm run
// shots:guide` takes its pictures, of the seeded agency or, with SHOTS_URL, SHOTS_EMAIL and SHOTS_PASSWORD, of another service.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { realClock } from '../../server/kernel/process/clock.ts'
import { eventually } from '../support/eventually.ts'
import { faultsOf, goTo, type OpenPanel, openPanel, picture, startBrowser } from '../support/panel/browser.ts'
import { guidePictures, PICTURE_LOOK } from '../support/panel/guide-pictures.ts'
import { startJourney } from '../support/panel/journey.ts'
import { seedAgency } from '../support/panel/seed-agency.ts'
import { cookieOf, newPerson, signIn } from '../support/people.ts'

const { SHOTS_URL, SHOTS_EMAIL = '', SHOTS_PASSWORD = '' } = process.env

const panel = await startJourney()
const { app, page, to } = panel
const help = (of: OpenPanel) => of.page.getByRole('banner').getByRole('link', { name: 'Ajuda' })
const heading = (of: OpenPanel, name: string) => of.page.getByRole('heading', { name, exact: true }).waitFor()

test('Ajuda opens the page and the section about the current screen', async () => {
  await to('/recebimentos')
  await help(panel).click()
  await heading(panel, 'Faturas e formas de pagamento')
  assert.match(page.url(), /\/painel\/ajuda\/faturas\?section=chave-pix/)
  const section = page.getByRole('heading', { name: 'Chave Pix, sem banco conectado' })
  await eventually('the section is on top', async () => {
    const box = await section.boundingBox()
    return box !== null && box.y >= 0 && box.y < 120
  })
  assert.deepEqual(await faultsOf(panel), [])
  await page.goBack()
  await page.waitForURL('**/recebimentos')
})

test('the search of the guide ignores accents, and links to the section', async () => {
  await to('/ajuda')
  const field = page.getByLabel('Buscar no guia')
  await field.fill('credito do cliente')
  const found = page.getByRole('link', { name: 'Notas de crédito e crédito do cliente' })
  await found.waitFor()
  await field.fill('boleto')
  await page.getByText('O Pix ou o boleto não apareceu na fatura').click()
  await heading(panel, 'O que fazer quando algo falha')
  await page.getByText('Corrigir o cadastro').waitFor()
  await field.fill('zepelim')
  await page.getByText('Nada encontrado no guia').waitFor()
  assert.deepEqual(await faultsOf(panel), [])
})

test('on a phone, for every role', async () => {
  const team = (await app.live.get('/api/v1/me')).body.data
  for (const role of ['viewer', 'developer'] as const) {
    const person = await newPerson(app, { [team.id]: role })
    const phone = await panel.open(
      { width: 390, mode: 'live' },
      cookieOf(await signIn(app.url, person.email)),
    )
    await goTo(phone.page, `${app.url}/painel/reservas`)
    await help(phone).click()
    await heading(phone, 'Vender: buscar, reservar e emitir')
    assert.deepEqual(await faultsOf(phone), [])
    await phone.close()
  }
})

test('in English, Help leads to the English documents', async () => {
  const english = await panel.open({ language: 'en' })
  await goTo(english.page, `${app.url}/painel/faturas`)
  const link = english.page.getByRole('banner').getByRole('link', { name: 'Help' })
  assert.equal(await link.getAttribute('href'), '/docs')
  await english.close()
})

test('every picture of the guide', async () => {
  const { url, shown, now } = SHOTS_URL === undefined ? await seeded() : await elsewhere(SHOTS_URL)
  for (const { name, path, opensFirst, isWhole = false } of guidePictures(now)) {
    await goTo(shown.page, `${url}/painel${path}`)
    if (opensFirst) {
      const href = await shown.page.locator('main table a').first().getAttribute('href')
      assert.notEqual(href, null, name)
      await goTo(shown.page, `${url}${href}`)
    }
    await picture(shown.page, name, isWhole)
  }
})

async function seeded() {
  await seedAgency(app)
  return { url: app.url, shown: await panel.open(PICTURE_LOOK), now: realClock.now() }
}

async function elsewhere(url: string) {
  const session = await signIn(url, SHOTS_EMAIL, SHOTS_PASSWORD)
  assert.equal(session.status, 201, session.text)
  const browser = await startBrowser()
  after(() => browser.close())
  const cookie = cookieOf(session)
  const headers = { cookie, 'embarque-mode': 'test' }
  const { data } = (await (await fetch(`${url}/api/v1/test/clock`, { headers })).json()) as {
    data: { now: string }
  }
  const now = new Date(data.now)
  return { url, shown: await openPanel(browser, url, PICTURE_LOOK, cookie), now }
}
