// The formatting of a boleto's values for its payer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleBoleto } from '../../../test/support/samples/sample-boleto.ts'
import { type BoletoStatus, boletoTexts, isPayable, STATUS_WORDS } from './boleto-view.ts'

test('amounts, dates and the line to type have their usual Brazilian form', () => {
  const dueOn = Temporal.PlainDate.from('2027-01-04')
  const texts = boletoTexts(sampleBoleto({ dueOn }))
  assert.equal(texts.amount, 'R$ 1.234,50')
  assert.equal(texts.issuedOn, '13/11/2026')
  assert.equal(texts.dueOn, '04/01/2027')
  assert.match(texts.digitableLine, /^34191\.09\d{3} \d{5}\.\d{6} \d{5}\.\d{6} \d 1634\d{10}$/)
})

const DOCUMENTS: [document: string | null, written: string | null][] = [
  ['52998224725', 'CPF 529.982.247-25'],
  ['529.982.247-25', 'CPF 529.982.247-25'],
  ['12345678000195', 'CNPJ 12.345.678/0001-95'],
  ['12.abc.345/01de-35', 'CNPJ 12.ABC.345/01DE-35'],
  ['AB 123', 'CPF/CNPJ AB 123'],
  [' ', null],
  [null, null],
]
for (const [document, written] of DOCUMENTS) {
  test(`the document ${JSON.stringify(document)} is written ${JSON.stringify(written)}`, () => {
    const texts = boletoTexts(
      sampleBoleto({ payer: { name: 'x', document }, beneficiary: { name: 'y', document } }),
    )
    assert.equal(texts.payerDocument, written)
    assert.equal(texts.beneficiaryDocument, written)
  })
}

test('banks have the check digit printed on their boletos', () => {
  const known = '001-9 033-7 041-8 070-1 077-9 104-0 136-8 237-2 341-7 399-9 422-7 745-5 748-X 756-0'.split(
    ' ',
  )
  for (const bank of known) {
    assert.equal(boletoTexts(sampleBoleto({ bank: { code: bank.slice(0, 3), name: 'x' } })).bank, bank)
  }
})

test('only a pending boleto can be paid, and the other states explain why not', () => {
  const statuses = Object.keys(STATUS_WORDS) as BoletoStatus[]
  assert.deepEqual(
    statuses.filter((status) => isPayable(sampleBoleto({ status }))),
    ['pending'],
  )
  for (const status of statuses) {
    const { text, stamp } = STATUS_WORDS[status]
    assert.equal(text !== '' && stamp !== '', status !== 'pending', status)
  }
})
