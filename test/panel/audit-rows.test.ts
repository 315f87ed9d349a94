// Tests that the audit log shows changes in the reader's language: names of fields, and values as people write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditRows } from '../../panel/logic/audit-rows.ts'
import { formatsOf } from '../../panel/logic/formats.ts'
import { auditWords } from '../../panel/screens/developer/audit-words.ts'

type Values = Readonly<Record<string, unknown>> | null

const LOCALES = { pt: 'pt-BR', en: 'en' }

/** Intl writes R$ with a no-break space. */
function rowsOf(object: string, before: Values, after: Values, language: 'pt' | 'en' = 'pt') {
  const formats = formatsOf(LOCALES[language], 'America/Sao_Paulo')
  const rows = auditRows({ object, before, after }, auditWords[language], formats)
  return rows.map((row) => [row.name, row.before, row.after].map((text) => text.replaceAll('\u00a0', ' ')))
}

test('each field has its name, and its value before and after', () => {
  assert.deepEqual(rowsOf('quote', { status: 'draft' }, { status: 'sent' }), [
    ['Situação', 'Rascunho', 'Enviado'],
  ])
  assert.deepEqual(rowsOf('quote', { status: 'draft' }, { status: 'sent' }, 'en'), [
    ['Status', 'Draft', 'Sent'],
  ])
})

test('a status has the words of its object', () => {
  assert.deepEqual(rowsOf('invoice', null, { status: 'sent', payment_status: 'overdue' }), [
    ['Situação', '—', 'Enviada'],
    ['Situação do pagamento', '—', 'Vencida'],
  ])
  assert.deepEqual(rowsOf('recharge', { status: 'pending or expired' }, { status: 'completed' }), [
    ['Situação', 'Aguardando ou Expirada', 'Paga'],
  ])
})

test('amounts are written in their currency, days and moments as dates, truth as yes and no', () => {
  const after = {
    amount: '1234.50',
    expires_on: '2027-01-26',
    expires_at: '2027-01-26T12:34:56.789Z',
    reduces_amount_due: true,
    is_default: false,
    markup_percent: '12.5000',
    rate_limit_per_minute: 1200,
    notes: null,
  }
  assert.deepEqual(
    rowsOf('refund', null, after).map(([, , value]) => value),
    ['R$ 1.234,50', '26/01/2027', '26/01/2027, 09:34', 'Sim', 'Não', '12,5', '1.200', '—'],
  )
  assert.deepEqual(rowsOf('booking', null, { penalty: '10.00', currency: 'USD' })[0], [
    'Multa',
    '—',
    'US$ 10,00',
  ])
})

test('changed fields are listed by name, each name once', () => {
  const changed_fields = ['company_name', 'born_on', 'number_year', 'number_sequence', 'odd_name']
  assert.deepEqual(rowsOf('client', {}, { changed_fields }), [
    ['Campos alterados', '—', 'Empresa, Data de nascimento, Número, odd_name'],
  ])
})

test('a list is a line, and an object has a line for each value that it has', () => {
  const route = { origin: 'GRU', destination: null, both_ways: true }
  const rule = { route, airlines: ['LA', 'G3'], cabins: null, markup_percent: 8.5, fee_amount: '35.00' }
  assert.deepEqual(rowsOf('pricing', { prl_1: null, order: [] }, { prl_1: rule, order: ['prl_1'] }), [
    [
      'Regra de preço prl_1',
      '—',
      'Rota (Origem: GRU, Nos dois sentidos: Sim)\nCompanhias aéreas: LA, G3\nMarkup (%): 8,5\nTaxa de serviço: R$ 35,00',
    ],
    ['Ordem das regras', '—', 'prl_1'],
  ])
  assert.deepEqual(rowsOf('team', { notifications: {} }, { notifications: { invoice_paid: false } }), [
    ['Avisos para a agência', '—', 'Fatura paga: Não'],
  ])
})

test('a value of which only a fingerprint is stored is named as such', () => {
  assert.deepEqual(rowsOf('webhook', { url_fingerprint: 'ab' }, { url_fingerprint: 'cd' }), [
    ['Endereço (resumo criptográfico)', 'ab', 'cd'],
  ])
})
