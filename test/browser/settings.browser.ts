// The settings in a real browser: an agency changes its brand and prices, tries them and undoes the change; users
// without permission see the settings read-only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { faultsOf, picture } from '../support/panel/browser.ts'
import { startJourney } from '../support/panel/journey.ts'
import { cookieOf, newPerson, signIn } from '../support/people.ts'
import { samplePng } from '../support/samples/sample-picture.ts'

const panel = await startJourney()
const { app, page, to, press, open } = panel
const profile = async () => (await app.live.get('/api/v1/team')).body.data
const pricing = async () => (await app.test.get('/api/v1/team/pricing')).body.data
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()

test('the profile is saved from test mode for both modes, and undone with one click', async () => {
  const { name: before } = await profile()
  await to('/configuracoes/agencia')
  await page.getByLabel('Nome da agência').fill('Aurora Viagens')
  await page.getByLabel('CNPJ ou CPF').fill('11222333000100')
  await press('Salvar')
  await said('Confira o número')
  assert.equal((await profile()).name, before)
  await page.getByLabel('CNPJ ou CPF').fill('11222333000181')
  await page.getByLabel('Site').fill('https://aurora.example')
  assert.equal(await page.getByRole('button', { name: /^Salvar/ }).count(), 1, 'one bar saves all of it')
  await picture(page, 'agency-unsaved', false)
  await press('Salvar alterações')
  await said('Alterações salvas')
  const { name, tax_id, website } = await profile()
  assert.deepEqual([name, tax_id, website], ['Aurora Viagens', '11222333000181', 'https://aurora.example'])
  await press('Desfazer')
  await said('Alterações desfeitas')
  const after = await profile()
  assert.deepEqual([after.name, after.tax_id], [before, null])
  assert.equal(await page.getByLabel('Nome da agência').inputValue(), before)
  // The browser logs the rejected requests as errors.
  panel.browserErrors.length = 0
})

test('no payment method, or an invalid fee, is refused at its field', async () => {
  await to('/configuracoes/agencia')
  await page.getByRole('checkbox', { name: 'Pix', exact: true }).uncheck()
  await page.getByLabel('Quem paga a taxa').selectOption('payer')
  await page.getByLabel('À vista').fill('150')
  await press('Salvar alterações')
  await said('Escolha ao menos uma forma')
  await said('Use uma porcentagem de 0 a 30')
  await page.getByRole('checkbox', { name: 'Boleto', exact: true }).check()
  await page.getByLabel('À vista').fill('3,49')
  await press('Salvar alterações')
  await said('Alterações salvas')
  assert.deepEqual((await profile()).payment_methods, ['boleto'])
  await to('/faturas/nova')
  await page.getByRole('checkbox', { name: 'Boleto' }).waitFor()
  assert.ok(await page.getByRole('checkbox', { name: 'Boleto' }).isChecked())
})

test('greeting and closing of messages are previewed in a mail in both languages before they are saved', async () => {
  await to('/configuracoes/agencia')
  const frame = page.frameLocator('iframe')
  await frame.getByText('Olá, Ana Clara Lima!').waitFor()
  const greeting = page.getByLabel('Saudação, em português')
  await greeting.fill('Oi, {nome}!')
  await said('Sem exemplo enquanto')
  await press('Salvar alterações')
  await said('Há uma variável que não existe')
  await greeting.fill('Oi, {first_name}! Tudo <b>bem</b>?')
  await page.getByLabel('Despedida, em português').fill('Um abraço,\nequipe {agency_name}')
  await frame.getByText('Oi, Ana! Tudo <b>bem</b>?').waitFor()
  await frame.getByText('Um abraço,').waitFor()
  await picture(page, 'agency-messages')
  await page.getByLabel('Saudação, em inglês').fill('Dear {client_name},')
  await page.getByRole('tab', { name: 'E-mail em inglês' }).click()
  await frame.getByText('Dear Ana Clara Lima,').waitFor()
  const none = { greeting: null, closing: null }
  assert.deepEqual((await profile()).message_texts, { 'pt-BR': none, en: none })
  await press('Salvar alterações')
  await said('Alterações salvas')
  assert.deepEqual((await profile()).message_texts, {
    'pt-BR': { greeting: 'Oi, {first_name}! Tudo <b>bem</b>?', closing: 'Um abraço,\nequipe {agency_name}' },
    en: { greeting: 'Dear {client_name},', closing: null },
  })
  assert.deepEqual(await faultsOf(panel), [])
})

