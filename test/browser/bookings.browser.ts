// The desk's day in a real browser: a hold is paid from the board, its ticket cancelled with the refund shown first,
// notes and tags are saved, a mail is read, a client is created and erased. SHOTS names a folder for pictures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOffer, booked, holdBody } from '../support/bookings.ts'
import { newClient } from '../support/invoicing.ts'
import { faultsOf, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'

const panel = await startJourney()
const { app, page, to, press } = panel
const { id: client_id } = await newClient(app.test, { full_name: 'Camila Duarte' })
const held = await booked(app.test, holdBody(await anyOffer(app.test), { client_id }))
const locator = held.booking_reference
const dialog = page.getByRole('dialog')
const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name }).click()
const reads = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Runs the checks that every screen must pass, and takes a picture. */
async function checkScreen(name: string): Promise<void> {
  await picture(page, name, false)
  assert.deepEqual(await faultsOf(panel), [], name)
}

test('a hold is paid from the board, which shows the balance', async () => {
  await to('/prazos')
  await press(`Emitir ${locator}`)
  await dialog.getByText('Saldo depois').waitFor()
  await checkScreen('desk-pay')
  await inDialog(/^Pagar R\$/)
  await reads('Paga. Os bilhetes saem em instantes.')
  await dialog.waitFor({ state: 'detached' }).catch(() => dialog.waitFor({ state: 'hidden' }))
  await to(`/reservas/${held.id}`)
  await reads('Emitida')
})

test('notes, tags and mails of a booking', async () => {
  await page.getByLabel('Nova nota').fill('Prefere janela.')
  await press('Anotar')
  await reads('Prefere janela.')
  await page.getByLabel('Nova etiqueta').fill('Lua de mel')
  await press('Incluir etiqueta')
  await page.getByRole('link', { name: 'lua de mel' }).waitFor()
  await press(/Bilhete emitido/)
  await dialog.getByText('Guardado e não enviado', { exact: false }).waitFor()
  await dialog.frameLocator('iframe').getByRole('heading').first().waitFor()
  assert.ok(Number(await dialog.locator('iframe').evaluate((one) => Object(one).clientHeight)) > 300)
  await dialog.getByText('Recibo da reserva (PDF)').waitFor()
  await checkScreen('desk-mail')
  await inDialog('Fechar')
})

test('a cancellation shows the refund before it is confirmed', async () => {
  await press('Cancelar reserva')
  await dialog.getByText('Esta ação não pode ser desfeita.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Cancelar reserva' }).isDisabled())
  await dialog.getByRole('textbox').fill(locator)
  await checkScreen('desk-cancel')
  await inDialog('Cancelar reserva')
  await reads(/^Reserva cancelada\./)
  await reads('Cancelada')
})

test('a client is created with masked numbers, found, and erased', async () => {
  await to('/clientes')
  await press('Novo cliente')
  await dialog.getByLabel('Nome').fill('Beatriz Nogueira')
  await dialog.getByLabel('E-mail', { exact: true }).fill('beatriz@example.com')
  await dialog.getByLabel('CPF').pressSequentially('11144477735')
  await dialog.getByLabel('Telefone').pressSequentially('11987654321')
  assert.equal(await dialog.getByLabel('CPF').inputValue(), '111.444.777-35')
  await checkScreen('desk-client')
  await inDialog('Cadastrar cliente')
  await page.getByRole('heading', { name: 'Beatriz Nogueira' }).waitFor()
  await reads('(11) 98765-4321')
  await press('Eliminar dados')
  await dialog.getByRole('textbox').fill('eliminar')
  await checkScreen('desk-erase')
  await inDialog('Eliminar dados')
  await reads(/^Dados eliminados\./)
  await to('/clientes?search=beatriz')
  await reads('Nenhum cliente com estes filtros')
})
