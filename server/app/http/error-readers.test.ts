// Errors for people: in their language, with type, first invalid field and a documentation page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { newAgency } from '../../../test/support/agency.ts'
import { newInvoice, newQuote } from '../../../test/support/invoicing.ts'
import { startApp } from '../../../test/support/start-app.ts'

const app = await startApp()
const PT = { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }
const EN = { 'accept-language': 'en-US' }

test('user_message is in the language of Accept-Language, or else of the team', async () => {
  const { live } = await newAgency(app)
  const said = async (headers?: Record<string, string>) =>
    (await live.get('/api/v1/invoices/none', headers)).body.user_message
  assert.equal(await said(EN), 'This invoice does not exist.')
  assert.equal(await said(PT), 'Esta fatura não existe.')
  assert.equal(await said({ 'accept-language': '*' }), 'Esta fatura não existe.', 'the team reads Portuguese')
  assert.equal((await live.patch('/api/v1/team', { language: 'en' })).status, 200)
  assert.equal(await said(), 'This invoice does not exist.')
  assert.equal(await said(PT), 'Esta fatura não existe.')
})

test('the API text stays English; type, param, details and page are beside it', async () => {
  const { body } = await app.live.post('/api/v1/api-keys', { read_only: 1 }, PT)
  assert.equal(body.error, 'Invalid request parameters')
  assert.match(body.message, /^Invalid request parameters: correct the fields/)
  assert.deepEqual([body.type, body.param], ['invalid_request', 'name'])
  assert.deepEqual(body.details, [
    { field: 'name', issue: 'is required', user_message: 'Preencha este campo.' },
    { field: 'read_only', issue: 'must be true or false', user_message: 'Informe verdadeiro ou falso.' },
  ])
  const english = await app.live.post('/api/v1/api-keys', {}, EN)
  assert.equal(english.body.details[0].user_message, 'This field is required.')
  const none = await app.live.get('/api/v1/clients/none')
  assert.deepEqual([none.body.type, 'param' in none.body], ['not_found', false])
})

test('the page about a code needs no key, and has an anchor of its own', async () => {
  const { body } = await app.anybody.get('/api/v1/me')
  const url = new URL(body.doc_url)
  assert.equal(url.origin, new URL(app.url).origin)
  const page = await app.anybody.get(url.pathname, { accept: 'text/html' })
  assert.equal(page.status, 200)
  assert.ok(page.text.includes(`id="${url.hash.slice(1)}"`))
})

test('a refused status names the current one and those allowed', async () => {
  const { live } = await newAgency(app)
  const invoice = await newInvoice(live, { status: 'sent' })
  const back = await live.patch(`/api/v1/invoices/${invoice.id}`, { status: 'draft' }, PT)
  assert.deepEqual([back.status, back.body.code], [409, 'invalid_status_transition'])
  assert.match(back.body.message, /the invoice is sent, and can become cancelled$/)
  assert.equal(
    back.body.user_message,
    'A fatura está na situação "Enviada" e só pode passar para "Cancelada".',
  )
  const quote = await newQuote(live, { status: 'sent' })
  const early = await live.post(`/api/v1/quotes/${quote.id}/invoice`, {}, PT)
  assert.equal(early.status, 409, early.text)
  assert.equal(
    early.body.user_message,
    'O orçamento está na situação "Enviado". Só um orçamento aceito pode virar fatura.',
  )
})

test('a warning about a field has a user_message too', async () => {
  const { body } = await app.live.post('/api/v1/api-keys', { name: 'x', colour: 1 }, PT)
  assert.deepEqual(body.warnings, [
    {
      field: 'colour',
      issue: 'is not a known field and was left out',
      user_message: 'Este campo não existe e foi ignorado.',
    },
  ])
})

test('an unknown address is a page for a browser, in its language, and JSON for a program', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const page = await app.anybody.get('/xyz', browser)
  assert.deepEqual([page.status, String(page.headers['content-type'])], [404, 'text/html; charset=utf-8'])
  assert.match(page.text, /Página não encontrada/)
  assert.match(
    (await app.anybody.get('/xyz', { ...browser, 'accept-language': 'en' })).text,
    /Page not found/,
  )
  assert.equal((await app.anybody.get('/xyz')).body.code, 'route_not_found')
  assert.equal((await app.anybody.get('/api/v1/xyz', browser)).body.code, 'route_not_found')
})

test('a missing permission has the name that the panel uses', () => {
  const { advice, said } = adviceWith(
    'this needs the permission {permission}, and {whose} does not have it',
    {
      permission: 'keys.read',
      whose: 'this key',
    },
  )
  assert.equal(advice, 'this needs the permission keys.read, and this key does not have it')
  assert.match(said['pt-BR'], /a permissão “Ver as chaves de API, sem o segredo”/)
  assert.match(said.en, /the permission “See the API keys, without their secrets”/)
})