test('a colour shows its contrast and a sample before it is saved, with the logo', async () => {
  await to('/configuracoes/marca')
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: samplePng(600, 200),
  })
  await said('Logotipo salvo')
  await page.getByLabel('Sem cor própria').uncheck()
  await page.getByLabel('Código da cor').fill('#808080')
  await said(/Difícil de ler/)
  await said(/Sem prévia com esta cor/)
  await picture(page, 'brand-hard')
  await press(/a mais próxima/)
  await said(/Boa leitura/)
  await page.getByLabel('Código da cor').fill('#b3261e')
  const frame = page.frameLocator('iframe')
  await frame.locator('img.logo').waitFor()
  const edge = frame.locator('header')
  await eventually('the sample has the colour', async () => {
    const colour = await edge.evaluate('getComputedStyle(document.querySelector("header")).borderTopColor')
    return colour === 'rgb(179, 38, 30)'
  })
  await picture(page, 'brand-colour')
  assert.equal((await profile()).brand_colour, null)
  await press('Salvar')
  await said('Alterações salvas')
  assert.equal((await profile()).brand_colour, '#b3261e')
  await page.getByRole('tab', { name: 'E-mail' }).click()
  await page.frameLocator('iframe').getByText('Ver e pagar a fatura').first().waitFor()
  await picture(page, 'brand-mail')
  assert.deepEqual(await faultsOf(panel), [])
})

test('a pricing rule is created, tried in the calculator, moved, deleted and restored', async () => {
  await to('/configuracoes/precos')
  for (const [name, place, percent] of [
    ['Nordeste', 'REC', '12,5'],
    ['Exterior', 'US', '20'],
  ] as const) {
    await press('Nova regra')
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Nome da regra').fill(name)
    await dialog.getByLabel('Para onde').fill(place)
    await dialog.getByLabel('Markup').fill(percent)
    if (name === 'Nordeste') await picture(page, 'pricing-rule')
    await dialog.getByRole('button', { name: 'Criar regra' }).click()
    await page.getByRole('heading', { name }).waitFor()
  }
  await press('Calcular')
  await said('Regra aplicada: Nordeste')
  await said('R$ 1.160,00')
  await picture(page, 'pricing-sum')
  await press('Subir: Exterior')
  while ((await pricing()).rules[0]?.name !== 'Exterior') await page.waitForTimeout(50)
  await press('Remover: Exterior')
  await said('Regra removida')
  await page.getByText('Regra removida').locator('..').getByRole('button', { name: 'Desfazer' }).click()
  await page.getByRole('heading', { name: 'Exterior' }).waitFor()
  const { rules } = await pricing()
  assert.deepEqual(
    rules.map((rule: { name: string; markup_percent: number }) => [rule.name, rule.markup_percent]),
    [
      ['Exterior', 20],
      ['Nordeste', 12.5],
    ],
  )
})

