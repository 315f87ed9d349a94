// No typed text is lost, in a real browser on desktop and phone: reload, an ended session, another version saved
// meanwhile, an expired offer. Tax ids are validated while typing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newClient, newInvoice } from '../support/invoicing.ts'
import { goTo, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { ahead } from '../support/panel/screens.ts'
import { cookieOf, PASSWORD, signIn } from '../support/people.ts'

const journey = await startJourney()
const { app, owner } = journey

for (const width of [1440, 390]) {
  /** Each walk has its own session, which it may end. */
  const walk = async (body: (page: Page, to: (path: string) => Promise<void>) => Promise<void>) => {
    const cookie = cookieOf(await signIn(app.url, owner.email))
    const panel = await journey.open({ width }, cookie)
    panel.page.setDefaultTimeout(10_000)
    // The browser asks before a page with unsaved input is left.
    panel.page.on('dialog', (dialog) => void dialog.accept())
    await body(panel.page, (path) => goTo(panel.page, `${app.url}/painel${path}`))
    await panel.close()
  }

  test(`${width}: a new invoice survives a reload and a navigation, and can be discarded`, () =>
    walk(async (page, to) => {
      await to('/faturas/nova')
      await page.getByLabel('Descrição').fill('Pacote Lisboa')
      await page.getByRole('button', { name: 'Incluir item' }).click()
      await page.getByLabel('Descrição').nth(1).fill('Seguro viagem')
      await page.getByLabel('Observações').fill('Pagar até sexta')
      await page.reload()
      await page.getByText('Recuperamos o que você digitou.').waitFor()
      assert.equal(await page.getByLabel('Descrição').nth(1).inputValue(), 'Seguro viagem')
      await picture(page, `restored-${width}`)
      await to('/clientes')
      await to('/faturas/nova')
      await page.getByText('Recuperamos o que você digitou.').waitFor()
      assert.equal(await page.getByLabel('Observações').inputValue(), 'Pagar até sexta')
      await page.getByRole('button', { name: 'Descartar' }).click()
      assert.equal(await page.getByLabel('Observações').inputValue(), '')
      await page.reload()
      await page.getByLabel('Descrição').first().waitFor()
      assert.equal(await page.getByText('Recuperamos o que você digitou.').count(), 0)
    }))

  test(`${width}: after an ended session, sign-in returns to the page with the typed values`, () =>
    walk(async (page, to) => {
      const client = await newClient(app.test, { full_name: `Clara ${width}` })
      await to(`/clientes/${client.id}`)
      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      await page.getByLabel('Observações').fill('Prefere janela')
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByRole('heading', { name: 'Entrar' }).waitFor()
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Entrar', exact: true }).click()
      await page.getByText('Recuperamos o que você digitou.').waitFor()
      assert.equal(await page.getByLabel('Observações').inputValue(), 'Prefere janela')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Prefere janela').first().waitFor()
      const { notes } = (await app.test.get(`/api/v1/clients/${client.id}`)).body.data
      assert.equal(notes, 'Prefere janela')
    }))

  test(`${width}: if another version was saved, both are shown and one is chosen`, () =>
    walk(async (page, to) => {
      const client = await newClient(app.test, { full_name: `Davi ${width}`, notes: 'antes' })
      const path = `/api/v1/clients/${client.id}`
      await to(`/clientes/${client.id}`)
      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      await page.getByLabel('Observações').fill('minha nota')
      await app.test.patch(path, { notes: 'nota da Bia', phone: '+5511988887777' })
      await page.getByRole('button', { name: 'Salvar' }).click()
      const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou uma versão nova' })
      await dialog.getByText('nota da Bia').waitFor()
      await dialog.getByText('minha nota').waitFor()
      await dialog.getByText('Telefone').first().waitFor()
      await picture(page, `conflict-${width}`, false)
      await dialog.getByRole('button', { name: 'Manter a minha' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('minha nota').first().waitFor()
      const saved = (await app.test.get(path)).body.data
      assert.deepEqual([saved.notes, saved.phone], ['minha nota', '+5511988887777'])

      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      await page.getByLabel('Observações').fill('outra minha')
      await app.test.patch(path, { notes: 'outra da Bia' })
      await page.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByRole('button', { name: 'Usar a salva' }).click()
      assert.equal(await page.getByLabel('Observações').inputValue(), 'outra da Bia')
      await page.getByRole('button', { name: 'Voltar ao que eu digitei' }).click()
      assert.equal(await page.getByLabel('Observações').inputValue(), 'outra minha')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Descartar o que você digitou?' }).waitFor()
      await picture(page, `discard-${width}`, false)
      await page.getByRole('button', { name: 'Descartar', exact: true }).last().click()
      await page.getByLabel('Observações').waitFor({ state: 'detached' })
    }))

  test(`${width}: if the other change touched different fields, saving needs no question`, () =>
    walk(async (page, to) => {
      const { id } = await newInvoice(app.test, { notes: 'a' })
      await to(`/faturas/${id}/editar`)
      await page.getByLabel('Observações').fill('b')
      const { client_id } = (await app.test.get(`/api/v1/invoices/${id}`)).body.data
      await app.test.patch(`/api/v1/clients/${client_id}`, { phone: '+5511977776666' })
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Rascunho salvo').waitFor()
      assert.equal((await app.test.get(`/api/v1/invoices/${id}`)).body.data.notes, 'b')
    }))

  test(`${width}: an emptied field is empty on the server too`, () =>
    walk(async (page, to) => {
      const client = await newClient(app.test, { notes: 'antes', phone: '+5511977776666', language: 'en' })
      await to(`/clientes/${client.id}`)
      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      const drawer = page.getByRole('dialog')
      for (const name of ['Observações', 'Telefone']) await drawer.getByLabel(name).fill('')
      await drawer.getByLabel('Idioma').selectOption('')
      await drawer.getByRole('button', { name: 'Salvar' }).click()
      await drawer.waitFor({ state: 'detached' })
      const { notes, phone, language } = (await app.test.get(`/api/v1/clients/${client.id}`)).body.data
      assert.deepEqual([notes, phone, language], [null, null, null])
      const { id } = await newInvoice(app.test, { client_id: client.id, notes: 'antes', discount_rate: 10 })
      await to(`/faturas/${id}/editar`)
      await page.getByLabel('Observações').fill('')
      await page.getByRole('textbox', { name: 'Desconto opcional' }).fill('')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Rascunho salvo').waitFor()
      const invoice = (await app.test.get(`/api/v1/invoices/${id}`)).body.data
      assert.deepEqual([invoice.notes, invoice.discount_rate], [null, 0])
    }))

  test(`${width}: a CPF with wrong digits is rejected in its field; the invoice says why it has no boleto`, () =>
    walk(async (page, to) => {
      const client = await newClient(app.test, { full_name: `Eva ${width}`, cpf: '529.982.247-24' })
      const invoice = await newInvoice(app.test, {
        client_id: client.id,
        payment_methods: ['pix', 'boleto'],
        status: 'sent',
      })
      await to(`/faturas/${invoice.id}`)
      await page.getByText('O CPF ou CNPJ do cliente está com números errados.').waitFor()
      await picture(page, `boleto-${width}`)
      await page.getByRole('link', { name: 'Corrigir o cadastro' }).click()
      await page.getByRole('button', { name: 'Editar', exact: true }).click()
      const cpf = page.getByLabel('CPF')
      await cpf.fill('111.444.777-00')
      await page.getByText('Este CPF não existe: confira os números').waitFor()
      await picture(page, `cpf-${width}`, false)
      await page.getByRole('button', { name: 'Salvar' }).click()
      assert.equal((await app.test.get(`/api/v1/clients/${client.id}`)).body.data.cpf, '529.982.247-24')
      await cpf.fill('529.982.247-25')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await cpf.waitFor({ state: 'detached' })
      await app.service.worker!.idle()
      await to(`/faturas/${invoice.id}`)
      await page.getByText('Linha digitável').waitFor()
    }))

  test(`${width}: an offer that expires while passengers are typed is priced again in place`, () =>
    walk(async (page, to) => {
      await to(`/voos?type=one_way&legs=GRU-SDU-${ahead(40)}`)
      await page
        .getByRole('link', { name: /^Escolher / })
        .first()
        .click()
      await page.getByLabel('Nome', { exact: true }).fill('Ana')
      await page.getByLabel('Sobrenome').fill('Souza')
      await page.getByLabel('Sexo no documento').selectOption('f')
      await page.getByLabel('Nascimento').fill('1990-05-17')
      await page.getByLabel('E-mail').fill('ana@example.com')
      await page.getByLabel('Celular').fill('11987654321')
      const before = page.url()
      await app.test.post('/api/v1/test/clock/advance', { by: 'PT1H' })
      await page.getByRole('button', { name: 'Reservar com prazo' }).click()
      await page.getByRole('heading', { name: 'Esta oferta expirou' }).waitFor()
      assert.equal(await page.getByLabel('Sobrenome').inputValue(), 'Souza', 'the typed text stays')
      await picture(page, `expired-${width}`, false)
      await page.getByRole('button', { name: 'Atualizar o preço' }).click()
      await page.getByText(/Preço atualizado/).waitFor()
      assert.notEqual(page.url(), before)
      assert.equal(await page.getByLabel('Sobrenome').inputValue(), 'Souza')
      assert.equal(await page.getByLabel('E-mail').inputValue(), 'ana@example.com')
      await picture(page, `repriced-${width}`, false)
      await page.getByRole('button', { name: 'Reservar com prazo' }).click()
      await page.waitForURL('**/painel/voos/reservas/**')
    }))
}
