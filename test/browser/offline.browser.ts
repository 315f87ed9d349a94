// The panel without a connection: visited lists are readable, changes are disabled, and the next user of the browser
// reads nothing of the previous one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClient } from '../support/invoicing.ts'
import { untilTrue } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { newPerson, PASSWORD } from '../support/people.ts'

const { app, page, to, press } = await startJourney()
const panel = `${app.url}/painel`
await newClient(app.test, { full_name: 'Beatriz Nogueira' })

test('offline, visited lists are readable and changes are disabled', async () => {
  const context = page.context()
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  // Chromium resets `navigator.onLine` with each page load while its offline mode goes on refusing requests.
  const simulateOffline = async (offline = true) => {
    const speeds = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await browser.send('Network.overrideNetworkState', { offline, ...speeds })
  }
  await to('/clientes')
  await untilTrue(page, 'navigator.serviceWorker.controller !== null')
  await to('/faturas/nova')
  await to('/clientes')
  await page.getByText('Beatriz Nogueira').first().waitFor()
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Beatriz Nogueira').first().waitFor()
  await simulateOffline()
  await page.getByText('Sem conexão: os dados exibidos podem estar desatualizados').waitFor()
  await page.goto(`${panel}/faturas/nova`)
  const send = page.getByRole('button', { name: /Enviar ao cliente/ })
  await send.waitFor()
  await simulateOffline()
  assert.deepEqual(
    [await send.isDisabled(), await send.getAttribute('title')],
    [true, 'Sem conexão: não é possível fazer alterações'],
  )
  await page.goto(`${panel}/carteira`)
  await simulateOffline()
  await page.getByText('Sem conexão', { exact: true }).first().waitFor()
  await page.getByText('Sem conexão: os dados exibidos').waitFor()
  await context.setOffline(false)
  await simulateOffline(false)
  await page.getByText('Sem conexão: os dados exibidos').waitFor({ state: 'detached' })
  await browser.detach()
})

/** Whether data of the previous user is readable offline. */
async function canReadOffline(): Promise<boolean> {
  await page.context().setOffline(true)
  await page.goto(`${panel}/clientes`)
  await page
    .getByText('Sem conexão', { exact: true })
    .or(page.getByText('Beatriz Nogueira'))
    .first()
    .waitFor()
  const isInSight = (await page.getByText('Beatriz Nogueira').count()) > 0
  await page.context().setOffline(false)
  return isInSight
}

test('the next user of the browser cannot read cached data of the previous one', async () => {
  await to('/clientes')
  await page.getByText('Beatriz Nogueira').first().waitFor()
  assert.equal(await canReadOffline(), true)
  await to('/agencias')
  await page.context().setOffline(true)
  await press('Sair')
  await page
    .getByRole('alert')
    .getByText(/sessão continua aberta/)
    .waitFor()
  await page.context().setOffline(false)
  await press('Sair')
  await page.waitForURL(`${panel}/entrar`)
  assert.equal(await canReadOffline(), false, 'signed out where teams are chosen')
  const team = (await app.live.get('/api/v1/me')).body.data
  for (const whose of ['one', 'another']) {
    const { email } = await newPerson(app, { [team.id]: 'owner' })
    await page.goto(`${panel}/entrar`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${panel}/`)
    assert.equal(await canReadOffline(), false, whose)
    await to('/clientes')
    await page.getByText('Beatriz Nogueira').first().waitFor()
    // A session that ended without a sign-out: the browser was not notified.
    await page.context().clearCookies()
  }
})