test('a bank is connected, tested, and disconnected after its name is typed', async () => {
  await to('/configuracoes/bancos')
  for (const name of ['Sol', 'Lua']) {
    await press('Conectar um banco')
    await press('Banco simulado')
    await page.getByLabel('Nome da conexão').fill(name)
    await press('Testar e conectar')
    await page.getByRole('heading', { name }).waitFor()
  }
  const first = page.getByRole('region', { name: 'Sol' })
  await first.getByRole('button', { name: 'Testar' }).click()
  await said(/está funcionando/)
  await first.getByRole('button', { name: 'Usar como padrão' }).click()
  const mark = first.getByText('Padrão', { exact: true })
  await mark.waitFor()
  await press('Desfazer')
  await mark.waitFor({ state: 'detached' })
  await first.getByRole('button', { name: 'Usar como padrão' }).click()
  await mark.waitFor()
  await picture(page, 'banks-two')
  await first.getByRole('button', { name: 'Desconectar' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel(/Digite Sol/).fill('sol')
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  await first.waitFor({ state: 'detached' })
})

test('a real bank requires its settings and names missing ones', async () => {
  const live = await open({ mode: 'live', width: 390, theme: 'dark' })
  await live.page.goto(`${app.url}/painel/configuracoes/bancos`)
  await live.page.getByRole('button', { name: 'Conectar um banco' }).click()
  await live.page.getByRole('button', { name: 'Banco do Brasil' }).click()
  await live.page.getByRole('button', { name: 'Testar e conectar' }).click()
  await live.page.getByText('Preencha este campo').first().waitFor()
  assert.equal(await live.page.getByText('Preencha este campo').count(), 6)
  await live.page.getByLabel('Chave do aplicativo').waitFor()
  assert.deepEqual(await faultsOf(live), [])
  await picture(live.page, 'banks-connect')
  await live.close()
})

test('searches, mails and messages are tested with one click', async () => {
  await to('/configuracoes/companhias')
  await press('Buscar agora')
  await said(/ofertas? encontradas? em/)
  await to('/configuracoes/mensagens')
  await press('Enviar e-mail de teste')
  await said(/Guardado sem enviar/)
  await app.live.patch('/api/v1/team', { whatsapp: '+5511988887777' })
  await to('/configuracoes/mensagens')
  await press('Enviar mensagem de teste')
  await said(/Nada foi enviado/)
})

test('a user without permission sees the settings without buttons', async () => {
  const { id } = await profile()
  const viewer = await newPerson(app, { [id]: 'viewer' })
  const tab = await open({}, cookieOf(await signIn(app.url, viewer.email)))
  for (const [path, shown] of [
    ['agencia', 'Nome da agência'],
    ['marca', 'Como o cliente vê'],
    ['precos', 'Nordeste'],
    ['bancos', 'Sem permissão'],
    ['mensagens', 'Número da agência'],
    ['prontidao', 'Banco das faturas'],
  ] as const) {
    await tab.page.goto(`${app.url}/painel/configuracoes/${path}`)
    await tab.page.getByText(shown).first().waitFor()
    for (const verb of [/^Salvar/, /^Remover/, /^Conectar um/, /^Enviar/, /^Escolher/])
      assert.equal(await tab.page.getByRole('button', { name: verb }).count(), 0, `${path} ${verb}`)
  }
  await tab.close()
})

test('without mail, the inviter gets the link to pass on', async () => {
  await to('/configuracoes/pessoas')
  await press('Convidar pessoa')
  await page.getByText(/^Esta instalação ainda não envia e-mails/).waitFor()
  await page.getByRole('dialog').getByLabel('E-mail').fill('rosa@agencia.example')
  await press('Criar link do convite')
  const link = page.getByRole('dialog').getByText(/\/painel\/convite#[\w-]{40,}$/)
  const first = (await link.textContent()) ?? ''
  await picture(page, 'invitation-link', false)
  await press('Já entreguei o link')
  await press('Criar novo link')
  await link.waitFor()
  assert.notEqual(await link.textContent(), first)
  await press('Já entreguei o link')
})

test('an unknown path links to the start page', async () => {
  await page.goto(page.url().replace(/\/painel\/.*$/, '/painel/nada'))
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await page.getByRole('heading', { name: 'Prazos de emissão' }).waitFor()
})
