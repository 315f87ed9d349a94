// The file of a client in the panel: documents, companions, a passenger filled in, duplicates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer } from '../support/bookings.ts'
import { newClient } from '../support/invoicing.ts'
import { picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'

const journey = await startJourney()
const { app, page, to, press } = journey
page.setDefaultTimeout(10_000)
page.on('dialog', (dialog) => void dialog.accept())

test('a document and a companion are added to the file; the rest stays', async () => {
  const { id } = await newClient(app.test, { full_name: 'Helena Prado' })
  const before = { loyalty_programme_accounts: [{ airline_iata_code: 'LA', account_number: '12345678901' }] }
  await app.test.patch(`/api/v1/clients/${id}`, before)
  await to(`/clientes/${id}`)
  await press('Editar ficha')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Data de nascimento').fill('17/05/1990')
  await drawer.getByRole('button', { name: 'Incluir documento' }).click()
  await drawer.getByLabel('Número do documento').fill('FZ123456')
  await drawer.getByLabel('Validade').fill('10/03/2050')
  await drawer.getByLabel('Validade').blur()
  await picture(page, 'client-file-form', false)
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Ficha salva.').waitFor()
  await page.getByText('Válido', { exact: true }).waitFor()
  const { data } = (await app.test.get(`/api/v1/clients/${id}`)).body
  assert.deepEqual(
    [data.born_on, data.identity_documents[0].number, data.loyalty_programme_accounts],
    ['1990-05-17', 'FZ123456', before.loyalty_programme_accounts],
  )
  await page.getByRole('button', { name: 'Incluir', exact: true }).click()
  await drawer.getByLabel('Parentesco ou relação').selectOption('child')
  await drawer.getByLabel('Nome', { exact: false }).first().fill('Pedro')
  await drawer.getByLabel('Sobrenome').fill('Prado')
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Acompanhante incluído.').waitFor()
  await press('Editar Pedro Prado')
  await drawer.getByLabel('Sobrenome').fill('')
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  await drawer.getByText('Preencha este campo').waitFor()
  await drawer.getByLabel('Sobrenome').fill('Prado Lima')
  await drawer.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Pedro Prado Lima').waitFor()
  await page.getByRole('button', { name: 'Remover', exact: true }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click()
  await page.getByText('Nenhum acompanhante ainda').waitFor()
})

test("a passenger is filled in with a companion of the chosen client's file", async () => {
  const { id } = await newClient(app.test, { full_name: 'Teresa Nunes' })
  await app.test.post(`/api/v1/clients/${id}/companions`, {
    relationship: 'spouse',
    given_name: 'Otavio',
    family_name: 'Nunes Reis',
    born_on: '1985-06-01',
    gender: 'm',
  })
  const { id: offer } = await anyOffer(app.test)
  await to(`/voos/ofertas/${offer}`)
  await page.getByLabel('Preencher com um cliente').fill('Teresa Nunes')
  await page.getByRole('option', { name: 'Teresa Nunes' }).first().click()
  await page
    .locator('fieldset')
    .getByLabel('Preencher com')
    .first()
    .selectOption('Otavio Nunes Reis (cônjuge)')
  const typed = [
    await page.getByLabel('Sobrenome').first().inputValue(),
    await page.getByLabel('Nascimento').first().inputValue(),
    await page.getByLabel('Sexo no documento').first().inputValue(),
  ]
  assert.deepEqual(typed, ['Nunes Reis', '01/06/1985', 'm'])
  await picture(page, 'client-fill')
})

test('two records of one client are compared and merged, and the merge is undone', async () => {
  const email = 'duplicada@example.com'
  const kept = await newClient(app.test, { full_name: 'Duplicada Souza', email })
  const ended = await newClient(app.test, { full_name: 'Duplicada S. Souza', email })
  await to('/clientes')
  await press('Possíveis duplicados')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Comparar Duplicada S. Souza com Duplicada Souza' }).click()
  await dialog.getByText('O que passa para Duplicada Souza').waitFor()
  await picture(page, 'client-merge', false)
  await dialog.getByRole('button', { name: 'Unir cadastros' }).click()
  await page.getByText('Cadastros unidos em Duplicada Souza.').waitFor()
  const merged = async () => (await app.test.get(`/api/v1/clients/${ended.id}`)).body.data.merged_into_id
  assert.equal(await merged(), kept.id)
  await to(`/clientes/${kept.id}`)
  await press('Desfazer união')
  await page.getByText('União desfeita.').waitFor()
  assert.equal(await merged(), null)
})

test('a client shows all the records that were merged into it', async () => {
  const MORE_THAN_A_PAGE = 21
  const { id } = await newClient(app.test, { full_name: 'Unida Reis' })
  for (let number = 1; number <= MORE_THAN_A_PAGE; number += 1) {
    const duplicate = await newClient(app.test, { full_name: `Unida ${number}` })
    await app.test.post(`/api/v1/clients/${id}/merge`, { duplicate_id: duplicate.id })
  }
  await to(`/clientes/${id}`)
  await page.getByRole('link', { name: 'Unida 21', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Unida 1', exact: true }).waitFor()
})
